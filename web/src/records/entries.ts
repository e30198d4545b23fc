/* What the list says about a record. */
import { keep } from "../app/keep";
import { gameOf, recordGames } from "../core/table";
import type { RecordGame } from "../core/types";
import { currentLanguage, gameText, has, t } from "../i18n/texts";
import { shownName, sideNamed, type Side } from "../game/plan";
import { finishedGames, keptMatch } from "../keep/shelf";

/** The names of the players, as the record or the game calls them. */
export function playersOf({ game, tags }: RecordGame): string[] {
  const id = gameOf(game);
  const seats = [1, 2, 3, 4].filter((seat) => seat <= 2 || tags[`Player${seat}`] !== undefined);
  const called = (seat: number) => (has(`player.${seat}`, id) ? gameText(id, `player.${seat}`) : String(seat));
  return seats.map((seat) => shownName(tags[`Player${seat}`] ?? called(seat)));
}

export function resultOf(record: RecordGame): string {
  const won = /^p(\d)win$/.exec(record.result);
  if (won) return t("records.won", { name: playersOf(record)[Number(won[1]) - 1] ?? won[1]! });
  return t(record.end === "open" ? "records.unfinished" : "records.drawn");
}

/** "2026.11.15" as people here write it; anything else as it is. */
export function dateOf(tag: string | undefined): string {
  const found = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(tag ?? "");
  if (!found) return tag ?? "";
  const [, year, month, day] = found.map(Number);
  const language = currentLanguage();
  const here = navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language; /* with its region */
  return new Intl.DateTimeFormat(here, { dateStyle: "medium" }).format(new Date(year!, month! - 1, day!));
}

export interface Entry {
  text: string;
  record: RecordGame;
  /** Its place among the finished games; -1: it is on the table. */
  index: number;
}

function entryOf(text: string, index: number): Entry | undefined {
  try {
    const record = recordGames(text, 1).games[0];
    return record && !record.error ? { text, record, index } : undefined;
  } catch {
    return undefined;
  }
}

/** The match on the table if it is still going on, and the games that were played here, newest first; one that cannot
    be read, which another version may have left, is undefined. */
export function* entries(): Generator<Entry | undefined, undefined> {
  const match = keptMatch();
  const table = match && entryOf(match.record, -1);
  if (table && table.record.end === "open" && table.record.plies > 0) yield table;
  for (const [index, text] of finishedGames().entries()) yield entryOf(text, index);
}

export function removeFinished(text: string): void {
  const games = finishedGames();
  keep("finished", games.toSpliced(games.indexOf(text), 1));
}

export function restoreFinished(text: string, index: number): void {
  keep("finished", finishedGames().toSpliced(index, 0, text));
}

/** Who plays on in a game that was left: an engine keeps its level, which is its name in the record. */
export function sidesOf(record: RecordGame): Side[] {
  return playersOf(record).map((name, index) => sideNamed(record.tags[`Player${index + 1}`] ?? name));
}
