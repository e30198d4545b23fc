/* The places of the boards on the real module: rows, arrow keys, and the nearest place to a finger. */
import { beforeAll, describe, expect, test } from "vitest";
import { openBoard } from "./support/page";
import { lastPlace, nearest, nextPlace, rowsOf, spotsOf, type Spot } from "../../src/board/places";
import { Table } from "../../src/core/table";
import type { View } from "../../src/core/types";

beforeAll(openBoard);

function laid(spec: string, flipped = false): { view: View; spots: Spot[] } {
  const table = Table.open(spec);
  const { view } = table.state();
  const spots = spotsOf(view, table.backdrop({ prefix: "b", flipped }));
  table.close();
  return { view, spots };
}

const placeIn = (view: View, id: string) => view.places.find((place) => place.id === id)!;
const ids = (row: Spot[]) => row.map((spot) => spot.place.id).join(" ");

describe("rows", () => {
  test("a grid is read from the top, turned round or not", () => {
    for (const flipped of [false, true]) {
      const { view, spots } = laid("delta", flipped);
      const rows = rowsOf(view, spots);
      expect(rows.map(ids)).toEqual([
        "a5 b5 c5 d5 e5",
        "a4 b4 c4 d4 e4",
        "a3 b3 c3 d3 e3",
        "a2 b2 c2 d2 e2",
        "a1 b1 c1 d1 e1",
      ]);
    }
  });

  test("the rows of Circle Delta go round the middle, and no hole is lost", () => {
    const { view, spots } = laid("circle-delta");
    const rows = rowsOf(view, spots);
    expect(rows.map((row) => row[0]!.place.id)).toEqual(["a1", "b1", "c1", "d1", "e1", "f1", "g1"]);
    expect(rows.flat()).toHaveLength(view.places.length);
    expect(ids(rows[0]!)).toBe("a1 a2 a3 a4 a5 a6 a7 a8");
  });
});

describe("arrow keys", () => {
  test("lead where they point, on a board turned round too", () => {
    const { view } = laid("delta");
    expect(nextPlace(view, placeIn(view, "c3"), "up", false)).toBe("c4");
    expect(nextPlace(view, placeIn(view, "c3"), "up", true)).toBe("c2");
    expect(nextPlace(view, placeIn(view, "a3"), "left", false)).toBeNull();
  });

  test("go to the edge, and stay where a ring has none", () => {
    const { view } = laid("kulami");
    expect(lastPlace(view, placeIn(view, "c3"), "right", false)).toBe("h3");
    expect(lastPlace(view, placeIn(view, "c3"), "right", true)).toBe("a3");
    const ring = laid("circle-delta").view;
    expect(lastPlace(ring, placeIn(ring, "a3"), "right", false)).toBe("a3");
    expect(nextPlace(ring, placeIn(ring, "a8"), "right", true)).toBe("a1");
  });
});

describe("the nearest place", () => {
  test("is found in its corners, and not off the board", () => {
    const { spots } = laid("delta");
    const corner = spots.find((spot) => spot.place.id === "a1")!;
    const { x, y, reach } = corner;
    expect(nearest(spots, x - 0.95 * reach, y + 0.95 * reach, 1.45)).toBe("a1");
    expect(nearest(spots, x - 1.6 * reach, y, 1.45)).toBeUndefined();
    expect(nearest(spots, x - 1.6 * reach, y, 2)).toBe("a1");
  });

  test("every place is nearest to its own middle", () => {
    for (const spec of ["neo-delta", "kulami", "delfino", "circle-delta:board=rose,petals=8,rings=6"]) {
      const { spots } = laid(spec, true);
      expect(spots.map(({ x, y }) => nearest(spots, x, y, 1))).toEqual(spots.map((spot) => spot.place.id));
    }
  });
});
