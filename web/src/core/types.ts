/* Made from src/wasm/answers.txt by web/build/answers.ts. */

/** A text for the user: a key of a catalogue, with arguments. */
export interface Message {
  key: string;
  args: Record<string, string | number>;
}

/** An error of the core, with a reason for the user if there is one. */
export interface Fault {
  code: number;
  reason: string;
  line?: number;
  column?: number;
  token?: string;
  /** Of a record: the id of the game, and the number of the wrong ply. */
  game?: string;
  ply?: number;
  why?: Message;
}

export type Arrow = "up" | "right" | "down" | "left";

export type Mark = "from" | "to" | "put" | "taken" | "turned" | "barred" | "won" | "prey" | "caged";

export type Point = [number, number];

/** The curve of a shape, or of a piece that moves, in units of the view. */
export interface Curve {
  form: "line" | "arc" | "circle" | "rect";
  from?: Point;
  to?: Point;
  centre?: Point;
  radius?: number;
  clockwise?: boolean;
  /** On the path of a piece: how this curve meets the next; null: smoothly. */
  joint?: string | null;
}

/** The location and the name of a place. */
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

/** The contents of a place. */
export interface Thing {
  ground: string | null;
  ground_turns: number;
  man: string | null;
  marks: Mark[];
  state: Message | null;
}

export type Place = Site & Thing;

/** The location and the name of a region (a tile). */
export interface Plot {
  kind: string;
  box: [number, number, number, number];
  name: Message | null;
}

/** The leader of a region; 0: a tie, or no pieces. */
export interface Lead {
  leader: number;
  marks: Mark[];
  state: Message | null;
}

export type Region = Plot & Lead;

/** The part of a view that stays the same from move to move, as long as states have its key. */
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

/** Pieces in a reserve. They can be touched if the id is not "". */
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
  /** The points that win the game; 0: there is no such number. */
  goal: number;
  /** In games that are lost with the last piece: pieces left, and pieces lost; otherwise 0. */
  men: number;
  lost: number;
  name: Message;
  state: Message | null;
}

/** The part of a view that a move may change. */
export interface ViewParts {
  /** The key of the terrain. */
  terrain: string;
  /** The different contents, each once; `on` has the index for each place of the terrain. */
  things: Thing[];
  on: number[];
  regions: Lead[];
  roller: number | null;
  shapes: Shape[];
  controls: Control[];
  stocks: Stock[];
  seats: SeatView[];
  prompt: Message | null;
  /** How the game ended, in a word or two; its argument `who` is the number of a player. */
  ending: Message | null;
}

/** Both parts together; Table.state() makes it. */
export type View = Omit<Terrain & ViewParts, "key" | "terrain" | "things" | "on" | "places" | "regions"> & { places: Place[], regions: Region[] };

/** A legal move, and the things that a user touches, in order, to make it. */
export interface Step {
  move: string;
  steps: string[];
}

/** The result of a touch. If it is a move, `touched` has all touches of the move. */
export interface Touch {
  touch: "move" | "added" | "let-go" | "refused";
  touched: string[];
  move: string | null;
  /** Only if the touch is refused. */
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

/** The state of a game after `at` of its events. `steps`, `end`, `result` and `points` are always the current ones. */
export interface StateParts {
  at: number;
  events: number;
  repeats: number;
  redoable: number;
  /** The seat to move or to roll; 0: the game is over. */
  seat: number;
  players: number;
  id: string;
  /** The first position of the game; "": the usual one. */
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

/** An event: a ply, a roll or a resignation. */
export interface GameEvent {
  move: string;
  seat: number;
  roll: boolean;
  gave_up: boolean;
  /** The player resigned because their time ran out. */
  overtime: boolean;
  turn: number;
  round: number;
  /** The points of every player after it. */
  points: number[];
}

/** The part of a live board that stays the same from move to move, as long as drawings have its key: pieces of SVG, and locations. */
export interface Backdrop {
  key: string;
  box: [number, number, number, number];
  cell: number;
  style: string;
  defs: string;
  board: string;
  holes: string;
  /** Centre (x, y) and reach of every place, in units of the drawing. */
  places: Record<string, [number, number, number]>;
  kinds: Record<string, DrawnKind>;
}

export interface DrawnKind {
  href: string;
  reach: number;
}

/** The part of a live board that a move may change: pieces of SVG. */
export interface Drawing {
  /** The key of the backdrop they belong to. */
  backdrop: string;
  laid: string;
  /** The leader of each tile. */
  leads: string;
  under: string;
  men: string;
  over: string;
  /** Pieces in danger. */
  threats: string;
  /** For each motion of the last move its path; null: nothing moves along a path. */
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

/** A game of a text of records. */
export interface RecordGame {
  /** "kulami:level=3" */
  game: string;
  plies: number;
  result: string;
  end: End;
  tags: Record<string, string>;
}

/** A game that cannot be read. */
export interface RecordFault {
  error: Fault;
}

/** A step of a lesson; docs/formats.md describes the goals. */
export interface LessonStep {
  name: string;
  /** Starts where the step before it ended. */
  goes_on: boolean;
  goal: "any" | "move" | "touch" | "win" | "watch";
  /** Moves; or touches, the last of which is not allowed and the others are already made. */
  wanted: string[];
  reply: string[];
}

/** A diagram of the rules. */
export interface DiagramFacts {
  /** `<!-- diagram NAME -->` marks its location in the rules, `diagram.NAME` is the key of its caption. */
  name: string;
  spec: string;
  position: string;
  moves: string[];
  touched: string[];
}

/** A puzzle; docs/formats.md describes its members. */
export interface ProblemFacts {
  /** From 1. */
  number: number;
  position: string;
  /** Moves of White until the win. */
  moves: number;
  points: number;
  key: string;
  grade: number;
  /** No other move wins at all. */
  strict: boolean;
  /** Its line in the text, which identifies it in other calls. */
  text: string;
}

/** A tool of the editor: a piece or a mark that can be placed on a place. */
export interface EditTool {
  id: string;
  kind: string | null;
  count: number;
  /** 0: no limit. */
  most: number;
  name: Message | null;
}

/** A value that a position contains in addition to the pieces on the board. */
export interface EditField {
  id: string;
  type: "choice" | "number" | "switch";
  /** The kind of piece that it is about. */
  kind: string | null;
  value: number;
  least: number;
  most: number;
  /** Its label; consecutive fields with the same label belong in one row. */
  row: Message;
  choices: Message[];
}

/** A reason why a position is impossible: a message, or the English reason of the check. */
export interface EditFault {
  message: Message | null;
  reason: string;
  places: string[];
  fields: string[];
}

export interface EditSheet {
  /** Whether the editor supports this game; otherwise positions can only be read from text. */
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
  /** The chances of every player, in percent. */
  chances?: number[];
  depth: number;
  line: string[];
  /** Plies to the end of the game, if a tablebase or the book knows them. */
  plies?: number;
}

/** The result of a move in a puzzle, and Black's line after it, which starts with Black's answer and is scored for Black. */
export interface ProblemAnswer {
  kind: Certainty;
  value: number;
  depth: number;
  line: string[];
  verdict: "right" | "late" | "less" | "draw" | "loss";
}

/** A defence that holds out longest, and the moves that win against it. */
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

/** A face of the die and the best line after it. */
export interface Face {
  face: string;
  odds: number;
  kind: Certainty;
  /** For the player who rolls, and for every player. */
  value: number;
  values: number[];
  line: string[];
}

/** The value of a roll: the roll that is due, or the last ply if that was a roll. */
export interface Roll {
  depth: number;
  faces: Face[];
  average: number;
  averages: number[];
  rolled?: string;
  luck?: number;
}

/** The analysis of a position. */
export interface Analysis {
  game: string;
  position: string;
  /** The player to move or to roll; 0: the game is over. */
  player: number;
  result: string;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
  /** No better result follows. */
  final: boolean;
  roll?: Roll;
  /** The book knows every move. */
  solved: boolean;
  /** The move explorer works for this game. */
  book: boolean;
}

/** Equivalent moves, with their exact value for the player who makes them. */
export interface ExploredRow {
  moves: string[];
  kind: "exact" | "unknown";
  value: number | null;
  /** Plies to the end, this move included; null: unknown, or a draw. */
  plies: number | null;
  over: boolean;
}

/** Every move of a position. */
export interface Explored {
  /** The move explorer works for this game; otherwise there are no rows. */
  offered: boolean;
  /** The book knows every move. */
  solved: boolean;
  /** No more results follow. */
  final: boolean;
  rows: ExploredRow[];
}

/** Equivalent moves that followed a position in played games. `won` and `lost` count the games of the user, `wins` the wins of each player in all other games, `drawn` and `open` all games. */
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
  /** The number of the text it was read from, and of the game in that text; both from 0. */
  text: number;
  number: number;
  /** Number of plies before the position. */
  ply: number;
  /** The seat of the user; 0: none. */
  seat: number;
  /** The winner; 0: the game is not over, -1: a draw. */
  result: number;
  date: string;
  /** "": no name is known. */
  players: string[];
}

export interface Past {
  rows: PastRow[];
  list: PastGame[];
  /** The number of all games; the list may have fewer. */
  games: number;
}

/** The threat: what the next player would do if it were their turn now. */
export interface Threat {
  /** The next player; 0: the turn cannot be passed, or that player has no move. */
  player: number;
  /** The moves of the whole turn; if it starts with a roll, the best face comes first. */
  moves: string[];
  kind: Certainty;
  /** For that player. */
  value: number;
}

/** A node of an analysis tree: a ply with its comment, marks and glyphs. The first node is the start, without a move. */
export interface StudyNode {
  node: number;
  /** -1: none. */
  parent: number;
  move: string;
  player: number;
  /** The number of its round; 0: none. */
  round: number;
  /** It starts a round. */
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

/** A ply under review: a choice or a roll. Until it is evaluated, it has only the move and the player. */
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

/** A game under review, as `ascona review --json` prints it. */
export interface Review {
  number: number;
  ok: boolean;
  game: string;
  result: string;
  unit: "points" | "percent";
  thresholds: Record<string, number>;
  turns: ReviewTurn[];
  players: ReviewPlayer[];
  /** During the review: the number of plies evaluated so far, and of all plies. */
  judged?: number;
  plies?: number;
}

/** The result of one ply, as a line for the modules that share the work (empty if there is no such ply), and the number of plies. */
export interface ReviewShare {
  found: string;
  plies: number;
}

/** The move that the engine plays, and its search. */
export interface Choice {
  move: string;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
}

/** The exports that reply with JSON. `at` is a number of events; -1: the current state. */
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
  /** The player's time has run out: they resign. */
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
  /** Replies with the number of the node. */
  study_play(table: number, move: string): { done: number };
  study_promote(table: number, node: number): { done: number };
  /** Replies with the number of nodes removed. */
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
  /** A tool less than 0 removes the piece. */
  edit_put(table: number, tool: number, place: string): { done: number };
  edit_carry(table: number, from: string, to: string): { done: number };
  edit_set(table: number, field: number, value: number): { done: number };
  edit_clear(table: number): { done: number };
  /** "": the start position. */
  edit_read(table: number, text: string): { done: number };
  engine_choose(spec: string, position: string, moves: string, player: string, milliseconds: number, seed: number): Choice;
  engine_analyse(spec: string, position: string, moves: string, lines: number, milliseconds: number, megabytes: number, shares: number, share: number): Analysis;
  engine_explore(spec: string, position: string, moves: string, milliseconds: number, megabytes: number): Explored;
  engine_threat(spec: string, position: string, moves: string, milliseconds: number, megabytes: number): Threat;
  engine_review(text: string, nodes: number, megabytes: number, found: string): Review;
  engine_review_ply(text: string, nodes: number, megabytes: number, found: string, back: number): ReviewShare;
  problem_answer(spec: string, text: string, moves: string): ProblemAnswer;
  problem_hint(spec: string, text: string, moves: string): { move: string };
  problem_solution(spec: string, text: string): Line;
  problem_defences(spec: string, text: string, moves: string): { defences: Defence[] };
}

/** The exports that return a number or nothing. */
export interface Numbers {
  table_close(table: number): void;
  study_close(table: number): void;
  past_close(past: number): void;
  match_side(players: number, game: number, seat: number): number;
  perft(spec: string, depth: number): number;
  signature(spec: string): number;
}
