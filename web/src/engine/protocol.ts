/* What the page asks the engine, and what the page and its workers say to each other. */
import type { Fault } from "../core/module";
import type {
  Analysis,
  Choice,
  Defence,
  Explored,
  Line,
  ProblemAnswer,
  Report,
  Review,
  ReviewShare,
  Threat,
} from "../core/types";

/** A running game as the engine takes it: it plays the moves from the position. */
export interface GameSoFar {
  spec: string;
  /** The first position, or "" for the start. */
  position: string;
  moves: string[];
}

/** A game whose moves are graded, and what was found of its plies so far: an array that only grows. */
interface Reviewed {
  record: string;
  found: string[];
}

export type Question =
  /** The move of a level. */
  | { kind: "choose"; game: GameSoFar; level: number; seed: number }
  /** The best lines of a position. Several workers can share it: each has every n-th move. */
  | { kind: "analyse"; game: GameSoFar; lines: number; milliseconds: number; shares?: number; share?: number }
  /** Every move of a position with its exact value. */
  | { kind: "explore"; game: GameSoFar; milliseconds: number }
  /** What the next player would do if it were their turn. */
  | { kind: "threat"; game: GameSoFar; milliseconds: number }
  /** The grades of a game. Plies of which nothing was found are looked at. */
  | ({ kind: "review" } & Reviewed)
  /** One of its plies, counted back from the last; the report is what is known before. */
  | ({ kind: "review-ply"; back: number } & Reviewed)
  /** About a problem, which is its line of the text, after these moves (src/wasm/engine.c). */
  | { kind: "problem"; about: keyof ProblemReplies; spec: string; problem: string; moves: string[] };

export interface ProblemReplies {
  answer: ProblemAnswer;
  hint: { move: string };
  solution: Line;
  defences: { defences: Defence[] };
}

interface Reports {
  choose: Report;
  analyse: Analysis;
  explore: Explored;
  "review-ply": Review;
}

interface Answers {
  choose: Choice;
  analyse: Analysis;
  explore: Explored;
  threat: Threat;
  review: Review;
  "review-ply": ReviewShare;
}

/** Reports arrive while a question is worked on. */
export type ReportOn<Q extends Question> = Q["kind"] extends keyof Reports ? Reports[Q["kind"]] : never;
export type AnswerTo<Q extends Question> = Q extends {
  kind: "problem";
  about: infer About extends keyof ProblemReplies;
}
  ? ProblemReplies[About]
  : Q["kind"] extends keyof Answers
    ? Answers[Q["kind"]]
    : never;

/** To a worker. `stop` is a word in shared memory, the number of the last question that is over; null where pages may not
    share memory. */
export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module; stop: Int32Array | null; megabytes: number }
  /** Without `record` it is that of the last question; `found` are the lines since then. */
  | { kind: "review"; record?: string; found: string[] }
  | { kind: "ask"; number: number; question: Question };

export type FromWorker =
  | { kind: "report"; number: number; report: unknown }
  | { kind: "answer"; number: number; answer: unknown }
  | { kind: "fault"; number: number; fault: Fault }
  /** The module is not to be asked again. */
  | { kind: "crash"; reason: string };
