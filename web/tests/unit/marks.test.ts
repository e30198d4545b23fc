/* The legend: what each game puts on its board, from the real views. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { gameCatalogue, gameFolders, gameId, readCatalogue } from "../../build/catalogue";
import { openCore, Table } from "../../src/core/table";
import { marksOn } from "../../src/game/marks";
import { drawn, groundOf } from "../../src/play/marks";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");

beforeAll(async () => openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm")))));

function legend(spec: string, moves: string): { ground: string; marks: string[] } {
  const table = Table.open(spec);
  for (const move of moves.split(" ")) table.play(move);
  const state = table.state();
  table.close();
  const marks = new Set(marksOn(state));
  return { ground: groundOf(state.view), marks: Object.keys(drawn).filter((mark) => marks.has(mark)) };
}

test.each([
  ["delta", "c3 d4 c3-e3", "squares", ["target", "hand", "from", "put", "refused"]],
  ["kulami", "a4 a7 h7 e7", "plates", ["target", "to", "barred", "permission", "refused"]],
  ["circle-delta", "c1 e7 b4 c8", "circles", ["target", "to", "refused"]],
  ["delfino", "1.4 4.1 r3 turn e1", "cards", ["target", "from", "refused"]],
])("%s", (spec, moves, ground, marks) => expect(legend(spec, moves)).toEqual({ ground, marks }));

/* Other languages have the keys of English: catalogues.test.ts. */
const root = resolve(import.meta.dirname, "../../..");
const page = readCatalogue(join(root, "web/messages/page.en.txt"));
const games = new Map(gameFolders().map((folder) => [gameId(folder), gameCatalogue(folder, "en")]));
const played = readFileSync(join(root, "tests/data/games.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as { game: string; moves: string[] });

test.each([...games.keys()])("%s: every mark of its games has words", (id) => {
  const marks = new Set<string>();
  const known = played.filter(({ game }) => game === id);
  expect(known.length, `games of ${id} in tests/data/games.jsonl`).toBeGreaterThan(0);
  for (const { game, moves } of known.slice(0, 6)) {
    const table = Table.open(game);
    for (const move of moves) {
      table.play(move);
      for (const mark of marksOn(table.state())) marks.add(mark);
    }
    table.close();
  }
  expect(marks.size).toBeGreaterThan(2);
  /* Shapes that are the board itself, rings, are no marks. */
  const wordless = Object.keys(drawn).filter(
    (mark) => marks.has(mark) && !(`info.mark-${mark}` in page) && !(`mark.${mark}` in games.get(id)!),
  );
  expect(wordless).toEqual([]);
});
