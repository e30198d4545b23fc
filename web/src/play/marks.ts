/* The marks of a board as the legend shows them, and what the board is made of. */
import type { View } from "../core/types";

const ring = (radius: number): string =>
  `M16 16m-${radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0`;
const along = "M2 16h28";

/** As boards draw them, in a square of 32. */
export const drawn: Record<string, string> = {
  target: ring(7) + ring(2),
  hand: ring(11),
  capture: `${ring(9)}M16 4v6M16 22v6M4 16h6M22 16h6`,
  choice: "M13 5a11 11 0 0 0-8 8M19 5a11 11 0 0 1 8 8M13 27a11 11 0 0 1-8-8M19 27a11 11 0 0 0 8-8",
  from: ring(8),
  to: ring(10),
  put: ring(10),
  taken: "M10 10l12 12M22 10L10 22",
  "lead-1": "M4 7h24v18H4z",
  "lead-2": "M3 6h26v20H3zM7 10h18v12H7z",
  prey: "M6 6l5 5M26 6l-5 5M6 26l5-5M26 26l-5-5",
  caged: "M7 10v12M25 10v12",
  barred: "M4 12l8-8M4 22L22 4M8 28L28 8M18 28l10-10",
  permission: along,
  chain: along,
  relay: along,
  figure: ring(10),
  short: ring(10),
  refused: "M5 5h22v22H5z",
};

/** What the board is made of, as the core tells it from the same view. */
export function groundOf({ layout, places, regions }: View): string {
  if (layout === "free") return "circles";
  if (places.some(({ ground }) => ground !== null)) return "cards";
  return regions.length > 0 ? "plates" : "squares";
}
