/* The colours in a match. Few choose one: what changes the colours (chosen.ts) is loaded where somebody has. */
import { signal } from "@preact/signals";
import type * as Chosen from "./chosen";

const chosen = signal<typeof Chosen | undefined>(undefined);

/** Before games are shown in colours that somebody chose. */
export async function needColours(): Promise<void> {
  chosen.value = await import("./chosen");
}

export const coloursIn: typeof Chosen.chosenColours = (...match) => chosen.value?.chosenColours(...match);
