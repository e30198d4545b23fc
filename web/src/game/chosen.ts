/* The colour that this browser's person chose in the settings, in a match. */
import { settings } from "../app/settings";
import { Colours } from "../core/colours";
import { gameOf } from "../core/table";
import { sideAt, type Plan } from "./plan";

/** In a game (from 0) of the match; `kinds` are the men of its seats. Undefined: each has the colour of the seat. */
export function chosenColours(plan: Plan, game: number, kinds: (string | null)[]): Colours | undefined {
  const chosen = settings.choices.colours[gameOf(plan.spec)];
  const person = plan.sides.findIndex(({ kind }) => kind === "person");
  const seat = plan.sides.findIndex((_, index) => sideAt(plan, game, index + 1) === person) + 1;
  return chosen && seat > 0 && seat !== chosen ? new Colours(seat, chosen, kinds) : undefined;
}
