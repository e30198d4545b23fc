/* Study: what is said of a position, and what is marked on the board. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openCore } from "../../src/core/table";
import { replyIn } from "../../src/study/answer";
import { StudyTable } from "../../src/study/table";
import type { Analysis, Certainty } from "../../src/core/types";
import { averageOf, estimatedPercents, verdictOf, wholePercents } from "../../src/study/value";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");

beforeAll(async () => openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm")))));

test("chances are whole percents that add up to a hundred", () => {
  expect(wholePercents([52.5, 47.5])).toEqual([53, 47]);
  expect(wholePercents([33.4, 33.3, 33.3])).toEqual([34, 33, 33]);
  expect(wholePercents([100, 0])).toEqual([100, 0]);
  expect(wholePercents([24.6, 25.4, 24.6, 25.4])).toEqual([25, 25, 25, 25]);
});

test("nobody has all or nothing by an estimate but who has left", () => {
  expect(estimatedPercents([100, 0])).toEqual([99, 1]);
  expect(estimatedPercents([99.6, 0.4])).toEqual([99, 1]);
  expect(estimatedPercents([99.7, 0.1, 0.1, 0.1])).toEqual([97, 1, 1, 1]);
  expect(estimatedPercents([60, 0, 40], [2])).toEqual([60, 0, 40]);
  expect(estimatedPercents([52.5, 47.5])).toEqual([53, 47]);
});

test("a roll is proved when every face of it is", () => {
  const roll = (...faces: [Certainty, number][]) => {
    const average = faces.reduce((sum, [, value]) => sum + value, 0) / faces.length;
    return {
      lines: [],
      player: 1,
      roll: { average, averages: [average, 100 - average], faces: faces.map(([kind, value]) => ({ kind, value })) },
    } as unknown as Analysis;
  };
  const scale = { score: "chance", players: 2 } as const;
  const sure = roll(["exact", 100], ["exact", 100]);
  const open = roll(["exact", 100], ["estimate", 100]);
  expect(verdictOf(sure, scale)).toEqual({ seat: 1, sure: "proved", amount: 100 });
  expect(verdictOf(open, scale)).toEqual({ seat: 1, sure: "estimate", amount: 99 });
  expect(verdictOf(roll(["exact", 0], ["exact", 0]), scale)).toEqual({ seat: 2, sure: "proved", amount: 100 });
  expect(verdictOf(open, { ...scale, players: 4 })?.sure).toBe("estimate");
  expect([averageOf(sure.roll!), averageOf(open.roll!)]).toEqual([100, 99]);
  expect(verdictOf(roll(["exact", 99.99], ["exact", 100]), scale)?.amount).toBe(99.9);
});

const beginning = (spec: string, position: string) =>
  `[Game "${spec}"]\n${position === "" ? "" : `[Position "${position}"]\n`}\n\n`;

function drawn(spec: string, position: string, ...marks: string[]): string {
  const table = StudyTable.read(beginning(spec, position));
  try {
    return table.marks(marks.join("\n"), "b", false);
  } finally {
    table.close();
  }
}

const ROSE = "1:g....w.ww..b/.rrr.gg...../.....rw...w./..b...g...b.:w:first:4:5:0";
const THREE = "1:w..b./...../w..../bbb../ww...:w5b5:w";

test("a threat is what the other would do: dashed, with a capsule round the four it would make", () => {
  const threat = drawn("delta", THREE, "threat - d5-d1");
  const [capsule] = /<path d="M[^"]*A[^"]*A[^"]*Z" class="b-m"[^>]*stroke-dasharray[^>]*>/.exec(threat) ?? [];
  expect(threat).toContain('<g class="study-threat">');
  expect(capsule).toBeDefined();
  /* It is Black's move, and White's is none: nothing but the group is drawn. */
  expect(drawn("delta", THREE, "threat - a5-e1")).not.toContain("<path");
  expect(drawn("delta", "", "threat - c3")).not.toContain("<path");
});

test("one's own arrows follow the circles, with a bend where it takes one", () => {
  const arcs = (mark: string) => drawn("circle-delta:board=rose,petals=6", ROSE, mark).match(/d="M[\d. ]+A[^L"]*"/g);
  expect(arcs("own - a1,a4")?.[0]?.match(/A/g)).toHaveLength(1);
  expect(arcs("own - d3,c11")?.[0]?.match(/A/g)).toHaveLength(2);
});

test("two arrows on one way lie 13 units to either side, and one alone where it is", () => {
  const shifts = (...marks: string[]) =>
    [...drawn("delta", THREE, ...marks).matchAll(/translate\(([-\d.]+) ([-\d.]+)\)/g)].map(([, x, y]) => [
      Number(x) + 0,
      Number(y) + 0,
    ]);
  expect(shifts("best 1 a3-d3")).toEqual([]);
  expect(shifts("best 1 a3-d3", "also 2 a3-e3")).toEqual([
    [0, 13],
    [0, -13],
  ]);
  expect(shifts("best 1 a3-d3", "also 2 a5-e1")).toEqual([]);
});

test("discs that would touch become one, with a dot where the other was", () => {
  const labels = (text: string) => [...text.matchAll(/<text[^>]*>([^<]*)</g)].map(([, label]) => label);
  const near = drawn(
    "circle-delta:board=rose,petals=6",
    ROSE.replace("first", "second"),
    "best 1 a2",
    "also 2 a3",
    "also 3 a10",
  );
  expect(labels(near)).toEqual(["1", "2", "3"]);
  const nearer = drawn("circle-delta:rings=5,petals=7", "", "best 1 a1", "also 2 a2", "also 4 d9");
  expect(labels(nearer)).toEqual(["1, 2", "4"]);
});

test("what answers a move is the turn of the next player, and nothing where a die comes first", () => {
  const state = (text: string) => {
    const table = StudyTable.read(text);
    const now = table.state();
    table.close();
    return now;
  };
  const delta = state(beginning("delta", THREE));
  expect(replyIn(delta, [], ["a5-e1"], 1)).toBeUndefined();
  expect(replyIn(delta, [], ["a3-d3", "b2-b4"], 1)).toEqual({ player: 2, moves: ["b2-b4"] });
  const circle = state(beginning("circle-delta:board=rose,petals=6", ROSE));
  expect(replyIn(circle, [], ["b2-b8", "c7-d3", "a1-b1", "d11-a6", "b4-d4"], 1)).toEqual({
    player: 2,
    moves: ["a1-b1", "d11-a6"],
  });
  const delfino = state(beginning("delfino", "1:1.1:0123/0123/0123/0123:4.1,1.4:0,0:2:move4:50:-"));
  expect(replyIn(delfino, [], ["turn", "end", "r3"], 2)).toBeUndefined();
});
