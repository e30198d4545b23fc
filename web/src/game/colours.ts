/* The colours in a match. Few choose one: what changes the colours (chosen.ts) is loaded where somebody has. */
import type * as Chosen from "./chosen";

let chosen: typeof Chosen | undefined;

/** Before games are shown in colours that somebody chose. */
export async function needColours(): Promise<void> {
  chosen = await import("./chosen");
}

export const coloursIn: typeof Chosen.chosenColours = (...match) => chosen?.chosenColours(...match);
