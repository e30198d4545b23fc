/* What the page and the worker of the engine say to each other. */
import type { Analysis, Defence, Explored, Line, ProblemAnswer, Report, Review } from "../core/types";
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

/** All there is to say of a position; reports tell what is known so far. Of several workers each has a share of it. */
export interface StudyQuestion {
  kind: "study";
  game: GameSoFar;
  lines: number;
  milliseconds: number;
  megabytes: number;
  shares?: number;
  share?: number;
}

/** Every move of a position with its exact value; reports tell what is known so far. */
export interface ExploreQuestion {
  kind: "explore";
  game: GameSoFar;
  milliseconds: number;
  megabytes: number;
}

/** What the next player would do if it were his turn. */
export interface ThreatQuestion {
  kind: "threat";
  game: GameSoFar;
  milliseconds: number;
  megabytes: number;
}

/** A game whose moves are graded, with so many positions looked at for each, and what was found of its plies so far. */
interface Reviewed {
  record: string;
  nodes: number;
  megabytes: number;
  found: string[];
}

/** Its grades; plies that nobody found anything of are looked at. */
export type ReviewQuestion = Reviewed & { kind: "review" };

/** One of its plies, counted back from the last; the report is what is known before. */
export type ReviewPlyQuestion = Reviewed & { kind: "review-ply"; back: number };

/** About a problem, which is its line of the text, after these moves; src/wasm/engine.c has the answers. */
export interface ProblemQuestion {
  kind: "problem";
  about: "answer" | "hint" | "solution" | "defences";
  spec: string;
  problem: string;
  moves: string[];
}

export interface ProblemReplies {
  answer: ProblemAnswer;
  hint: { move: string };
  solution: Line;
  defences: { defences: Defence[] };
}

export type AnyQuestion =
  | Question
  | ProblemQuestion
  | StudyQuestion
  | ExploreQuestion
  | ThreatQuestion
  | ReviewQuestion
  | ReviewPlyQuestion;
export type AnyReport = Report | Analysis | Explored | Review;

export type Answer = Report & { move?: string };

/** To the worker. `stop` is a word in shared memory, the number of the last question that is over; null where pages may
    not share memory. */
export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module; stop: Int32Array | null }
  | { kind: "ask"; number: number; question: AnyQuestion };

export type FromWorker =
  | { kind: "report"; number: number; report: AnyReport }
  | { kind: "answer"; number: number; answer: unknown }
  | { kind: "fault"; number: number; fault: Fault }
  /** The module is not to be asked again. */
  | { kind: "crash"; reason: string };
