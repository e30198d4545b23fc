/* What the core answers, as src/draw/scene_json.c, draw/svg/page.c and src/wasm write it. The page knows nothing else of a
   game. */

import type { Fault } from "./module";

/** Text for people: a key of a catalogue, with arguments. */
export interface Message {
  key: string;
  args: Record<string, string | number>;
}

export type Arrow = "up" | "right" | "down" | "left";
export type Mark = "from" | "to" | "put" | "taken" | "turned" | "barred" | "won";

export interface Place {
  id: string;
  x: number;
  y: number;
  size: number;
  outline: "square" | "circle";
  ground: string | null;
  ground_turns: number;
  man: string | null;
  region: number | null;
  marks: Mark[];
  next: Record<Arrow, string | null>;
  name: Message;
  state: Message | null;
  where: Message | null;
}

export interface Region {
  kind: string;
  box: [number, number, number, number];
  marks: Mark[];
  name: Message | null;
  state: Message | null;
}

export interface Shape {
  kind: string;
  /** Where it lies; only to be compared. */
  curve: unknown;
  name: Message | null;
}

export interface Control {
  id: string;
  name: Message;
}

/** Men in hand. With an id they can be touched. */
export interface Stock {
  id: string;
  kind: string | null;
  player: number;
  count: number;
  name: Message;
}

export interface SeatView {
  kind: string | null;
  out: boolean;
  points: number;
  name: Message;
  state: Message | null;
}

export interface View {
  layout: "grid" | "free";
  roller: number | null;
  places: Place[];
  regions: Region[];
  shapes: Shape[];
  controls: Control[];
  stocks: Stock[];
  seats: SeatView[];
  prompt: Message | null;
}

/** A legal move and the things a person touches, in order, to make it. */
export interface Step {
  move: string;
  steps: string[];
}

/** What became of a touch. With a move, `touched` is all that made it. */
export interface Touch {
  touch: "move" | "added" | "let-go" | "refused";
  touched: string[];
  move: string | null;
  /** Of a refusal. */
  why?: Message | null;
}

export interface Motion {
  act: "put" | "travel" | "take" | "turn" | "roll";
  kind: string | null;
  from: string;
  to: string;
  quarter_turns: number;
}

export type Turn = number | "chance" | "none";
export type End = "open" | "rules" | "repetition" | "ply-limit" | "given-up" | "agreed";

/** How a game stands, or stood after `at` of its events. `steps`, `end`, `result` and `points` are always those of now. */
export interface State {
  at: number;
  events: number;
  repeats: number;
  redoable: number;
  /** The seat to move, at a die roll too; 0: the game is over. */
  seat: number;
  players: number;
  id: string;
  /** The position the game began with; "": the usual one. */
  first: string;
  game: string;
  title: string;
  options: Record<string, string>;
  position: string;
  turn: Turn;
  plies: number;
  end: End;
  result: string;
  points: number[];
  view: View;
  steps: Step[];
  last: { move: string; player: Turn; ply: number; motions: Motion[] } | null;
}

/** What happened: a ply, a roll, or a player who left. */
export interface GameEvent {
  move: string;
  seat: number;
  roll: boolean;
  gave_up: boolean;
  turn: number;
  round: number;
  /** The points of every player after it. */
  points: number[];
}

/** What of a live board stays from move to move, as long as drawings name its key: pieces of SVG, and where things are. */
export interface Backdrop {
  key: string;
  box: [number, number, number, number];
  cell: number;
  style: string;
  defs: string;
  board: string;
  holes: string;
  /** Middle and reach of every place, in units of the drawing. */
  places: Record<string, [number, number, number]>;
  kinds: Record<string, { href: string; reach: number }>;
}

/** What a move may change: pieces of SVG. */
export interface Drawing {
  /** The key of the backdrop they belong to. */
  backdrop: string;
  laid: string;
  under: string;
  men: string;
  over: string;
  /** For each motion of the last move, the path it travels. */
  ways: (string | null)[];
}

export interface GameOption {
  key: string;
  type: "number" | "choice" | "text";
  standard: string;
  least: number;
  most: number;
  choices: string | null;
}

export interface GameFacts {
  id: string;
  title: string;
  score: "margin" | "chance";
  dice: boolean;
  options: GameOption[];
}

/** A game of a text of records. One that cannot be read has an error, and nothing else. */
export interface RecordGame {
  error?: Fault;
  /** "kulami:level=3" */
  game: string;
  plies: number;
  result: string;
  end: End;
  tags: Record<string, string>;
}

/** A step of a first game; docs/formats.md says what its goal means. */
export interface LessonStep {
  name: string;
  /** Goes on where the step before ended. */
  goes_on: boolean;
  goal: "any" | "move" | "touch" | "win";
  /** Moves; or touches, of which the last is to be refused and those before it are in hand. */
  wanted: string[];
  reply: string[];
}

/** A diagram of the rules. */
export interface DiagramFacts {
  /** `<!-- diagram NAME -->` says where it stands, `diagram.NAME` is its caption. */
  name: string;
  spec: string;
  position: string;
  moves: string[];
  touched: string[];
}

/** A problem to solve; docs/formats.md says what is meant. */
export interface ProblemFacts {
  /** From 1. */
  number: number;
  position: string;
  /** White's, until he has won. */
  moves: number;
  points: number;
  key: string;
  grade: number;
  /** No other move wins at all. */
  strict: boolean;
  /** Its line in the text: by it the core knows it. */
  text: string;
}

export type Certainty = "estimate" | "lower" | "upper" | "exact";

/** One of the best lines. The value is for the player to move: points of margin, or percent of the chance to win. */
export interface Line {
  kind: Certainty;
  value: number;
  /** Of every player, in percent. */
  chances?: number[];
  depth: number;
  line: string[];
  /** To the end, where tables tell. */
  plies?: number;
}

/** What a move in a problem is, and Black's line after it, which begins with his answer and is scored for him. */
export interface ProblemAnswer extends Line {
  verdict: "right" | "late" | "less" | "draw" | "loss";
}

/** A defence that holds out longest, and what wins against it. */
export interface Defence {
  reply: string;
  answers: string[];
}

export interface Report {
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
}
