/* How many positions a second an analysis in the page looks at, beside the program: two thirds is the aim. The module of
   the page runs in the browser and the program next to it, by turns, one thread each: two lines, 4 MB, an empty table,
   as many positions. The machine should have nothing else to do. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../browser/support";

const ROUNDS = 9;
const MILLISECONDS = 1500;
const build = resolve(import.meta.dirname, "../../../build");
const program = process.env["ASCONA_PROGRAM"] ?? `${build}/ascona`;
const module = process.env["ASCONA_ENGINE"] ?? `${build}/wasm/engine.wasm`;

const positions: [game: string, moves: string][] = [
  ["neo-delta", ""],
  ["neo-delta", "b2 c3 b2-d2 d5"],
  ["kulami", "b3 f3 a3 c3"],
  ["delfino", "1.1 4.4 r3"],
  ["circle-delta", ""],
  ["circle-delta", "f2 b7 e4 e5 f6 d7 g6 f4 d7-b8 e7 f4-g3 f1 g6-g5 e7-d5 f6-f5"],
];

interface Looked {
  nodes: number;
  seconds: number;
}

declare global {
  interface Window {
    study(game: string, moves: string, milliseconds: number): Looked;
  }
}

/* In the browser. */
async function prepare(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const memory = () => (exports["memory"] as WebAssembly.Memory).buffer;
  const call = (name: string, ...given: number[]) => (exports[name] as (...all: number[]) => number)(...given);
  const nothing = () => 8;
  const { instance } = await WebAssembly.instantiate(bytes, {
    ascona: { now: () => performance.now(), stopped: () => 0, report: nothing },
    wasi_snapshot_preview1: {
      clock_time_get: (_id: number, _precision: bigint, at: number) => {
        new DataView(memory()).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      fd_write: nothing,
      fd_seek: nothing,
      fd_close: nothing,
    },
  });
  const exports = instance.exports;
  call("_initialize");
  const give = (text: string) => {
    const coded = new TextEncoder().encode(`${text}\0`);
    const at = call("alloc", coded.length);
    new Uint8Array(memory()).set(coded, at);
    return at;
  };
  window.study = (game, moves, milliseconds) => {
    const [spec, position, played] = [give(game), give(""), give(moves)];
    call("engine_analyse", spec, position, played, 2, 1, 5, 1, 0); /* a table of another size is a new one */
    const began = performance.now();
    const at = call("engine_analyse", spec, position, played, 2, milliseconds, 4, 1, 0);
    const seconds = (performance.now() - began) / 1000;
    const all = new Uint8Array(memory());
    const { nodes } = JSON.parse(new TextDecoder().decode(all.slice(at, all.indexOf(0, at)))) as Looked;
    return { nodes, seconds };
  };
}

const inPage = (page: Page, game: string, moves: string) =>
  page.evaluate(([game, moves, time]) => window.study(game, moves, time), [game, moves, MILLISECONDS] as const);

function inProgram(game: string, moves: string, nodes: number): Looked {
  const asked = [
    "analyse",
    game,
    "--moves",
    moves,
    "--multipv",
    "2",
    "--hash",
    "4",
    "--nodes",
    String(nodes),
    "--json",
  ];
  return JSON.parse(execFileSync(program, asked, { encoding: "utf8" }).trim().split("\n").at(-1)!) as Looked;
}

const median = (all: Looked[]) =>
  all.map(({ nodes, seconds }) => nodes / seconds / 1e6).sort((a, b) => a - b)[all.length >> 1]!;

test("positions a second, page beside program", async ({ page }) => {
  test.setTimeout(0);
  await page.goto("/");
  await page.evaluate(prepare, readFileSync(module).toString("base64"));
  for (const [game, moves] of positions) {
    const [here, there]: [Looked[], Looked[]] = [[], []];
    await inPage(page, game, moves);
    for (let round = 0; round < ROUNDS; round++) {
      here.push(await inPage(page, game, moves));
      there.push(inProgram(game, moves, here.at(-1)!.nodes));
    }
    const [mine, its] = [median(here), median(there)];
    const plies = moves === "" ? 0 : moves.split(" ").length;
    console.log(
      `${game} after ${plies} plies: page ${mine.toFixed(2)} M, program ${its.toFixed(2)} M, ${Math.round((100 * mine) / its)} %`,
    );
    expect(here).toHaveLength(ROUNDS);
  }
});
