/* Made from src/wasm/answers.txt by web/build/answers.ts. */

/** Text for people: a key of a catalogue, with arguments. */
export interface Message {
  key: string;
  args: Record<string, string | number>;
}

/** What the core refused, with the reason for people where it has one. */
export interface Fault {
  code: number;
  reason: string;
  line?: number;
  column?: number;
  token?: string;
  /** Of a record: the game's id, and which ply is wrong. */
  game?: string;
  ply?: number;
  why?: Message;
}

export type Arrow = "up" | "right" | "down" | "left";

export type Mark = "from" | "to" | "put" | "taken" | "turned" | "barred" | "won" | "prey" | "caged";

export type Point = [number, number];

/** Where a shape lies or a man travels, in units of the view. */
export interface Curve {
  form: "line" | "arc" | "circle" | "rect";
  from?: Point;
  to?: Point;
  centre?: Point;
  radius?: number;
  clockwise?: boolean;
  /** Of a way: what it bends at. */
  joint?: string | null;
}

/** Where a place is, and what it is called. */
export interface Site {
  id: string;
  x: number;
  y: number;
  size: number;
  outline: "square" | "circle";
  region: number | null;
  next: Record<Arrow, string | null>;
  name: Message;
  where: Message | null;
}

/** What is on a place. */
export interface Thing {
  ground: string | null;
  ground_turns: number;
  man: string | null;
  marks: Mark[];
  state: Message | null;
}

export type Place = Site & Thing;

/** Where a plate lies, and what it is called. */
export interface Plot {
  kind: string;
  box: [number, number, number, number];
  name: Message | null;
}

/** Who leads it; 0: nobody. */
export interface Lead {
  leader: number;
  marks: Mark[];
  state: Message | null;
}

export type Region = Plot & Lead;

/** What of a view stays from move to move, as long as states name its key. */
export interface Terrain {
  key: string;
  layout: "grid" | "free";
  box: [number, number, number, number];
  places: Site[];
  regions: Plot[];
}

export interface Shape {
  kind: string;
  curve: Curve;
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
  /** The points that win; 0: no number does. */
  goal: number;
  /** Where the last man lost is the game: how many there are, and how many are gone; else 0. */
  men: number;
  lost: number;
  name: Message;
  state: Message | null;
}

/** What of a view a move may change. */
export interface ViewParts {
  /** The key of the terrain. */
  terrain: string;
  /** Things that are alike are told once; `on` says for each place of the terrain which it has. */
  things: Thing[];
  on: number[];
  regions: Lead[];
  roller: number | null;
  shapes: Shape[];
  controls: Control[];
  stocks: Stock[];
  seats: SeatView[];
  prompt: Message | null;
  /** How the game ended in a word or two; `who` in it is a player. */
  ending: Message | null;
}

/** Both together: Table.state() makes it. */
export type View = Omit<Terrain & ViewParts, "key" | "terrain" | "things" | "on" | "places" | "regions"> & { places: Place[], regions: Region[] };

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
  curves: Curve[];
}

export type Turn = number | "chance" | "none";

export type End = "open" | "rules" | "repetition" | "ply-limit" | "given-up" | "agreed" | "time";

export interface LastMove {
  move: string;
  player: Turn;
  ply: number;
  motions: Motion[];
}

/** How a game stands, or stood after `at` of its events. `steps`, `end`, `result` and `points` are always those of now. */
export interface StateParts {
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
  view: ViewParts;
  steps: Step[];
  last: LastMove | null;
}

export type State = Omit<StateParts, "view"> & { view: View };

/** What happened: a ply, a roll, or a player who left. */
export interface GameEvent {
  move: string;
  seat: number;
  roll: boolean;
  gave_up: boolean;
  /** And left because his time was up. */
  overtime: boolean;
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
  kinds: Record<string, DrawnKind>;
}

export interface DrawnKind {
  href: string;
  reach: number;
}

/** What a move may change: pieces of SVG. */
export interface Drawing {
  /** The key of the backdrop they belong to. */
  backdrop: string;
  laid: string;
  /** Who leads each plate. */
  leads: string;
  under: string;
  men: string;
  over: string;
  /** Men in danger. */
  threats: string;
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

/** A game of a text of records that can be read. */
export interface RecordGame {
  /** "kulami:level=3" */
  game: string;
  plies: number;
  result: string;
  end: End;
  tags: Record<string, string>;
}

/** One that cannot. */
export interface RecordFault {
  error: Fault;
}

/** A step of a first game; docs/formats.md says what its goal means. */
export interface LessonStep {
  name: string;
  /** Goes on where the step before ended. */
  goes_on: boolean;
  goal: "any" | "move" | "touch" | "win" | "watch";
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

/** Something to put on a place, or to say of one. */
export interface EditTool {
  id: string;
  kind: string | null;
  count: number;
  /** 0: nobody counts. */
  most: number;
  name: Message | null;
}

/** What a position holds besides what stands on the board. */
export interface EditField {
  id: string;
  type: "choice" | "number" | "switch";
  /** The man it is about. */
  kind: string | null;
  value: number;
  least: number;
  most: number;
  /** What it is; those that follow each other and say the same stand in one row. */
  row: Message;
  choices: Message[];
}

/** What makes a position impossible: a message, or the reason of the check. */
export interface EditFault {
  message: Message | null;
  reason: string;
  places: string[];
  fields: string[];
}

export interface EditSheet {
  /** Whether positions can be set up by anything but their text. */
  possible: boolean;
  tools: EditTool[];
  fields: EditField[];
  faults: EditFault[];
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
export interface ProblemAnswer {
  kind: Certainty;
  value: number;
  depth: number;
  line: string[];
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

/** A face of the die and what follows it. */
export interface Face {
  face: string;
  odds: number;
  kind: Certainty;
  /** For the player who rolls, and for every player. */
  value: number;
  values: number[];
  line: string[];
}

/** What a roll is worth: the one that is due, or the last ply if that was one. */
export interface Roll {
  depth: number;
  faces: Face[];
  average: number;
  averages: number[];
  rolled?: string;
  luck?: number;
}

/** All there is to say of a position. */
export interface Analysis {
  game: string;
  position: string;
  /** Who is to move or to roll; 0: the game is over. */
  player: number;
  result: string;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
  /** Nothing better follows. */
  final: boolean;
  roll?: Roll;
  /** The book knows every move. */
  solved: boolean;
  /** The game knows positions by heart: there is something to explore. */
  book: boolean;
}

/** Moves that are alike, with their exact value for who makes them. */
export interface ExploredRow {
  moves: string[];
  kind: "exact" | "unknown";
  value: number | null;
  /** Until the end, this one included; null: not known, or a draw. */
  plies: number | null;
  over: boolean;
}

/** Every move of a position. */
export interface Explored {
  /** The game knows positions by heart; else there are no rows. */
  offered: boolean;
  /** The book knows every move. */
  solved: boolean;
  /** Nothing more follows. */
  final: boolean;
  rows: ExploredRow[];
}

/** What followed on a position in games that were played, by moves that are alike. Of games in which the person has a seat there is what he won, lost and drew; of others who won, by player. */
export interface PastRow {
  moves: string[];
  games: number;
  won: number;
  lost: number;
  drawn: number;
  open: number;
  wins: number[];
}

export interface PastGame {
  /** Which text it came with, and which game of that, from 0. */
  text: number;
  number: number;
  /** After so many plies it was at the position. */
  ply: number;
  /** The person's; 0: none. */
  seat: number;
  /** Who won; 0: it is not over, -1: a draw. */
  result: number;
  date: string;
  /** "": no name was told. */
  players: string[];
}

export interface Past {
  rows: PastRow[];
  list: PastGame[];
  /** All of them; the list may end before. */
  games: number;
}

/** What the next player would do if it were his turn. */
export interface Threat {
  /** Who; 0: nobody can pass here, or he could not move. */
  player: number;
  /** All of his turn; where it begins with a die, the face he would like best. */
  moves: string[];
  kind: Certainty;
  /** For him. */
  value: number;
}

/** A node of a study: a ply with what is said of it. The first is the beginning, which has no move. */
export interface StudyNode {
  node: number;
  /** -1: none. */
  parent: number;
  move: string;
  player: number;
  /** The number it is written with; 0: none. */
  round: number;
  /** Begins a round. */
  opens: boolean;
  comment: string;
  /** Ids of places, two with a comma between them for an arrow. */
  marks: string;
  glyphs: number[];
}

/** A line of a review, scored for the player who chose. */
export interface ReviewLine {
  kind: Certainty;
  value: number;
  depth: number;
  line: string[];
}

/** A ply under review: a choice, or a roll; with nothing but the move as long as it is not judged. */
export interface ReviewPly {
  move: string;
  player: number;
  averages?: number[];
  luck?: number[];
  choices?: number;
  loss?: number;
  proof?: string;
  best?: ReviewLine;
  played?: ReviewLine;
}

export type Grade = "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder";

export interface ReviewTurn {
  number: number;
  player: number;
  roll: boolean;
  grade?: Grade;
  loss?: number;
  proof?: string;
  plies: ReviewPly[];
}

export interface ReviewPlayer {
  player: number;
  name: string;
  turns: number;
  grades: Record<string, number>;
  loss: number;
  proof: string;
  mean_loss: number | null;
  worst: number | null;
  luck?: number;
  own_luck?: number;
}

/** A game under review, as `ascona review --json` tells it. */
export interface Review {
  number: number;
  ok: boolean;
  game: string;
  result: string;
  unit: "points" | "percent";
  thresholds: Record<string, number>;
  turns: ReviewTurn[];
  players: ReviewPlayer[];
  /** While it goes on: how many plies are judged, of how many. */
  judged?: number;
  plies?: number;
}

/** One ply of it looked at: a line for those who share the work, empty when there is no such ply; and how many there are. */
export interface ReviewShare {
  found: string;
  plies: number;
}

/** What the engine plays, and what it found. */
export interface Choice {
  move: string;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
}

/** The exports that answer with JSON. Where `at` is a number of events, -1 is now. */
export interface Answers {
  games(): { games: GameFacts[] };
  table_open(spec: string, position: string): { table: number };
  table_state(table: number, at: number): StateParts;
  table_terrain(table: number, at: number): Terrain;
  table_backdrop(table: number, at: number, prefix: string, flipped: number): { backdrop: Backdrop };
  table_draw(table: number, at: number, touches: string, prefix: string, flipped: number): { drawing: Drawing };
  table_targets(table: number, at: number, touches: string, prefix: string, flipped: number): { targets: string };
  table_ahead(table: number, touches: string, prefix: string, flipped: number): { ahead: string };
  table_svg(table: number, at: number): { svg: string };
  table_events(table: number): { events: GameEvent[] };
  table_play(table: number, move: string): { done: number };
  table_roll(table: number): { done: number };
  table_undo(table: number, player: number): { done: number };
  table_redo(table: number): { done: number };
  table_give_up(table: number, player: number): { done: number };
  /** His time was up, and he leaves. */
  table_overtime(table: number, player: number): { done: number };
  table_agree_draw(table: number): { done: number };
  table_why(table: number, touches: string, token: string): { legal: boolean, why: Message | null };
  table_touch(table: number, touches: string, id: string): Touch;
  table_next(table: number, touches: string): { next: string[], ask: Message | null };
  table_keep(table: number, tags: string): { record: string };
  table_record(table: number, tags: string, json: number): { record: string };
  record_open(text: string): { table: number };
  record_pick(text: string, number: number): { record: string };
  study_open(table: number): { node: number };
  study_tree(table: number): { at: number, nodes: StudyNode[] };
  study_go(table: number, node: number): { done: number };
  /** Answers with the node. */
  study_play(table: number, move: string): { done: number };
  study_promote(table: number, node: number): { done: number };
  /** Answers with how many nodes. */
  study_cut(table: number, node: number): { done: number };
  study_restore(table: number, node: number): { done: number };
  study_comment(table: number, node: number, text: string): { done: number };
  study_mark(table: number, node: number, marks: string): { done: number };
  study_record(table: number, json: number): { record: string };
  table_marks(table: number, marks: string, prefix: string, flipped: number): { marks: string };
  past_open(): { past: number };
  past_take(past: number, text: string, own: number, name: string): { done: number };
  past_read(past: number, most: number): { more: boolean, games: number, wrong: number };
  past_find(past: number, table: number): Past;
  table_alike(table: number): { alike: string[][] };
  records_list(text: string, most: number): { games: (RecordGame | RecordFault)[], more: boolean };
  record_tags(text: string): { tags: Record<string, string> };
  lesson_read(text: string): { steps: LessonStep[] };
  lesson_open(game: string, text: string, step: number): { table: number };
  lesson_show(table: number, text: string, step: number): { move: string | null, touches: string[] };
  lesson_reached(table: number, text: string, step: number): { reached: boolean };
  diagrams_read(game: string, text: string): { diagrams: DiagramFacts[] };
  problems_read(text: string): { problems: ProblemFacts[] };
  problem_won(table: number, text: string): { won: boolean };
  edit_sheet(table: number): EditSheet;
  /** Less than 0 lifts. */
  edit_put(table: number, tool: number, place: string): { done: number };
  edit_carry(table: number, from: string, to: string): { done: number };
  edit_set(table: number, field: number, value: number): { done: number };
  edit_clear(table: number): { done: number };
  /** "": the start. */
  edit_read(table: number, text: string): { done: number };
  engine_choose(spec: string, position: string, moves: string, player: string, milliseconds: number, seed: number): Choice;
  engine_analyse(spec: string, position: string, moves: string, lines: number, milliseconds: number, megabytes: number): Report;
  engine_study(spec: string, position: string, moves: string, lines: number, milliseconds: number, megabytes: number, shares: number, share: number): Analysis;
  engine_explore(spec: string, position: string, moves: string, milliseconds: number, megabytes: number): Explored;
  engine_threat(spec: string, position: string, moves: string, milliseconds: number, megabytes: number): Threat;
  engine_review(text: string, nodes: number, megabytes: number, found: string): Review;
  engine_review_ply(text: string, nodes: number, megabytes: number, found: string, back: number): ReviewShare;
  problem_answer(spec: string, text: string, moves: string): ProblemAnswer;
  problem_hint(spec: string, text: string, moves: string): { move: string };
  problem_solution(spec: string, text: string): Line;
  problem_defences(spec: string, text: string, moves: string): { defences: Defence[] };
}

/** The exports that answer with a number, or not at all. */
export interface Numbers {
  table_close(table: number): void;
  study_close(table: number): void;
  past_close(past: number): void;
  match_side(players: number, game: number, seat: number): number;
  perft(spec: string, depth: number): number;
  signature(spec: string): number;
}
