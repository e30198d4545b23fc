/* A link to a whole game: what it says comes back as the same game, for every game and every way it ends. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openBoard } from "./support/page";
import { gameFolders, gameId } from "../../build/catalogue";
import { games, recordGames, recordTags, Table } from "../../src/core/table";
import type { RecordGame } from "../../src/core/types";
import { gameLink, linkedRecord, linkIn, LINK_MAX, movesIn, pliesOf } from "../../src/game/link";

const root = resolve(import.meta.dirname, "../../..");
beforeAll(openBoard);

const played = readFileSync(join(root, "tests/data/games.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { game: string; moves: string[] });

function standing(table: Table) {
  const { game, position, first, end, result, points } = table.state();
  return { game, position, first, end, result, points, events: table.events() };
}

/** There and back again: what the browser makes of the address is what counts. */
function roundTrip(table: Table, players = ["", ""]): { hash: string; text: string } {
  const { game: spec, first, end } = table.state();
  const link = gameLink({ spec, first, plies: pliesOf(table.events(), end), players }, "https://ascona.example")!;
  const { hash, pathname, href } = new URL(link);
  expect([pathname, href]).toEqual(["/play", link]);
  expect(link).not.toMatch(/[\s<>"'()[\]{}]/); /* what ends an address in a text */
  return { hash, text: linkedRecord(linkIn(hash)!) };
}

function comesBack(table: Table): void {
  const again = Table.fromRecord(roundTrip(table).text);
  expect(standing(again)).toEqual(standing(table));
  again.close();
}

describe.each(gameFolders().map(gameId))("%s", (id) => {
  const found = played.filter(({ game }) => game.split(":")[0] === id);
  /* Of every set of options the shortest game, if a link can have it. */
  const specs = [...new Set(found.map(({ game }) => game))];
  test.each(specs)("%s, to its end", (spec) => {
    const [shortest] = found.filter(({ game }) => game === spec).sort((a, b) => a.moves.length - b.moves.length);
    const table = Table.open(spec);
    for (const move of shortest!.moves) table.play(move);
    const { game, first, end } = table.state();
    const whole = { spec: game, first, plies: pliesOf(table.events(), end), players: [] };
    if (gameLink(whole, "") === undefined) expect(shortest!.moves.length).toBeGreaterThan(300);
    else comesBack(table);
    table.close();
  });

  test("given up, and going on", () => {
    const table = Table.open(id);
    for (const move of found.find(({ game }) => game === id)!.moves.slice(0, 5)) table.play(move);
    comesBack(table);
    table.giveUp(1);
    comesBack(table);
    table.close();
  });
});

test("a draw that was agreed on, another beginning, names with anything in them", () => {
  const table = Table.open("delta", "1:...../...b./.wbw./..b.w/.....:w6b6:w");
  table.play("b3-d5");
  table.agreeDraw();
  const { text } = roundTrip(table, ['Zoë "Z" \\ & #=,+', "engine:3"]);
  expect(recordTags(text)).toMatchObject({ Player1: 'Zoë "Z" \\ & #=,+', Player2: "engine:3" });
  expect((recordGames(text).games[0] as RecordGame).end).toBe("agreed");
  comesBack(table);
  table.close();
});

test("every game has a test", () => expect(games().map(({ id }) => id)).toEqual(gameFolders().map(gameId)));

test("one that is too long has no link", () => {
  const plies = Array.from({ length: 900 }, () => "c3-e3");
  expect(gameLink({ spec: "delta", first: "", plies, players: [] }, "")).toBeUndefined();
  expect(gameLink({ spec: "delta", first: "", plies: plies.slice(0, 300), players: [] }, "")!.length).toBeLessThan(
    LINK_MAX,
  );
});

test("other fragments are none", () => {
  expect(linkIn("#open")).toBeUndefined();
  expect(movesIn(linkIn("#game=delta")!)).toEqual([]);
});
