/* What the page and the worker of the engine say to each other. */
import type { Report } from "../core/types";
import type { Fault } from "../core/module";

/** A running game, as the engine wants it: it plays the moves from the position. */
export interface GameSoFar {
  spec: string;
  /** The first position, or "" for the start. */
  position: string;
  moves: string[];
}

export type Question =
  | { kind: "choose"; game: GameSoFar; player: string; milliseconds: number; seed: number }
  | { kind: "analyse"; game: GameSoFar; lines: number; milliseconds: number; megabytes: number };

/** What the game is worth, proved. */
export type Solve = { kind: "solve"; game: GameSoFar; milliseconds: number; megabytes: number };

/** For the player to move, in hundredths of a point: bounds, which are equal when it is proved; then every best move, and
    a line. */
export interface Solution {
  proved: boolean;
  least: number;
  most: number;
  best: string[];
  line: string[];
}

/** To the worker. `stop` is a word in shared memory that is not 0 when the search should end; null where pages may not
    share memory. */
export type ToWorker = { kind: "start"; module: WebAssembly.Module; stop: Int32Array | null } | { kind: "ask"; question: Question | Solve };

export type FromWorker =
  | { kind: "report"; report: Report }
  | { kind: "answer"; answer: (Report & { move?: string }) | Solution }
  | { kind: "fault"; fault: Fault };
