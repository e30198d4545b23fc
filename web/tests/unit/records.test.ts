/* Records in the page: what the core finds in a text, what is said about it, and what is taken out. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CoreError } from "../../src/core/module";
import { games, openCore, pickRecord, recordGames, recordTags, Table } from "../../src/core/table";
import type { GameEvent } from "../../src/core/types";
import { needGames, needLater, say, setLanguage } from "../../src/i18n/texts";
import { offsetOf } from "../../src/records/files";
import { lightPicture, pictureOf } from "../../src/records/picture";
import { sheetColumns, sheetResult, sheetRows } from "../../src/records/sheet";
import { fileName, positionLink, recordSource } from "../../src/records/source";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");

beforeAll(async () => {
  await openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
  await setLanguage("en");
  await needLater();
  await needGames(games().map(({ id }) => id));
});

const DELTA = '[Game "delta"]\n[Player1 "Zoë"]\n[Date "2026.11.15"]\n\n1. c3 d4 2. c3-e3 b2\n';
const WRONG = '[Game "delta"]\n\n1. c3 d4 2. c3-c4 a1\n';
const KULAMI = '[Game "kulami"]\n\n1. d4 d7\n';

function faultOf(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (error instanceof CoreError) return error.fault;
    throw error;
  }
  throw new Error("it was read");
}

describe("the games of a text", () => {
  test("one", () => {
    const { games, more } = recordGames(DELTA);
    expect(more).toBe(false);
    expect(games).toHaveLength(1);
    expect(games[0]).toMatchObject({ game: "delta", plies: 4, result: "none", end: "open", tags: { Player1: "Zoë" } });
  });
  test("several, a wrong one among them", () => {
    const { games } = recordGames(`${DELTA}\n${WRONG}\n${KULAMI}`);
    expect(games.map((game) => ("error" in game ? game.error.ply : game.game))).toEqual(["delta", 3, "kulami"]);
  });
  test("more than are asked for", () => {
    expect(recordGames(`${DELTA}\n${KULAMI}`, 1)).toMatchObject({ games: [{ game: "delta" }], more: true });
    expect(recordGames(`${DELTA}\n${KULAMI}`, 2).more).toBe(false);
  });
  test("none", () => {
    expect(recordGames("  \n")).toEqual({ games: [], more: false });
  });
  test("the n-th alone", () => {
    const text = pickRecord(`${DELTA}\n${WRONG}\n${KULAMI}`, 2);
    expect(recordTags(text)["Game"]).toBe("kulami");
    expect(recordGames(text).games).toHaveLength(1);
    expect(faultOf(() => pickRecord(`${DELTA}\n${WRONG}`, 1)).ply).toBe(3);
    expect(faultOf(() => pickRecord(DELTA, 1)).reason).toMatch(/no game/);
  });
  test("JSON, also as an array", () => {
    const table = Table.fromRecord(DELTA);
    const json = table.record("json");
    expect(recordGames(json).games).toHaveLength(1);
    expect(recordGames(`[${json},\n${json}]`).games).toHaveLength(2);
    table.close();
  });
});

describe("what is wrong with a record", () => {
  test("a ply: which, where, and why in words", () => {
    const fault = faultOf(() => Table.fromRecord(WRONG));
    expect(fault).toMatchObject({ line: 3, column: 13, token: "c3-c4", game: "delta", ply: 3 });
    expect(say(fault.game!, fault.why!)).toBe("c4 is too near. A precursor moves at least two squares.");
  });
  test("a ply of the second game, and of a variation", () => {
    expect(recordGames(`${KULAMI}\n${WRONG}`).games[1]).toMatchObject({
      error: { line: 7, ply: 3, why: { key: "why.too-near" } },
    });
    const fault = faultOf(() => Table.fromRecord('[Game "delta"]\n\n1. c3 d4 2. c3-e3 (2. c3-d3) b2\n'));
    expect(fault).toMatchObject({ line: 3, column: 23, token: "c3-d3", ply: 3, why: { key: "why.too-near" } });
  });
  test("a ply in JSON", () => {
    const table = Table.fromRecord(DELTA);
    const json = table.record("json").replace("c3-e3", "c3-c4");
    table.close();
    for (const text of [json, `[${json}]`, ` [ ${json} ]`])
      expect(faultOf(() => Table.fromRecord(text))).toMatchObject({ token: "c3-c4", why: { key: "why.too-near" } });
  });
  test("a ply after the end", () => {
    const over = '[Game "delta"]\n\n1. c3 d4 2. c3-e3 b2 3. d3-a3 b2-d2 4. e3-c3 d4-b4\n';
    const fault = faultOf(() => Table.fromRecord(over));
    expect(fault).toMatchObject({ token: "d4-b4", ply: 8 });
    expect(say(fault.game!, fault.why!)).toMatch(/^The game is over\./);
  });
  test("no game, an unknown one, and options that do not go", () => {
    expect(faultOf(() => Table.fromRecord("hello")).token).toBe("hello");
    expect(faultOf(() => Table.fromRecord('[Game "chess"]\n'))).toMatchObject({ line: 1, token: "chess" });
    expect(faultOf(() => Table.fromRecord('[Game "delta:size=9"]\n')).reason).toBe("size is 4 to 6");
  });
});

test("lines and bytes become places in the text", () => {
  const text = "a\n{Zoë} c3-c4\n";
  const column = new TextEncoder().encode("{Zoë} ").length + 1;
  expect(text.slice(offsetOf(text, 2, column)).startsWith("c3-c4")).toBe(true);
  expect(offsetOf(text, 1, 1)).toBe(0);
});

describe("taking a game along", () => {
  test("a record is itself, and its JSON gives it back", () => {
    const source = recordSource(pickRecord(DELTA, 0), "/sheet");
    const again = pickRecord(source.record("json"), 0);
    expect(again).toBe(source.record("text"));
    expect(recordTags(again)["Player1"]).toBe("Zoë");
    expect(fileName(source, "txt")).toBe("delta-2026-11-15.txt");
  });
  test("a date that cannot be in a name is left out", () => {
    expect(fileName({ id: "delta", date: "yesterday, 5/4" }, "svg")).toBe("delta.svg");
  });
  test("the link opens the position", () => {
    const source = recordSource('[Game "kulami:level=3"]\n\n1. d4 d7\n', "");
    const query = new URL(positionLink(source, "https://host")).searchParams;
    const table = Table.open(query.get("game")!, query.get("position")!);
    expect(table.state().position).toBe(source.position);
    expect(table.state().options["level"]).toBe("3");
    table.close();
  });
  test("the picture speaks, and its light twin has no dark colours and a size", () => {
    const table = Table.fromRecord(DELTA);
    const svg = pictureOf(table);
    table.close();
    expect(svg).toContain("<desc");
    expect(svg).not.toMatch(/prompt\.|player\./);
    expect(svg).toMatch(/<desc[^>]*>White: move a pawn/);
    const light = lightPicture(svg);
    expect(light.svg).not.toContain("prefers-color-scheme");
    expect(Math.max(light.width, light.height)).toBe(2048);
    expect(light.svg).toMatch(new RegExp(`^<svg width="${light.width}" height="${light.height}" `));
  });
});

describe("an annotated record", () => {
  const ANNOTATED =
    '[Game "delta"]\n[Player1 "Zoë"]\n[Date "1996.05.01"]\n[Site "by post"]\n\n' +
    "{A game by post.} 1. c3 $1 d4 (1... b2 {bold} 2. c3-a3) 2. c3-e3 {why not?} b2\n";
  const said = ["{A game by post.}", "$1", "(1... b2 {bold} 2. c3-a3)", "{why not?}"];

  test("says the same when it is opened and saved, as text and as JSON", () => {
    const table = Table.fromRecord(ANNOTATED);
    const text = table.record("text", { Date: "2026.11.16", Player1: "White" });
    for (const words of [...said, '[Player1 "Zoë"]', '[Date "1996.05.01"]', '[Site "by post"]'])
      expect(text.replaceAll("\n", " ")).toContain(words);
    const again = pickRecord(table.record("json"), 0);
    for (const words of said) expect(again.replaceAll("\n", " ")).toContain(words);
    table.close();
  });
  test("says the same when the game goes on", () => {
    const table = Table.fromRecord(ANNOTATED);
    table.play("d3-a3");
    const text = table.record("text").replaceAll("\n", " ");
    for (const words of said) expect(text).toContain(words);
    expect(text).toContain("3. d3-a3");
    table.close();
  });
  test("keeps what was said of moves that were taken back", () => {
    const table = Table.fromRecord(ANNOTATED);
    table.undo(0);
    table.undo(0);
    table.play("c3-a3");
    expect(table.record("text").replaceAll("\n", " ")).toContain("2. c3-a3 (2. c3-e3 {why not?} 2... b2)");
    table.close();
  });
});

describe("the score sheet", () => {
  const event = (
    seat: number,
    round: number,
    move: string,
    points: number[],
    more: Partial<GameEvent> = {},
  ): GameEvent => ({ move, seat, round, points, roll: false, gave_up: false, overtime: false, turn: 0, ...more });

  test("a row a round, a cell a seat, and what a ply scored", () => {
    const rows = sheetRows(
      [
        event(1, 1, "1.1", [0, 0]),
        event(2, 1, "4.4", [0, 0]),
        event(1, 2, "r3", [0, 0], { roll: true }),
        event(1, 2, "turn", [1, 0]),
      ],
      2,
      "gave up",
    );
    expect(rows).toEqual([
      { round: 1, cells: [[{ move: "1.1", gained: 0 }], [{ move: "4.4", gained: 0 }]] },
      {
        round: 2,
        cells: [
          [
            { move: "r3", gained: 0 },
            { move: "turn", gained: 1 },
          ],
          [],
        ],
      },
    ]);
  });
  test("who gives up does it in a turn of his own, and scores nothing", () => {
    const sheet = (moves: string) => {
      const table = Table.fromRecord(`[Game "delta"]\n\n${moves}\n`);
      const rows = sheetRows(table.events(), 2, "gave up");
      table.close();
      return rows.map((row) => [
        row.round,
        ...row.cells.map((cell) => cell.map(({ move, gained }) => `${move} ${gained}`).join(" ")),
      ]);
    };
    expect(sheet("1. c3 p2resigns")).toEqual([[1, "c3 0", "gave up 0"]]);
    expect(sheet("1. c3 d4 p1resigns")).toEqual([
      [1, "c3 0", "d4 0"],
      [2, "gave up 0", ""],
    ]);
  });
  test("whoever won or could not go on is called by name", () => {
    const played = readFileSync(resolve(import.meta.dirname, "../../../tests/data/games.jsonl"), "utf8").split("\n");
    const results = played.flatMap((line) => {
      const { game, moves } = JSON.parse(line || "{}") as { game?: string; moves: string[] };
      if (game !== "kulami") return [];
      const text = `[Game "kulami"]\n[Player1 "Mara"]\n[Player2 "Jonas"]\n\n${moves.join(" ")}\n`;
      const table = Table.fromRecord(text);
      const result = sheetResult(text, table.state(), table.events(), ["Mara", "Jonas"]);
      table.close();
      return [result];
    });
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) expect(result).toMatch(/^(\u2068?(Mara|Jonas)\u2069? won|A draw)\. .*\.$/);
    expect(results.some((result) => /No hollow left for (Mara|Jonas)\./.test(result))).toBe(true);
    expect(results.join(" ")).not.toMatch(/\b(Red|Black)\b/);
  });
  test("of a real game", () => {
    const table = Table.fromRecord(DELTA);
    const rows = sheetRows(table.events(), 2, "");
    table.close();
    expect(rows.map((row) => [row.round, ...row.cells.map((cell) => cell.map((ply) => ply.move).join(" "))])).toEqual([
      [1, "c3", "d4"],
      [2, "c3-e3", "b2"],
    ]);
  });
  test("short cells make several columns, long ones a single one", () => {
    const rowOf = (move: string) => [{ round: 1, cells: [[{ move, gained: 0 }], []] }];
    expect(sheetColumns(rowOf("c3-e3"), 2)).toBe(4);
    expect(sheetColumns(rowOf("r4 ne1 turn n1 turn"), 2)).toBe(1);
    expect(sheetColumns([], 2)).toBeGreaterThan(0);
  });
});
