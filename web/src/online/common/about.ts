/* A game's settings in words. */
import { gameFacts, gameOf } from "../../core/table";
import { optionLabel, valueLabel } from "../../setup/words";
import { titleOf } from "../../ui/titles";
import type { ClockSetting, RoomSettings } from "../line/types";
import { onlineText } from "./words";

/** The options by key, as a spec writes them out. */
export function optionsOf(spec: string): Record<string, string> {
  const list = spec.slice(gameOf(spec).length + 1);
  return Object.fromEntries(
    list
      .split(",")
      .filter((part) => part.includes("="))
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
}

const LONG = 24; /* letters of a value that is worth showing */

/** Options that differ from the default, except the number of players: "Size: 6". */
export function optionWords(spec: string): string[] {
  const id = gameOf(spec);
  const chosen = optionsOf(spec);
  return (gameFacts(id)?.options ?? [])
    .filter(({ key, standard }) => key !== "players" && chosen[key] !== undefined && chosen[key] !== standard)
    .filter(({ key }) => chosen[key]!.length <= LONG)
    .map((option) => `${optionLabel(id, option)}: ${valueLabel(id, option.key, chosen[option.key]!)}`);
}

export function clockWords(clock: ClockSetting): string {
  if (clock.kind === "none") return onlineText("time.none");
  if (clock.kind === "days") return onlineText("time.days-each", { count: clock.days });
  const minutes = Math.round(clock.seconds / 60);
  const each =
    clock.seconds < 60
      ? onlineText("time.seconds-each", { count: clock.seconds })
      : onlineText("time.minutes-each", { count: minutes });
  return clock.increment > 0 ? `${each}, ${onlineText("increment", { seconds: clock.increment })}` : each;
}

/** "Kulami. Level: 3. 10 minutes each. Lots decide who begins." */
export function gameWords({ game, clock, random_seats: random, match, private: secret }: RoomSettings): string[] {
  const words = [titleOf(gameOf(game)), ...optionWords(game), clockWords(clock)];
  if (random) words.push(onlineText("by-lot"));
  if (match) words.push(onlineText("match-of", { games: match.games }));
  if (secret) words.push(onlineText("is-private"));
  return words;
}
