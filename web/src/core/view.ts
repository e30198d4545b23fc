/* How a game stands, put together from what stays and what a move changed. */
import type { State, StateParts, Terrain } from "./types";

/** `terrain` is the one whose key the state names. */
export function wholeState({ view, ...state }: StateParts, { layout, box, places, regions }: Terrain): State {
  const { terrain: _, things, on, regions: leads, ...rest } = view;
  return {
    ...state,
    view: {
      ...rest,
      layout,
      box,
      places: places.map((site, index) => ({ ...site, ...things[on[index]!]! })),
      regions: regions.map((plot, index) => ({ ...plot, ...leads[index]! })),
    },
  };
}
