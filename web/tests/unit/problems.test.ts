/* Problems by the real modules: read by the board's, answered by the engine's. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { CoreModule } from "../../src/core/module";
import { loadProblems } from "../../src/app/problems";
import { openCore, Table } from "../../src/core/table";
import type { ProblemFacts } from "../../src/core/types";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
const load = (name: string) => WebAssembly.compile(readFileSync(join(modules, name)));
const text = readFileSync(resolve(import.meta.dirname, "../../../src/games/delta/problems.txt"), "utf8");

let engine: CoreModule;
let board: CoreModule;
let all: ProblemFacts[];

beforeAll(async () => {
  engine = await CoreModule.open(await load("engine.wasm"));
  board = await CoreModule.open(await load("board.wasm"));
  await openCore(await load("board.wasm"));
  all = await loadProblems("delta");
});

const answer = ({ text }: ProblemFacts, ...moves: string[]) =>
  engine.ask("problem_answer", "delta", text, moves.join(" "));
const hint = ({ text }: ProblemFacts, ...moves: string[]) => engine.ask("problem_hint", "delta", text, moves.join(" "));
const defencesOf = ({ text }: ProblemFacts, ...moves: string[]) =>
  engine.ask("problem_defences", "delta", text, moves.join(" "));

test("a text is read, line by line", () => {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(all.map((problem) => problem.text)).toEqual(lines);
  expect(all.every(({ number, moves, grade }, index) => number === index + 1 && moves >= 1 && grade >= 1)).toBe(true);
  expect(() => board.ask("problems_read", "1:x | 2\n")).toThrow("six fields");
});

test("the key is right, and whatever Black answers, the hints lead to the win", () => {
  for (const problem of all.filter(({ moves }) => moves <= 3).slice(0, 60)) {
    const table = Table.open("delta", problem.position);
    const moves: string[] = [];
    while (table.state().end === "open") {
      const best = hint(problem, ...moves).move;
      if (moves.length === 0) expect(best).toBe(problem.key);
      moves.push(best);
      table.play(best);
      if (table.state().end !== "open") break;
      expect(table.solved(problem)).toBe(false);
      const { verdict, kind, value, line } = answer(problem, ...moves);
      expect([problem.number, verdict, kind, value]).toEqual([problem.number, "right", "exact", -problem.points]);
      moves.push(line[0]!);
      table.play(line[0]!);
    }
    expect([problem.number, table.solved(problem), moves.length]).toEqual([
      problem.number,
      true,
      2 * problem.moves - 1,
    ]);
    table.close();
  }
});

test("another move is wrong, and its line says how", () => {
  const verdicts = new Set<string>();
  for (const problem of all.filter(({ moves }) => moves === 2).slice(0, 12)) {
    const table = Table.open("delta", problem.position);
    for (const { move } of table.state().steps) {
      if (move === problem.key) continue;
      const { verdict, value, line } = answer(problem, move);
      verdicts.add(verdict);
      expect(line.length).toBeGreaterThan(0);
      if (verdict !== "late") expect(Math.sign(value)).toBe({ right: -2, less: -1, draw: 0, loss: 1 }[verdict]);
      if (problem.strict) expect(["draw", "loss", "late"]).toContain(verdict);
      else expect(value).toBeGreaterThan(-problem.points);
    }
    table.close();
  }
  expect(verdicts.has("right")).toBe(false);
  expect(verdicts.has("loss")).toBe(true);
});

test("a solution is the key with its line, and every longest defence with what wins against it", () => {
  const problem = all.find(({ moves }) => moves === 3)!;
  const { kind, value, line } = engine.ask("problem_solution", "delta", problem.text);
  expect([kind, value, line[0], line.length]).toEqual(["exact", problem.points, problem.key, 5]);
  const { defences } = defencesOf(problem, problem.key);
  expect(defences.map(({ reply }) => reply)).toContain(answer(problem, problem.key).line[0]);
  expect(defences.every(({ answers }) => answers.length > 0)).toBe(true);
  const atOnce = all.find(({ moves }) => moves === 1)!;
  expect(defencesOf(atOnce, atOnce.key)).toEqual({ defences: [] });
});
