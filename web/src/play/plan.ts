/* What was agreed before a match: the game with its options, who plays, who begins, how many games. */
import { matchSide } from "../core/table";

/** One who plays throughout the match, whatever seat he takes. */
export interface Side {
  kind: "person" | "engine";
  name: string;
  /** Of the engine, 0 to 10. */
  level: number;
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
  end: string;
  /** The side in the first place alone, or -1 for a draw. */
  winner: number;
}
