/* The modules of the core and their tables: running games that the page plays, draws and keeps.

   A game that is played has a module of its own; another one has every game, and reads (cmake/wasm.cmake). Whoever opens a
   table waits for needCores() first. Whoever reads records, lessons or problems, or saves a drawing, waits for
   needReaders(), and the tables go over to the large one. */
import boardUrl from "@wasm/board.wasm?url";
import { facts, modules } from "virtual:games";
import type { Colours } from "./colours";
import { CoreModule } from "./module";
import type {
  Backdrop,
  DiagramFacts,
  Drawing,
  GameEvent,
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

export type Facts = (typeof facts)[number];

/* A module, and the tables that are open in it, by number. */
interface Room {
  core: CoreModule;
  tables: Map<number, Table>;
}

const rooms = new Map<string, Room>(); /* by game */
let hall: Room | undefined; /* for every game, and whatever is read */
let reads = false; /* and so can those in the rooms */
const coming = new Map<string, Promise<void>>();

async function opened(module: WebAssembly.Module, game: string): Promise<Room> {
  const tables = new Map<number, Table>();
  const core = await CoreModule.open(module, { restarted: () => reopen(room, game) });
  const room = { core, tables };
  return room;
}

/* Once, unless it fails. */
function once(url: string, use: (module: WebAssembly.Module) => Promise<void>): Promise<void> {
  const known = coming.get(url);
  if (known !== undefined) return known;
  const comes = WebAssembly.compileStreaming(fetch(url))
    .then(use)
    .catch((error: unknown) => {
      coming.delete(url);
      throw error;
    });
  coming.set(url, comes);
  return comes;
}

/** Begins with the module that is given, which reads. */
export async function openCore(module: WebAssembly.Module): Promise<void> {
  hall = await opened(module, facts[0]!.id);
  reads = true;
}

/** Whether tables of these games can be opened already. */
export function canPlay(games: string[]): boolean {
  return games.every((game) => hall !== undefined || rooms.has(game));
}

/** Before tables of these games are opened; of one that there is not, nothing can be loaded. */
export async function needCores(games: string[]): Promise<void> {
  const load = (game: string) =>
    once(modules[game]!, async (module) => {
      const room = await opened(module, game);
      if (!hall) rooms.set(game, room); /* else it came too late, and is not missed */
    });
  await Promise.all(games.filter((game) => game in modules && !canPlay([game])).map(load));
}

/** Whether records, lessons and problems can be read already. */
export function canRead(): boolean {
  return reads;
}

export async function needReaders(): Promise<void> {
  if (reads) return;
  await once(boardUrl, async (module) => {
    hall = await opened(module, facts[0]!.id);
    for (const { core } of rooms.values()) await core.change(module);
    reads = true;
  });
}

function roomOf(game: string): Room {
  const room = rooms.get(game) ?? hall;
  if (!room) throw new Error(`no module is there for ${game || "records"}`);
  return room;
}

/** The module in which records are read, and tables of whatever they hold. */
export const readingCore = (): CoreModule => roomOf("").core;

/* Any will do. */
const someCore = (): CoreModule => (hall ?? [...rooms.values()][0]!).core;

export function games(): Facts[] {
  return facts;
}

/** The game of a text like "kulami:level=3". */
export function gameOf(spec: string): string {
  return spec.split(":")[0]!;
}

export function gameFacts(id: string): Facts | undefined {
  return facts.find((game) => game.id === id);
}

/** Which side (from 0) holds a seat (from 1) in the n-th game of a match (from 0): the sides begin in turn. */
export function matchSide(players: number, game: number, seat: number): number {
  return someCore().number("match_side", players, game, seat);
}

/** The tags of the first game of a record. */
export function recordTags(text: string): Record<string, string> {
  return someCore().ask("record_tags", text).tags;
}

/** The games of a text, at most so many, each as what it is or with its error. */
export function recordGames(text: string, most = 500): { games: (RecordGame | RecordFault)[]; more: boolean } {
  return someCore().ask("records_list", text, most);
}

/** The n-th game of a text alone, from 0. */
export function pickRecord(text: string, number: number): string {
  return someCore().ask("record_pick", text, number).record;
}

/** The steps of a lesson.txt. */
export function readLesson(text: string): LessonStep[] {
  return someCore().ask("lesson_read", text).steps;
}

/** The diagrams of a diagrams.txt. */
export function readDiagrams(game: string, text: string): DiagramFacts[] {
  return roomOf(game).core.ask("diagrams_read", game, text).diagrams;
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

/* A module was started anew: each of its tables is opened again under its number. */
function reopen({ core, tables }: Room, game: string): void {
  const most = Math.max(-1, ...tables.keys());
  const between: number[] = [];
  for (let number = 0; number <= most; number++) {
    if (tables.get(number)?.putBack()) continue;
    /* Any game keeps the number from the next ones. */
    between.push(core.ask("table_open", game, "").table);
  }
  for (const number of between) core.number("table_close", number);
}

export class Table {
  #closed = false;
  #colours: Colours | undefined;
  #terrain: Terrain | undefined;
  #backdrop: { prefix: string; backdrop: Backdrop } | undefined;
  readonly #tables: Room["tables"];
  readonly #origin: (core: CoreModule) => number;
  readonly #changes: (() => unknown)[] = []; /* since then */
  readonly #next = new Map<string, Next>(); /* as the game stands: it is asked for at every drawing */

  /** The module that it is in, under its number. */
  readonly core: CoreModule;
  readonly number: number;

  /** A table of a game; with "", of whatever a record holds. */
  protected constructor(game: string, origin: (core: CoreModule) => number) {
    const { core, tables } = roomOf(game);
    this.core = core;
    this.#tables = tables;
    this.#origin = origin;
    this.number = origin(core);
    tables.set(this.number, this);
  }

  /** Stands as before the module was started anew, under its number. False: it cannot, and is closed. */
  putBack(): boolean {
    try {
      this.#origin(this.core);
      for (const change of this.#changes) change();
      return true;
    } catch {
      this.#closed = true;
      this.#tables.delete(this.number);
      return false;
    }
  }

  /** `spec` is "kulami:level=3"; `position` a position string, or the start. */
  static open(spec: string, position = ""): Table {
    return new Table(gameOf(spec), (core) => core.ask("table_open", spec, position).table);
  }

  /** The first game of a record, played to its end. */
  static fromRecord(text: string): Table {
    return new Table("", (core) => core.ask("record_open", text).table);
  }

  /** The board of a step of a lesson, from 1, as one has it who did all before it as asked. */
  static forStep(game: string, lesson: string, step: number): Table {
    return new Table(game, (core) => core.ask("lesson_open", game, lesson, step).table);
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

  /** The game of a state, on a table of its own, after other events. */
  static after({ game, first }: State, events: Again["events"], agreed = false): Table {
    return Table.again({ spec: game, position: first, events, agreed });
  }

  close(): void {
    if (this.closed) return;
    this.#closed = true;
    this.#tables.delete(this.number);
    this.core.number("table_close", this.number);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** In which players are shown; undefined: each in the colour of the seat. */
  get colours(): Colours | undefined {
    return this.#colours;
  }

  /** From now on. */
  wear(colours: Colours | undefined): void {
    this.#colours = colours;
    this.#backdrop = undefined;
    this.#next.clear();
  }

  #told<T>(answer: T): T {
    return this.colours ? this.colours.told(answer) : answer;
  }

  /** Now, or after `at` events. */
  state(at = -1): State {
    const { view, last, ...rest } = this.core.ask("table_state", this.number, at);
    const parts = { ...rest, view: this.#told(view), last: this.#told(last) };
    if (this.#terrain?.key !== parts.view.terrain) this.#terrain = this.core.ask("table_terrain", this.number, at);
    return wholeState(parts, this.#terrain);
  }

  events(): GameEvent[] {
    return this.core.ask("table_events", this.number).events;
  }

  /** The men and what the last move left; in mid-move, what these touches have done. */
  draw({ at = -1, prefix, flipped = false }: Showing, touched: string[] = []): Drawing {
    return this.core.ask("table_draw", this.number, at, touched.join(" "), prefix, flipped ? 1 : 0).drawing;
  }

  /** The way that the last of these touches would send something, drawn; "": none. */
  ahead({ prefix, flipped = false }: Showing, touched: string[]): string {
    return this.core.ask("table_ahead", this.number, touched.join(" "), prefix, flipped ? 1 : 0).ahead;
  }

  /** Where one may go after these touches, drawn. */
  targets({ at = -1, prefix, flipped = false }: Showing, touched: string[]): string {
    const touches = touched.join(" ");
    return this.core.ask("table_targets", this.number, at, touches, prefix, flipped ? 1 : 0).targets;
  }

  /** The board that a drawing belongs to; asked for once, as long as it stays. */
  backdrop({ at = -1, prefix, flipped = false }: Showing, key?: string): Backdrop {
    const known = this.#backdrop;
    if (known && known.prefix === prefix && known.backdrop.key === key) return known.backdrop;
    const { backdrop: plain } = this.core.ask("table_backdrop", this.number, at, prefix, flipped ? 1 : 0);
    const backdrop = this.colours?.drawn(plain, prefix) ?? plain;
    this.#backdrop = { prefix, backdrop };
    return backdrop;
  }

  /** One self-contained drawing. */
  svg(at = -1): string {
    return this.core.ask("table_svg", this.number, at).svg;
  }

  /** Plays a move; throws a CoreError whose fault says why not. */
  play(move: string): void {
    this.change(() => this.core.ask("table_play", this.number, move));
  }

  /** Another roll would show something else: it is this face that is put back. */
  roll(): void {
    this.change(() => this.core.ask("table_roll", this.number));
    const face = this.events().at(-1)!.move;
    this.#changes[this.#changes.length - 1] = () => this.core.ask("table_play", this.number, face);
  }

  /** Back to the last choice of a player, or of anybody (0). Returns the plies taken back. */
  undo(player: number): number {
    return this.change(() => this.core.ask("table_undo", this.number, player));
  }

  redo(): number {
    return this.change(() => this.core.ask("table_redo", this.number));
  }

  giveUp(player: number): void {
    this.change(() => this.core.ask("table_give_up", this.number, player));
  }

  overtime(player: number): void {
    this.change(() => this.core.ask("table_overtime", this.number, player));
  }

  agreeDraw(): void {
    this.change(() => this.core.ask("table_agree_draw", this.number));
  }

  change(ask: () => { done: number }): number {
    this.#next.clear();
    const { done } = ask();
    this.#changes.push(ask);
    return done;
  }

  /** A thing is touched after those that are. */
  touch(touched: string[], id: string): Touch {
    return this.#told(this.core.ask("table_touch", this.number, touched.join(" "), id));
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
    const { next, ask } = this.core.ask("table_next", this.number, key);
    const after = { next: new Set(next), ask: this.#told(ask) };
    this.#next.set(key, after);
    return after;
  }

  /** Why a touch (after those made) or a written move leads nowhere; `legal` when it leads on. */
  why(touched: string[], token: string): { legal: boolean; why: Message | null } {
    return this.#told(this.core.ask("table_why", this.number, touched.join(" "), token));
  }

  /** The move that reaches the goal of a step, and what one touches for it; a refused touch is no move. */
  showStep(lesson: string, step: number): { move: string | null; touches: string[] } {
    return this.core.ask("lesson_show", this.number, lesson, step);
  }

  /** Whether the last move reached the goal of a step. */
  reachedStep(lesson: string, step: number): boolean {
    return this.core.ask("lesson_reached", this.number, lesson, step).reached;
  }

  /** Whether the game, which is over, solved a problem. */
  solved({ text }: ProblemFacts): boolean {
    return this.core.ask("problem_won", this.number, text).won;
  }

  record(form: "text" | "json", tags: Record<string, string> = {}): string {
    const lines = Object.entries(tags).map(([name, value]) => `${name}\t${value.replace(/[\n\t]/g, " ")}\n`);
    const tagged = lines.join("");
    if (!reads) return this.core.ask("table_keep", this.number, tagged).record; /* nothing was read, to stand in it */
    return this.core.ask("table_record", this.number, tagged, form === "json" ? 1 : 0).record;
  }
}
