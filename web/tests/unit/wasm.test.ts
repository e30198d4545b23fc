/* The WebAssembly modules count and grade exactly as the program does. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreModule } from "../../src/core/module";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
const program = resolve(process.env["ASCONA_PROGRAM"] ?? join(import.meta.dirname, "../../../build/ascona"));
const ascona = (...args: string[]) => execFileSync(program, args, { encoding: "utf8" });

let engine: CoreModule;

beforeAll(async () => {
  engine = await CoreModule.open(await WebAssembly.compile(readFileSync(join(modules, "engine.wasm"))));
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
  "a game of %s is graded as the program grades it",
  (game) => {
    const folder = mkdtempSync(join(tmpdir(), "ascona-"));
    const file = join(folder, "game.txt");
    ascona("match", game, "engine:1", "engine:0", "-n", "1", "--seed", "5", "--save", file);
    const told = ascona("review", file, "--nodes", "500", "--json");
    expect(engine.ask("engine_review", readFileSync(file, "utf8"), 500, 16)).toEqual(
      JSON.parse(told, (key, value: unknown) => (key === "name" ? expect.any(String) : value)),
    );
    rmSync(folder, { recursive: true });
  },
  60_000,
);

test("players that others are measured by are left out", () => {
  for (const name of ["uct", "greedy"])
    expect(() => engine.ask("engine_choose", "delta", "", "", name, 1, 1)).toThrow("the players are 0 to 10");
});
