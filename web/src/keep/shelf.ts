/* What the browser keeps of play: the match on the table, and the records of games that were played here. */
import { keep, kept } from "../app/keep";
import type { Finished, Plan } from "../game/plan";

export interface Kept {
  plan: Plan;
  finished: Finished[];
  record: string;
  seed: number;
  flipped: boolean;
}

const FINISHED_MAX = 50;

export function keptMatch(): Kept | undefined {
  return kept<Kept>("match");
}

export function keepMatch(match: Kept | undefined): void {
  keep("match", match);
}

/** The records of the games that were finished here, newest first. */
export function finishedGames(): string[] {
  return kept<string[]>("finished") ?? [];
}

export function keepFinished(record: string): void {
  keep("finished", [record, ...finishedGames()].slice(0, FINISHED_MAX));
}

/** A finished game that goes on after all is not finished. */
export function dropFinished(record: string): void {
  const games = finishedGames();
  const at = games.indexOf(record);
  if (at >= 0) keep("finished", games.toSpliced(at, 1));
}
