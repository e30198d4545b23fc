/* The entries of the list: games that are being played, and games that are over. The games of a match are one entry. */
import { gameOf, matchSide, recordGames } from "../core/table";
import type { RecordGame } from "../core/types";
import { matchWinner, seriesOf, spokenName, sideNamed, type Side } from "../game/plan";
import { currentLanguage, gameText, has, t } from "../i18n/texts";
import { gameStorage, type SavedMatch, type SavedRecord } from "../storage/games";

/** By seat; of a game that is not over there are none. */
export function pointsOf({ tags }: RecordGame): number[] {
  return (tags["Points"] ?? "")
    .split(" ")
    .filter((part) => part !== "")
    .map(Number);
}

function seatsOf(record: RecordGame): number[] {
  const players = Math.max(2, Number(/\bplayers=(\d)/.exec(record.game)?.[1] ?? 2), pointsOf(record).length);
  return [1, 2, 3, 4].filter((seat) => seat <= players || record.tags[`Player${seat}`] !== undefined);
}

/* The seat of the player at this browser: as it was stored, or the only one without a name against computers.
   0: the record does not say. */
function ownSeat(record: RecordGame, own?: number): number {
  const nameless = seatsOf(record).filter((seat) => record.tags[`Player${seat}`] === undefined);
  const others = sidesOf(record).filter((_, index) => index + 1 !== nameless[0]);
  return own ?? (nameless.length === 1 && others.every(({ kind }) => kind === "engine") ? nameless[0]! : 0);
}

/** The names of the players, as the record or the game calls them; the one at the seat `own` is "You". */
export function playersOf(record: RecordGame, own = 0): string[] {
  const id = gameOf(record.game);
  const called = (seat: number) => (has(`player.${seat}`, id) ? gameText(id, `player.${seat}`) : String(seat));
  return seatsOf(record).map((seat) => {
    const name = record.tags[`Player${seat}`];
    return seat === own ? t("play.you") : name === undefined ? called(seat) : spokenName(name);
  });
}

export function resultOf(record: RecordGame, own = 0): string {
  const seat = winnerOf(record);
  if (seat > 0 && seat === own) return t("records.won-you");
  if (seat > 0) return t("records.won", { name: playersOf(record)[seat - 1] ?? String(seat) });
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

/** The players of a game that is resumed: an engine has the level that is its name in the record. */
export function sidesOf(record: RecordGame): Side[] {
  return seatsOf(record).map((seat) => sideNamed(record.tags[`Player${seat}`] ?? ""));
}

/** A row of the list. */
export interface Entry {
  id: string;
  /** The record, or a text that cannot be read as a record. */
  text: string;
  /** Undefined: it cannot be read. */
  record: RecordGame | undefined;
  /** As it is stored: a match that can be resumed, or a game that is over. */
  match?: SavedMatch;
  saved?: SavedRecord;
  /** The games of a match that are over, the first game first. */
  games?: Entry[];
}

/** How a game or a match ended. The winner stands first, among the players and among the points. */
export interface Sum {
  players: string[];
  points: number[];
  /** The winner, when it is over. */
  result: string;
}

/** Sides or seats, counted from 0, in the order of a result: the winner (-1: nobody), then the most points. */
export function ranking(points: number[], winner: number, count = points.length): number[] {
  return Array.from({ length: count }, (_, side) => side).sort(
    (one, other) =>
      Number(other === winner) - Number(one === winner) || (points[other] ?? 0) - (points[one] ?? 0) || one - other,
  );
}

function ranked(players: string[], points: number[], winner: number, result: string): Sum {
  const order = ranking(points, winner, players.length);
  const listed = points.length > 0 ? order : []; /* of a game that is not over there are none */
  return { players: order.map((side) => players[side]!), points: listed.map((side) => points[side] ?? 0), result };
}

const winnerOf = ({ result }: RecordGame): number => Number(/^p(\d)win$/.exec(result)?.[1] ?? 0);

/** Of a game that was played here. */
export function gameSum(record: RecordGame, saved?: SavedRecord): Sum {
  const own = ownSeat(record, saved?.own);
  return ranked(playersOf(record, own), pointsOf(record), winnerOf(record) - 1, resultOf(record, own));
}

const roundOf = ({ tags }: RecordGame): number => Math.max(0, Number(tags["Round"] ?? 1) - 1);

/** Of a match of several games, by the records of those that are over. */
export function sumOf({ games = [], match }: Entry): Sum {
  const records = games.map(({ record }) => record).filter((record) => record !== undefined);
  const [first] = records;
  if (!first) return { players: [], points: [], result: "" };
  const count = seatsOf(first).length;
  const finished = records.map((record) => {
    const points = Array.from({ length: count }, () => 0);
    const side = (seat: number) => matchSide(count, roundOf(record), seat);
    pointsOf(record).forEach((value, index) => (points[side(index + 1)] = value));
    const won = winnerOf(record);
    return { points, winner: won > 0 ? side(won) : -1 };
  });
  const players: string[] = [];
  const own = ownSeat(first, games[0]?.saved?.own);
  playersOf(first, own).forEach((name, index) => (players[matchSide(count, roundOf(first), index + 1)] = name));
  const points = players.map((_, side) => finished.reduce((sum, game) => sum + game.points[side]!, 0));
  const winner = matchWinner(finished, count);
  if (match) return ranked(players, points, winner, "");
  if (winner < 0) return ranked(players, points, winner, t("records.match-drawn"));
  const you = own > 0 && matchSide(count, roundOf(first), own) === winner;
  const won = you ? t("records.match-you") : t("records.match-won", { name: players[winner]! });
  return ranked(players, points, winner, won);
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
  const series = new Map<string, SavedRecord[]>();
  for (const saved of await gameStorage.records()) {
    const key = saved.match ?? saved.id;
    series.set(key, [saved, ...(series.get(key) ?? [])]); /* the first game first */
  }
  const fromRecord = (saved: SavedRecord): Entry => {
    const { id, text } = saved;
    return { id, text, record: read(text), saved };
  };
  const fromMatch = (match: SavedMatch, over: SavedRecord[]) => (): Entry | undefined => {
    const record = match.plan?.sides && match.finished ? read(match.record) : undefined;
    const entry = { id: match.id, text: String(match.record), record, match };
    return match.begun === false ? undefined : { ...entry, ...(over.length > 0 && { games: over.map(fromRecord) }) };
  };
  const fromGames = (id: string, over: SavedRecord[]) => (): Entry => {
    const games = over.map(fromRecord);
    const last = games.at(-1)!;
    return last.saved!.match === undefined ? last : { id, text: last.text, record: last.record, games };
  };
  const going = gameStorage.matches
    .filter(({ over }) => !over)
    .map((match) => {
      const key = match.plan && seriesOf(match.id, match.plan);
      const over = (key !== undefined && series.get(key)) || [];
      if (key !== undefined) series.delete(key);
      return fromMatch(match, over);
    });
  return [...going, ...[...series].map(([id, over]) => fromGames(id, over))];
}

export function remove({ id, match, games, saved }: Entry): void {
  if (match) gameStorage.deleteMatch(id);
  if (saved) gameStorage.deleteRecord(id);
  for (const game of games ?? []) gameStorage.deleteRecord(game.id);
}

export function restore({ match, saved, games }: Entry): void {
  if (match) gameStorage.saveMatch(match);
  if (saved) gameStorage.saveRecord(saved);
  for (const game of games ?? []) restore(game);
}

/** The texts of an entry: of its games, and of the game that is being played. */
export function textsOf({ text, games = [], match, record }: Entry): string[] {
  const over = games.map((game) => game.text);
  return games.length > 0 && !(match && record?.end === "open") ? over : [...over, text];
}
