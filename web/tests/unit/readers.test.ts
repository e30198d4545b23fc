/* A game has a small module of its own, and goes over to the large one of all games when something is read: nobody at a
   table notices. A match that was saved opens without reading. */
import { basename } from "node:path";
import { expect, test, vi } from "vitest";
import "./support/page";
import { canPlay, canRead, games, needCores, needReaders, Table } from "../../src/core/table";
import { Game } from "../../src/game/game";

const asked: string[] = [];
let broken = false;

const { fetch } = globalThis;
vi.stubGlobal("fetch", async (url: string) => {
  asked.push(basename(url, ".wasm"));
  if (broken) throw new Error("no network");
  return fetch(url);
});

const ours = ["delta", "kulami", "delfino"];

test("a game is played in its own module, which is asked for once, and again if it did not come", async () => {
  expect(() => Table.open("delta")).toThrow("no module is there for delta");
  broken = true;
  await expect(needCores(["delta"])).rejects.toThrow("no network");
  broken = false;
  expect(canPlay(["delta"])).toBe(false);
  await Promise.all([needCores(ours), needCores(["delta", "chess"])]);
  expect(asked.splice(0)).toEqual(["first-delta", ...ours.map((game) => `first-${game}`)]);
  expect([canPlay(ours), canPlay(["neo-delta"])]).toEqual([true, false]);
  for (const game of ours) {
    const table = Table.open(game);
    expect(() => table.core.ask("table_open", "neo-delta", "")).toThrow(`known are ${game}`);
    table.close();
  }
});

test("a game that is saved as its moves is as it was", () => {
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
  expect(asked).toEqual([]);
});

test("tables go over to the module that reads, as they are", async () => {
  const delta = Table.open("delta");
  const delfino = Table.open("delfino");
  for (const move of ["c3", "d4", "c3-e3"]) delta.play(move);
  delta.undo(0);
  for (const move of ["1.1", "4.4"]) delfino.play(move);
  delfino.roll();
  const before = [delta.state(), delfino.state(), delfino.events(), delta.record("text")];
  expect(() => Table.fromRecord(delta.record("text"))).toThrow("no module is there for records");
  broken = true;
  await expect(needReaders()).rejects.toThrow("no network");
  broken = false;
  expect(canRead()).toBe(false);
  await Promise.all([needReaders(), needReaders()]);
  expect([canRead(), asked]).toEqual([true, ["board", "board"]]);
  expect([delta.state(), delfino.state(), delfino.events(), delta.record("text")]).toEqual(before);
  expect(delta.core.ask("table_svg", delta.number, -1).svg).toContain("<svg");
  await needCores(["neo-delta"]); /* which came with the others */
  const neo = Table.open("neo-delta");
  expect([neo.state().id, asked.length]).toEqual(["neo-delta", 2]);
  for (const { id, players, ...facts } of games()) {
    expect(neo.core.ask("games").games).toContainEqual({ id, ...facts });
    const table = Table.open(id);
    expect(table.state().players).toBe(players);
    table.close();
  }
  const read = Table.fromRecord('[Game "delta"]\n\n1. c3 {good} d4\n');
  expect(new Game(read, true).again).toBeUndefined(); /* its record says more than what was played */
  for (const table of [delta, delfino, neo, read]) table.close();
});
