/* What the list says about a game: one that is being played, or one that is over. */
import { gameOf, recordGames } from "../core/table";
import type { RecordGame } from "../core/types";
import { shownName, sideNamed, type Side } from "../game/plan";
import { currentLanguage, gameText, has, t } from "../i18n/texts";
import { keeper, type Kept, type KeptRecord } from "../keep/keeper";

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

/** Who plays on in a game that was left: an engine keeps its level, which is its name in the record. */
export function sidesOf(record: RecordGame): Side[] {
  return playersOf(record).map((name, index) => sideNamed(record.tags[`Player${index + 1}`] ?? name));
}

/** One of the list. */
export interface Entry {
  id: string;
  /** The record, or what cannot be read as one. */
  text: string;
  /** Undefined: it cannot be read. */
  record: RecordGame | undefined;
  /** What is kept: a match that can be gone on with, or a game that is over. */
  match?: Kept;
  kept?: KeptRecord;
}

function read(text: unknown): RecordGame | undefined {
  try {
    const record = recordGames(String(text), 1).games[0];
    return record && !("error" in record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The matches that are going on, and the games that were finished here, newest first. */
export async function entries(): Promise<(() => Entry | undefined)[]> {
  const matches = keeper.matches.filter(({ over }) => !over);
  const fromMatch = (match: Kept) => (): Entry | undefined => {
    const record = match.plan?.sides && match.finished ? read(match.record) : undefined;
    return match.begun === false ? undefined : { id: match.id, text: String(match.record), record, match };
  };
  const fromRecord = (kept: KeptRecord) => (): Entry => ({
    id: kept.id,
    text: kept.text,
    record: read(kept.text),
    kept,
  });
  return [...matches.map(fromMatch), ...(await keeper.records()).map(fromRecord)];
}

export function remove({ id, match }: Entry): void {
  if (match) keeper.dropMatch(id);
  else keeper.dropRecord(id);
}

export function restore({ match, kept }: Entry): void {
  if (match) keeper.keepMatch(match);
  if (kept) keeper.keepRecord(kept);
}
