/* The colours in a match. Few choose one: what changes the colours (chosen.ts) is loaded where somebody has. */
import { signal } from "@preact/signals";
import { pageScope } from "../app/scope";
import { settings } from "../app/settings";
import type * as Chosen from "./chosen";

const chosen = signal<typeof Chosen | undefined>(undefined);

let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  try {
    chosen.value = await import("./chosen");
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** Before games are shown in colours that somebody chose. All callers continue in the order of their calls. */
export const needColours = (): Promise<void> => (loading ??= load());

/* Another tab may be the first that chooses one. */
pageScope.watch(
  () => settings.choices.colours,
  (colours) => Object.keys(colours).length > 0 && void needColours().catch(() => undefined),
);

export const coloursIn: typeof Chosen.chosenColours = (...match) => chosen.value?.chosenColours(...match);
