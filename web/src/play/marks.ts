/* Which marks a game puts on its board, and what it lies on: read from its view, so that the legend has no others. */
import type { Mark, State, View } from "../core/types";

const ring = (radius: number): string =>
  `M16 16m-${radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0`;
const along = "M2 16h28";

/** As boards draw them, in a square of 32. */
export const drawn: Record<string, string> = {
  target: ring(7) + ring(2),
  hand: ring(11),
  from: ring(8),
  to: ring(10),
  put: ring(10),
  taken: "M10 10l12 12M22 10L10 22",
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

/** "new-figure-nose" is a figure. */
const shapeMark = (kind: string): string => kind.replace("new-", "").split("-")[0]!;

/** The marks that are on the board now, or may be at any time. */
export function marksOn({ steps, view }: State): string[] {
  const { places, regions, shapes } = view;
  const marked = (mark: Mark) => places.some(({ marks }) => marks.includes(mark));
  const travelled = marked("from");
  return [
    "target",
    "refused",
    ...(steps.some((step) => step.steps.length > 1) ? ["hand"] : []),
    ...(travelled ? ["from"] : marked("to") ? ["to"] : []),
    ...(["put", "taken"] as const).filter(marked),
    ...(regions.some(({ marks }) => marks.includes("barred")) ? ["barred"] : []),
    ...shapes.map(({ kind }) => shapeMark(kind)),
  ];
}
