/* The page begins with the small board module and goes over to the large one when something is read: nobody at a table
   notices. A match that is kept opens without reading. */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { canRead, needReaders, openCore, Table } from "../../src/core/table";
import { Game } from "../../src/game/game";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
const asked: string[] = [];
let broken = false;

beforeAll(async () => {
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(basename(url, ".wasm"));
    if (broken) throw new Error("no network");
    return readFileSync(join(modules, basename(url)));
  });
  WebAssembly.compileStreaming = async (bytes) => WebAssembly.compile((await bytes) as unknown as BufferSource);
  await openCore();
});

test("a game that is kept as what was played stands as it stood", () => {
  const three = Table.open("delfino:players=3");
  while (three.state().turn !== "chance") three.play(three.state().steps[0]!.move);
  three.roll();
  three.giveUp(2);
  const draw = Table.open("kulami:board=random,seed=7");
  draw.play("d4");
  draw.agreeDraw();
  const middle = Table.open("delta", "1:.wb.w/.b.ww/.b.../w.b../w..b.:w3b4:b");
  middle.play("c5-c3");
  for (const table of [three, draw, middle]) {
    const again = Table.again(JSON.parse(JSON.stringify(new Game(table).again)));
    expect([again.state(), again.events()]).toEqual([table.state(), table.events()]);
    again.close();
    table.close();
  }
  expect(asked).toEqual(["first"]);
});

test("tables go over to the module that reads, as they are", async () => {
  const delta = Table.open("delta");
  const delfino = Table.open("delfino");
  for (const move of ["c3", "d4", "c3-e3"]) delta.play(move);
  delta.undo(0);
  for (const move of ["1.1", "4.4"]) delfino.play(move);
  delfino.roll();
  const before = [delta.state(), delfino.state(), delfino.events(), delta.record("text")];
  expect(() => Table.fromRecord(delta.record("text"))).toThrow("not in this module");
  broken = true;
  await expect(needReaders()).rejects.toThrow("no network");
  broken = false;
  expect(canRead()).toBe(false);
  await Promise.all([needReaders(), needReaders()]);
  expect([canRead(), asked]).toEqual([true, ["first", "board", "board"]]);
  expect([delta.state(), delfino.state(), delfino.events(), delta.record("text")]).toEqual(before);
  const read = Table.fromRecord('[Game "delta"]\n\n1. c3 {good} d4\n');
  expect(new Game(read, true).again).toBeUndefined(); /* its record says more than what was played */
  for (const table of [delta, delfino, read]) table.close();
});
