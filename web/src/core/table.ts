/* The board module and its tables: running games that the page plays, draws and keeps.

   It comes in two sizes (cmake/wasm.cmake). The page begins with the small one; whoever reads records, lessons or problems,
   or saves a drawing, waits for needReaders() first, and the tables go over to the large one. */
import boardUrl from "@wasm/board.wasm?url";
import firstUrl from "@wasm/first.wasm?url";
import { CoreModule } from "./module";
import type {
  Backdrop,
  DiagramFacts,
  Drawing,
  GameEvent,
  GameFacts,
  LessonStep,
  Message,
  ProblemFacts,
  RecordFault,
  RecordGame,
  State,
  Terrain,
  Touch,
} from "./types";
import { wholeState } from "./view";

let core: CoreModule;
let facts: GameFacts[] = []; /* none: a page that failed to begin has a bar all the same */
let readers: Promise<void> | undefined;
let reads = false;

const load = (url: string) => WebAssembly.compileStreaming(fetch(url));

/** Loads the module, or takes the one that is given. Everything else here needs it. */
export async function openCore(module?: WebAssembly.Module): Promise<void> {
  core = await CoreModule.open(module ?? (await load(firstUrl)), { restarted: reopen });
  facts = core.ask("games").games;
  reads = module !== undefined;
}

/** The module itself, for parts of the page that ask for more than a table. */
export function theCore(): CoreModule {
  return core;
}

/** Whether records, lessons and problems can be read already. */
export function canRead(): boolean {
  return reads;
}

export async function needReaders(): Promise<void> {
  if (reads) return;
  readers ??= load(boardUrl).then(async (module) => {
    await core.change(module);
    reads = true;
  });
  await readers.catch((error: unknown) => {
    readers = undefined;
    throw error;
  });
}

export function games(): GameFacts[] {
  return facts;
}

/** The game of a text like "kulami:level=3". */
export function gameOf(spec: string): string {
  return spec.split(":")[0]!;
}

export function gameFacts(id: string): GameFacts | undefined {
  return facts.find((game) => game.id === id);
}

/** Which side (from 0) holds a seat (from 1) in the n-th game of a match (from 0): the sides begin in turn. */
export function matchSide(players: number, game: number, seat: number): number {
  return core.number("match_side", players, game, seat);
}

/** The tags of the first game of a record. */
export function recordTags(text: string): Record<string, string> {
  return core.ask("record_tags", text).tags;
}

/** The games of a text, at most so many, each as what it is or with its error. */
export function recordGames(text: string, most = 500): { games: (RecordGame | RecordFault)[]; more: boolean } {
  return core.ask("records_list", text, most);
}

/** The n-th game of a text alone, from 0. */
export function pickRecord(text: string, number: number): string {
  return core.ask("record_pick", text, number).record;
}

/** The steps of a lesson.txt. */
export function readLesson(text: string): LessonStep[] {
  return core.ask("lesson_read", text).steps;
}

/** The diagrams of a diagrams.txt. */
export function readDiagrams(game: string, text: string): DiagramFacts[] {
  return core.ask("diagrams_read", game, text).diagrams;
}

/** The problems of a problems.txt. */
export function readProblems(text: string): ProblemFacts[] {
  return core.ask("problems_read", text).problems;
}

/** A game from its first position on: what was played, by number the seat of one who left, and whether a draw ended it. */
export interface Again {
  spec: string;
  position: string;
  events: (string | number)[];
  agreed: boolean;
}

/** What is shown: the position after so many events, or now; with a prefix for what is named in it. */
interface Showing {
  at?: number | undefined;
  prefix: string;
  flipped?: boolean | undefined;
}

/** What comes after some touches. */
interface Next {
  next: Set<string>;
  ask: Message | null;
}

/* The tables that are open, by number: should the module be started anew, each is opened again under its number. */
const open = new Map<number, Table>();

function reopen(): void {
  const most = Math.max(-1, ...open.keys());
  const between: number[] = [];
  for (let number = 0; number <= most; number++) {
    if (open.get(number)?.putBack()) continue;
    /* Any game keeps the number from the next ones. */
    between.push(core.ask("table_open", facts[0]!.id, "").table);
  }
  for (const number of between) core.number("table_close", number);
}

export class Table {
  closed = false;
  #terrain: Terrain | undefined;
  #backdrop: { prefix: string; backdrop: Backdrop } | undefined;
  readonly #origin: () => number;
  readonly #changes: (() => unknown)[] = []; /* since then */
  readonly #next = new Map<string, Next>(); /* as the game stands: it is asked for at every drawing */

  readonly number: number;

  protected constructor(origin: () => number) {
    this.#origin = origin;
    this.number = origin();
    open.set(this.number, this);
  }

  /** Stands as before the module was started anew, under its number. False: it cannot, and is closed. */
  putBack(): boolean {
    try {
      this.#origin();
      for (const change of this.#changes) change();
      return true;
    } catch {
      this.closed = true;
      open.delete(this.number);
      return false;
    }
  }

  /** `spec` is "kulami:level=3"; `position` a position string, or the start. */
  static open(spec: string, position = ""): Table {
    return new Table(() => core.ask("table_open", spec, position).table);
  }

  /** The first game of a record, played to its end. */
  static fromRecord(text: string): Table {
    return new Table(() => core.ask("record_open", text).table);
  }

  /** The board of a step of a lesson, from 1, as one has it who did all before it as asked. */
  static forStep(game: string, lesson: string, step: number): Table {
    return new Table(() => core.ask("lesson_open", game, lesson, step).table);
  }

  /** How a game stood that no record has to be read for. */
  static again({ spec, position, events, agreed }: Again): Table {
    const table = Table.open(spec, position);
    try {
      for (const event of events) typeof event === "number" ? table.giveUp(event) : table.play(event);
      if (agreed) table.agreeDraw();
      return table;
    } catch (error) {
      table.close();
      throw error;
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    open.delete(this.number);
    core.number("table_close", this.number);
  }

  /** Now, or after `at` events. */
  state(at = -1): State {
    const parts = core.ask("table_state", this.number, at);
    if (this.#terrain?.key !== parts.view.terrain) this.#terrain = core.ask("table_terrain", this.number, at);
    return wholeState(parts, this.#terrain);
  }

  events(): GameEvent[] {
    return core.ask("table_events", this.number).events;
  }

  /** The men and what the last move left; in mid-move, what these touches have done. */
  draw({ at = -1, prefix, flipped = false }: Showing, touched: string[] = []): Drawing {
    return core.ask("table_draw", this.number, at, touched.join(" "), prefix, flipped ? 1 : 0).drawing;
  }

  /** The way that the last of these touches would send something, drawn; "": none. */
  ahead({ prefix, flipped = false }: Showing, touched: string[]): string {
    return core.ask("table_ahead", this.number, touched.join(" "), prefix, flipped ? 1 : 0).ahead;
  }

  /** Where one may go after these touches, drawn. */
  targets({ at = -1, prefix, flipped = false }: Showing, touched: string[]): string {
    const touches = touched.join(" ");
    return core.ask("table_targets", this.number, at, touches, prefix, flipped ? 1 : 0).targets;
  }

  /** The board that a drawing belongs to; asked for once, as long as it stays. */
  backdrop({ at = -1, prefix, flipped = false }: Showing, key?: string): Backdrop {
    const known = this.#backdrop;
    if (known && known.prefix === prefix && known.backdrop.key === key) return known.backdrop;
    const { backdrop } = core.ask("table_backdrop", this.number, at, prefix, flipped ? 1 : 0);
    this.#backdrop = { prefix, backdrop };
    return backdrop;
  }

  /** One self-contained drawing. */
  svg(at = -1): string {
    return core.ask("table_svg", this.number, at).svg;
  }

  /** Plays a move; throws a CoreError whose fault says why not. */
  play(move: string): void {
    this.change(() => core.ask("table_play", this.number, move));
  }

  /** Another roll would show something else: it is this face that is put back. */
  roll(): void {
    this.change(() => core.ask("table_roll", this.number));
    const face = this.events().at(-1)!.move;
    this.#changes[this.#changes.length - 1] = () => core.ask("table_play", this.number, face);
  }

  /** Back to the last choice of a player, or of anybody (0). Returns the plies taken back. */
  undo(player: number): number {
    return this.change(() => core.ask("table_undo", this.number, player));
  }

  redo(): number {
    return this.change(() => core.ask("table_redo", this.number));
  }

  giveUp(player: number): void {
    this.change(() => core.ask("table_give_up", this.number, player));
  }

  overtime(player: number): void {
    this.change(() => core.ask("table_overtime", this.number, player));
  }

  agreeDraw(): void {
    this.change(() => core.ask("table_agree_draw", this.number));
  }

  protected change(ask: () => { done: number }): number {
    this.#next.clear();
    const { done } = ask();
    this.#changes.push(ask);
    return done;
  }

  /** A thing is touched after those that are. */
  touch(touched: string[], id: string): Touch {
    return core.ask("table_touch", this.number, touched.join(" "), id);
  }

  /** What can be touched after these. */
  next(touched: string[]): Set<string> {
    return this.#after(touched).next;
  }

  /** What is asked in mid-move, after these touches; null: what is asked anyway. */
  asks(touched: string[]): Message | null {
    return this.#after(touched).ask;
  }

  #after(touched: string[]): Next {
    const key = touched.join(" ");
    const known = this.#next.get(key);
    if (known) return known;
    const { next, ask } = core.ask("table_next", this.number, key);
    const after = { next: new Set(next), ask };
    this.#next.set(key, after);
    return after;
  }

  /** Why a touch (after those made) or a written move leads nowhere; `legal` when it leads on. */
  why(touched: string[], token: string): { legal: boolean; why: Message | null } {
    return core.ask("table_why", this.number, touched.join(" "), token);
  }

  /** The move that reaches the goal of a step, and what one touches for it; a refused touch is no move. */
  showStep(lesson: string, step: number): { move: string | null; touches: string[] } {
    return core.ask("lesson_show", this.number, lesson, step);
  }

  /** Whether the last move reached the goal of a step. */
  reachedStep(lesson: string, step: number): boolean {
    return core.ask("lesson_reached", this.number, lesson, step).reached;
  }

  /** Whether the game, which is over, solved a problem. */
  solved({ text }: ProblemFacts): boolean {
    return core.ask("problem_won", this.number, text).won;
  }

  record(form: "text" | "json", tags: Record<string, string> = {}): string {
    const lines = Object.entries(tags).map(([name, value]) => `${name}\t${value.replace(/[\n\t]/g, " ")}\n`);
    return core.ask("table_record", this.number, lines.join(""), form === "json" ? 1 : 0).record;
  }
}
