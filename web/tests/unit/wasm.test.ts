/* The WebAssembly modules count and grade exactly as the program does. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compile } from "./support/page";
import { CoreModule } from "../../src/core/module";
import type { Analysis, Review } from "../../src/core/types";
import { together } from "../../src/study/analyst";

const program = resolve(process.env["ASCONA_PROGRAM"] ?? join(import.meta.dirname, "../../../build/ascona"));
const ascona = (...args: string[]) => execFileSync(program, args, { encoding: "utf8" });

let compiled: WebAssembly.Module;
let engine: CoreModule;

beforeAll(async () => {
  compiled = await compile("engine.wasm");
  engine = await CoreModule.open(compiled);
});

describe("perft", () => {
  test.each([
    ["delta", 4],
    ["neo-delta", 3],
    ["kulami", 4],
    ["kulami:level=3,board=irregular", 3],
    ["delfino", 5],
    ["delfino:players=3,die=123456", 4],
    ["circle-delta:rings=2,petals=3,men=2,reds=1,greens=1", 4],
    ["circle-delta", 2],
    ["circle-delta:board=rose,petals=6", 2],
  ])("%s, %i plies", (spec, depth) => {
    const count = Number(ascona("perft", spec, String(depth)).trim().split("\n").at(-1));
    expect(engine.number("perft", spec, depth)).toBe(count);
  });
});

test.each(["delta", "kulami", "delfino"])(
  "a game of %s is graded as the program grades it, by one module and by two that share it",
  async (game) => {
    const folder = mkdtempSync(join(tmpdir(), "ascona-"));
    const file = join(folder, "game.txt");
    ascona("match", game, "engine:1", "engine:0", "-n", "1", "--seed", "5", "--save", file);
    const record = readFileSync(file, "utf8");
    const told = JSON.parse(ascona("review", file, "--nodes", "500", "--json"), (key, value: unknown) =>
      key === "name" ? expect.any(String) : value,
    ) as Review;
    rmSync(folder, { recursive: true });
    expect(engine.ask("engine_review", record, 500, 16, "")).toEqual(told);

    /* Each looks at two plies in turn, the earlier one first, and is told what both found before. */
    let found = "";
    const reports: Review[] = [];
    const host = { report: (json: string) => void reports.push(JSON.parse(json) as Review) };
    const sharing = [await CoreModule.open(compiled, host), await CoreModule.open(compiled, host)];
    const plies = told.turns.flatMap((turn) => turn.plies).length;
    for (let ply = 0; ply < plies; ply++) {
      const module = sharing[(ply >> 1) & 1]!;
      const back = (ply ^ 1) < plies ? ply ^ 1 : ply;
      const share = module.ask("engine_review_ply", record, 500, 16, found, back);
      expect(share.plies).toBe(plies);
      found += `${share.found}\n`;
    }
    expect(sharing[0]!.ask("engine_review_ply", record, 500, 16, found, plies).found).toBe("");
    expect(reports.map(({ judged }) => judged)).toEqual(Array.from({ length: plies }, (_, at) => at + 1));
    expect(reports.at(-1)!.players.map(({ grades }) => grades)).toEqual(told.players.map(({ grades }) => grades));
    expect(sharing[1]!.ask("engine_review", record, 500, 16, found)).toEqual(told);
    expect(() => sharing[0]!.ask("engine_review", record, 500, 16, `${found.slice(0, 30)}\n`)).toThrow();
  },
  60_000,
);

test("the best lines of two who share a position are the best there are", async () => {
  const moves: string[] = [];
  const played = () => moves.join(" ");
  while (moves.length < 36) moves.push(engine.ask("engine_choose", "kulami", "", played(), "1", 0, 7).move);
  const look = (module: CoreModule, shares: number, share: number) =>
    module.ask("engine_analyse", "kulami", "", played(), 4, 20_000, 16, shares, share);
  const alone = look(engine, 1, 0);
  const parts = [look(await CoreModule.open(compiled), 2, 0), look(await CoreModule.open(compiled), 2, 1)];
  const both = together(parts, 4);
  expect(both.lines[0]!.kind).toBe("exact");
  expect(both.lines.map(({ value }) => value)).toEqual(alone.lines.map(({ value }) => value));
  const first = (part: Analysis) => part.lines.map(({ line }) => line[0]);
  expect(first(parts[0]!).filter((move) => first(parts[1]!).includes(move))).toEqual([]);

  /* What one has proved is all there is only if the other cannot exceed it. */
  const sure = parts.findIndex((part) => part.lines[0]!.value === both.lines[0]!.value);
  const open = parts[1 - sure]!.lines.map((line) => ({ ...line, kind: "estimate" as const }));
  const doubtful = together([parts[sure]!, { ...parts[1 - sure]!, lines: open, final: false }], 4);
  expect(doubtful.lines[0]!.kind).not.toBe("exact");
  expect(doubtful.final).toBe(false);
});

test("a game with a die is not shared", () => {
  const [one, other] = [0, 1].map((share) => engine.ask("engine_analyse", "delfino", "", "", 4, 50, 1, 2, share));
  expect(one!.lines).toHaveLength(4);
  expect(other!.lines).toEqual([]);
  expect(together([one!, other!], 4)).toEqual(one);
});

test("players that others are measured by are left out", () => {
  for (const name of ["uct", "greedy"])
    expect(() => engine.ask("engine_choose", "delta", "", "", name, 1, 1)).toThrow("the players are 0 to 10");
});
