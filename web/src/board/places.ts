/* The places of a board as they lie on the screen: rows for the reader, ways for the arrow keys, the nearest one to a
   finger. */
import type { Arrow, Backdrop, Place, View } from "../core/types";

/** A place with its middle and reach in the drawing. */
export interface Spot {
  place: Place;
  x: number;
  y: number;
  reach: number;
}

export function spotsOf(view: View, backdrop: Backdrop): Spot[] {
  return view.places.flatMap((place) => {
    const found = backdrop.places[place.id];
    return found ? [{ place, x: found[0], y: found[1], reach: found[2] }] : [];
  });
}

/* Rows from top to bottom as the game names them. Flipping the board does not change their order, so a
   screen reader stays at its place. */
function gridRows(spots: Spot[]): Spot[][] {
  const rows = new Map<number, Spot[]>();
  for (const spot of spots) {
    const row = rows.get(spot.place.y);
    if (row) row.push(spot);
    else rows.set(spot.place.y, [spot]);
  }
  const sorted = [...rows.values()].map((row) => row.sort((a, b) => a.place.x - b.place.x));
  return sorted.sort((a, b) => a[0]!.place.y - b[0]!.place.y);
}

/* Without rows, those that the right arrow joins belong together: a ring. */
function ringRows(spots: Spot[]): Spot[][] {
  const left = new Map(spots.map((spot) => [spot.place.id, spot]));
  const rows: Spot[][] = [];
  for (const first of spots) {
    const row: Spot[] = [];
    for (let at: Spot | undefined = first; at && left.delete(at.place.id); at = left.get(at.place.next.right ?? ""))
      row.push(at);
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

export function rowsOf(view: View, spots: Spot[]): Spot[][] {
  return view.layout === "grid" ? gridRows(spots) : ringRows(spots);
}

const OPPOSITE: Record<Arrow, Arrow> = { up: "down", down: "up", left: "right", right: "left" };

/** Where an arrow key leads. A board turned round turns its arrows; a ring goes on the way it went. */
export function nextPlace(view: View, place: Place, arrow: Arrow, flipped: boolean): string | null {
  return place.next[flipped && view.layout === "grid" ? OPPOSITE[arrow] : arrow];
}

/** The end of the way that an arrow leads along; on a ring, which has none, where one is. */
export function lastPlace(view: View, place: Place, arrow: Arrow, flipped: boolean): string {
  const byId = new Map(view.places.map((each) => [each.id, each]));
  const seen = new Set([place.id]);
  let at = place;
  for (;;) {
    const next = byId.get(nextPlace(view, at, arrow, flipped) ?? "");
    if (!next) return at.id;
    if (seen.has(next.id)) return place.id;
    seen.add(next.id);
    at = next;
  }
}

/** The nearest place, if its middle is at most `reaches` times its reach away. */
export function nearest(spots: Spot[], x: number, y: number, reaches: number): string | undefined {
  let found: Spot | undefined;
  let least = Infinity;
  for (const spot of spots) {
    const away = Math.hypot(spot.x - x, spot.y - y);
    if (away >= least || away > spot.reach * reaches) continue;
    least = away;
    found = spot;
  }
  return found?.place.id;
}
