/* How it stands, in words and numbers: what the list of moves adds up to, and results that name the player. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openCore, Table } from "../../src/core/table";
import { Game } from "../../src/game/game";
import { Match } from "../../src/game/match";
import { endOf, resultReason, resultTitle } from "../../src/game/outcome";
import type { Side } from "../../src/game/plan";
import { needGames, setLanguage } from "../../src/i18n/texts";
import { changesOf } from "../../src/play/changes";

const root = resolve(import.meta.dirname, "../../..");
const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");

beforeAll(async () => {
  await openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
  await setLanguage("en");
  await needGames(["delta", "neo-delta", "kulami", "delfino", "circle-delta"]);
});

const played = readFileSync(join(root, "tests/data/games.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as { game: string; moves: string[]; points: number[] });

test.each(["kulami", "kulami:board=irregular,level=2", "delfino"])(
  "%s: what every move won and took adds up to the points",
  (spec) => {
    const { game, moves, points } = played.find((each) => each.game === spec)!;
    const table = Table.open(game);
    for (const move of moves) table.play(move);
    const events = table.events();
    const sums = points.map(() => 0);
    for (const index of events.keys())
      for (const change of changesOf(events, index)) sums[change.seat - 1]! += change.points;
    expect(sums).toEqual(points);
    expect(sums).toEqual(table.state().view.seats.map((seat) => seat.points));
    table.close();
  },
);

test("a move that only takes from the other says so", () => {
  const table = Table.open("kulami");
  for (const move of ["a2", "a8", "a4", "f4", "f2", "g2", "c2", "e2"]) table.play(move);
  expect(changesOf(table.events(), 7)).toEqual([{ seat: 1, points: -6 }]); /* Black is level on that plate */
  table.close();
});

const you: Side = { kind: "person", name: "", level: 0 };
const engine: Side = { kind: "engine", name: "", level: 4 };

function ended(spec: string, sides: Side[], moves: string): Match {
  const match = new Match({ spec, position: "", sides, begins: 0, games: 1 }, Game.open(spec, "", moves.split(" ")));
  match.count();
  return match;
}

const stuck = "d5 d3 d5-b3 c2 c4-e4 c2-c4 b3-d1 c3-a1 c2-a4 b2-e2 d4-b2 a1-c1 b3-b5 c4-a2 b4-d4"; /* Black is */

test.each([
  ["the engine", [you, engine], stuck, "You win", "Level 4 is stuck."],
  ["you", [engine, you], stuck, "Level 4 wins", "You are stuck."],
  ["one with a name", [you, { ...you, name: "Annika" }], stuck, "White wins", "\u2068Annika\u2069 is stuck."],
  ["a relay", [you, engine], played[0]!.moves.join(" "), "Level 4 wins", "Relay."],
] as [string, Side[], string, string, string][])(
  "%s: who won, and why in few words",
  (_, sides, moves, title, reason) => {
    const match = ended("delta", sides, moves);
    expect(resultTitle(match)).toBe(title);
    expect(resultReason(match)).toBe(reason);
    expect(endOf(match, match.finished[0]!)).toBe(reason.replace(/\.$/, ""));
  },
);
