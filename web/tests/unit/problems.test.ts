/* Problems by the real modules: read by the board's, answered by the engine's. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { compile, openBoard, TestWorker } from "./support/page";
import { loadProblems, solvedOf } from "../../src/app/problems";
import { Scope } from "../../src/app/scope";
import { CoreModule } from "../../src/core/module";
import { Table } from "../../src/core/table";
import type { ProblemFacts } from "../../src/core/types";
import { needGames, setLanguage } from "../../src/i18n/texts";
import { Problem } from "../../src/problems/problem";
import { needProblemWords } from "../../src/problems/words";

const text = readFileSync(resolve(import.meta.dirname, "../../../src/games/delta/problems.txt"), "utf8");

let engine: CoreModule;
let board: CoreModule;
let all: ProblemFacts[];

beforeAll(async () => {
  engine = await CoreModule.open(await compile("engine.wasm"));
  board = await CoreModule.open(await compile("board.wasm"));
  await openBoard();
  all = await loadProblems("delta");
  await setLanguage("en");
  await needGames(["delta"]);
  await needProblemWords();
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

describe("a problem on its table", () => {
  const scopes: Scope[] = [];
  afterEach(() => {
    for (const scope of scopes.splice(0)) scope.end();
    localStorage.clear();
  });
  afterAll(() => TestWorker.reset());

  const open = (facts: ProblemFacts) => {
    const scope = new Scope();
    scopes.push(scope);
    return { scope, problem: new Problem(scope, "delta", facts) };
  };
  const inMoves = (count: number) => all.find(({ moves, strict }) => moves === count && strict)!;
  const tap = (problem: Problem, move: string) => {
    for (const square of move.split("-")) problem.tap(square);
  };
  const answered = (problem: Problem) => vi.waitFor(() => expect(problem.busy).toBe(false), 20_000);

  test("without an engine the note says so, and the move can be taken back", async () => {
    const lost = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("no network"));
    const { problem } = open(inMoves(2));
    const before = problem.state.position;
    tap(problem, problem.facts.key);
    expect([problem.busy, problem.isOpen, problem.mayUndo]).toEqual([true, false, true]);
    await answered(problem);
    lost.mockRestore();
    expect([problem.wrong, problem.note!.tone]).toEqual([true, "why"]);
    problem.undo();
    expect([problem.isOpen, problem.note, problem.state.position]).toEqual([true, undefined, before]);
  });

  test("a wrong move is refuted and taken back, hints lead to the win, and it is remembered", async () => {
    const facts = inMoves(2);
    const { problem } = open(facts);
    tap(problem, problem.state.steps.find(({ move }) => move !== facts.key)!.move);
    await answered(problem);
    expect([problem.wrong, problem.isOpen, problem.note!.tone, problem.moved]).toEqual([true, false, "why", 2]);
    problem.undo();
    for (let move = 0; move < facts.moves; move++) {
      problem.help();
      await answered(problem);
      expect(problem.selection.hint).toHaveLength(1);
      problem.help();
      await answered(problem);
      for (const id of problem.selection.hint) problem.tap(id);
      await answered(problem);
      expect(problem.note!.tone).toBe("good");
    }
    expect([problem.done, solvedOf("delta").has(facts.position)]).toEqual([true, true]);
  });

  test("with the solution shown it is not solved", async () => {
    const facts = inMoves(1);
    const { problem } = open(facts);
    problem.showSolution();
    await answered(problem);
    expect(problem.note!.text()).toContain(facts.key);
    tap(problem, facts.key);
    expect([problem.done, problem.note!.tone, solvedOf("delta").size]).toEqual([true, "neutral", 0]);
  });

  test("another language keeps the problem and its note, in other words", async () => {
    const { problem } = open(inMoves(1));
    tap(problem, problem.facts.key);
    const { note, state } = problem;
    const [english, label] = [note!.text(), problem.board.label];
    await setLanguage("de");
    expect([problem.note, problem.state]).toEqual([note, state]);
    expect([note!.text() === english, problem.board.label === label]).toEqual([false, false]);
    await setLanguage("en");
  });

  test("an answer to a move that was taken back, or after its page is left, changes nothing", async () => {
    TestWorker.pause();
    const { problem, scope } = open(inMoves(2));
    tap(problem, problem.facts.key);
    problem.undo();
    problem.help();
    scope.end();
    TestWorker.resume();
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect([problem.note, problem.wrong, problem.selection.hint]).toEqual([undefined, false, []]);
    expect(problem.table.closed).toBe(true);
  });
});
