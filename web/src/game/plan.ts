/* What was agreed before a match: the game with its options, who plays, who begins, how many games. */
import { matchSide } from "../core/table";
import type { End, Message } from "../core/types";
import { isolated } from "../i18n/isolate";
import { t } from "../i18n/texts";

/** A player throughout the match, in changing seats. */
export interface Side {
  /** "remote": a player elsewhere, whose moves come from a server. */
  kind: "person" | "engine" | "remote";
  /** As a record writes it, never translated; "" if they have none. */
  name: string;
  /** Of the engine, 0 to 10; of a player elsewhere -1 for a person. */
  level: number;
  /** Called "You" at this screen, and by name in records. */
  you?: boolean;
}

const ENGINE = /^engine:(\d+)$/;

/** The name of an engine in records: its level, in every language as the command line writes it. */
export function engineTag(level: number): string {
  return `engine:${level}`;
}

/** The player that a record names. */
export function sideNamed(name: string): Side {
  const level = ENGINE.exec(name)?.[1];
  return level === undefined ? { kind: "person", name, level: 0 } : { kind: "engine", name: "", level: Number(level) };
}

/** The name that a record gives, for people. */
export function shownName(name: string): string {
  const { kind, level } = sideNamed(name);
  return kind === "engine" ? t("level", { level }) : name;
}

/** The same for sentences: a person's name stands between isolates. */
export function spokenName(name: string): string {
  const shown = shownName(name);
  return shown === name ? isolated(name) : shown;
}

export interface Plan {
  /** "kulami:level=3" */
  spec: string;
  /** The position the games begin with, or "" for the start. */
  position: string;
  sides: Side[];
  /** The side that begins the first game; the others follow in turn. */
  begins: number;
  games: number;
  /** How often the match was played again; the sides change with each. */
  rematches?: number;
}

/** An id for the games of one match; undefined if it has only one. */
export function seriesOf(id: string, { games, rematches = 0 }: Plan): string | undefined {
  return games > 1 ? `${id}.${rematches}` : undefined;
}

/** The same once more, with the sides changed. */
export function rematch(plan: Plan): Plan {
  return { ...plan, begins: (plan.begins + 1) % plan.sides.length, rematches: (plan.rematches ?? 0) + 1 };
}

/** People at this screen, who take turns; nobody has a name yet. */
export function people(count: number): Side[] {
  return Array.from({ length: count }, () => ({ kind: "person", name: "", level: 0 }));
}

/** The side that holds a seat (from 1) in a game (from 0) of the match. */
export function sideAt(plan: Plan, game: number, seat: number): number {
  const players = plan.sides.length;
  return (matchSide(players, game, seat) + plan.begins) % players;
}

/** How a game of the match ended: points by side. */
export interface Finished {
  points: number[];
  result: string;
  end: Exclude<End, "open">;
  /** The side in the first place alone, or -1 for a draw. */
  winner: number;
  /** Why it ended, in the words of the game. */
  why: Message | null;
  /** The side that resigned. */
  left?: number;
}

/** The side with most points over all games, or -1 when the first place is shared. Equal points: who won more games. */
export function matchWinner(finished: Pick<Finished, "points" | "winner">[], sides: number): number {
  const sum = (side: number) => finished.reduce((total, game) => total + game.points[side]!, 0);
  const wins = (side: number) => finished.filter((game) => game.winner === side).length;
  const order = Array.from({ length: sides }, (_, side) => side).sort((a, b) => sum(b) - sum(a) || wins(b) - wins(a));
  const [first, second] = order as [number, number];
  return sum(first) === sum(second) && wins(first) === wins(second) ? -1 : first;
}
