/* A game under analysis: its tree of moves (the core has it), the node that the board shows, and a line of the engine that
   is played through on a board of its own. Every change is saved in this browser at once.

   The engine's parts follow the visit, which is the stay at a node: the explorer, the threats, the analysis. Each asks only
   for what is shown, and the service decides what is worked on first. A review lies over the study: the study reads it
   (StudyOverlay) and knows nothing else of it. */
import { signal } from "@preact/signals";
import { actions } from "../app/model";
import { Scope } from "../app/scope";
import { CoreError } from "../core/module";
import { type Again, gameFacts, recordTags, Table } from "../core/table";
import type { Grade, Line, Message, State, StudyNode } from "../core/types";
import type { GameSoFar } from "../engine/protocol";
import { eventsOf, isMove } from "../game/link";
import { spokenName } from "../game/plan";
import { MoveSelection } from "../game/selection";
import { gameText, say, t } from "../i18n/texts";
import { gameStorage } from "../storage/games";
import { saveCurrentStudy } from "../storage/study";
import { Analyst } from "./analyst";
import { StudyBoard } from "./board";
import { Explorer } from "./explorer/explorer";
import { StudyTable } from "./table";
import { Threats } from "./threats";
import type { Scale } from "./value";
import { studyText } from "./words";

/** The stay at a node. Going there again is another visit. */
export interface Visit {
  readonly node: number;
  readonly state: State;
  /** For the engine. */
  readonly game: GameSoFar;
}

/** A layer over a study. Its getters read signals. */
export interface StudyOverlay {
  /** On the board, as src/draw/svg/layers.h reads them. */
  readonly marks: string[];
  /** The move that is talked about while the board shows the position before it. */
  readonly discussed: number | undefined;
  /** By node. */
  readonly grades: ReadonlyMap<number, Grade>;
  /** Gets the moves that are made on the board, instead of the tree. */
  readonly takeMove: ((move: string) => void) | undefined;
}

/** A line that is played through on a board of its own. */
interface Preview {
  readonly line: Line;
  /** Which of the lines, from 1. */
  readonly rank: number;
  /** How many of its moves are played; 0: it is only marked on the board. */
  readonly step: number;
}

interface Note {
  tone: "info" | "why" | "good";
  /** A function, because the language may change. */
  text: () => string;
  act?: { label: () => string; does(): void };
}

interface Tree {
  nodes: ReadonlyMap<number, StudyNode>;
  children: ReadonlyMap<number, StudyNode[]>;
}

const NO_NODES: StudyNode[] = [];
const NO_PLACES: ReadonlySet<string> = new Set();

export class Study {
  readonly table: StudyTable;
  readonly tags: Record<string, string>;
  /** "delta", and with its options "delta:size=4". */
  readonly id: string;
  readonly spec: string;
  readonly players: number;
  readonly scale: Scale;
  readonly hasDice: boolean;
  readonly #pieces: (string | null)[]; /* by seat */
  readonly #tree = signal<Tree>(undefined!);
  readonly #visit = signal<Visit>(undefined!);
  readonly #ahead = signal<{ table: Table; state: State } | undefined>(undefined); /* the board of the preview */
  readonly #preview = signal<Preview | undefined>(undefined);
  readonly #peek = signal<Line | undefined>(undefined);
  readonly #marking = signal<string | undefined>(undefined);
  readonly #note = signal<Note | undefined>(undefined);
  readonly #spoken = signal("");
  readonly #moved = signal(0);
  readonly #flipped = signal(false);
  readonly #overlay = signal<StudyOverlay | undefined>(undefined);

  readonly selection: MoveSelection;
  readonly explorer: Explorer;
  readonly threats: Threats;
  readonly analyst: Analyst;
  readonly board = new StudyBoard(this);

  /** Throws a CoreError if the record cannot be read. */
  constructor(scope: Scope, text: string, lines: number) {
    this.table = StudyTable.read(text);
    const parts = new Scope(scope); /* they end before the table is closed */
    scope.onEnd(() => {
      this.#ahead.peek()?.table.close();
      this.table.close();
    });
    this.tags = recordTags(text);
    this.#enter(this.#read());
    const { id, game, players, view } = this.now;
    this.id = id;
    this.spec = game;
    this.players = players;
    this.scale = { score: gameFacts(id)?.score ?? "margin", players };
    this.hasDice = gameFacts(id)?.dice === true;
    this.#pieces = view.seats.map(({ kind }) => kind);
    this.selection = new MoveSelection(parts, () => this.table);
    this.explorer = new Explorer(parts, this);
    this.threats = new Threats(parts, this);
    this.analyst = new Analyst(parts, this, lines); /* reads the explorer */
    parts.effect(() => {
      const { trouble } = gameStorage;
      if (trouble) this.#note.value = { tone: "why", text: () => t(`keep.${trouble}`) };
    });
  }

  /* ---- what is shown ---- */

  get visit(): Visit {
    return this.#visit.value;
  }
  get at(): number {
    return this.visit.node;
  }
  /** The position that is analysed. */
  get now(): State {
    return this.visit.state;
  }
  /** The position on the board: that of the preview, or the one that is analysed. */
  get state(): State {
    return this.#ahead.value?.state ?? this.now;
  }
  get shownTable(): Table {
    return this.#ahead.value?.table ?? this.table;
  }
  get over(): boolean {
    return this.now.end !== "open";
  }
  get locked(): boolean {
    return this.#ahead.value !== undefined || this.over;
  }
  get selectable(): ReadonlySet<string> {
    if (this.marking !== undefined) return new Set(this.now.view.places.map(({ id }) => id));
    return this.locked ? NO_PLACES : this.selection.next;
  }
  /** Goes up when the last move should be seen happening. */
  get moved(): number {
    return this.#moved.value;
  }
  get flipped(): boolean {
    return this.#flipped.value;
  }
  get note(): Note | undefined {
    return this.#note.value;
  }
  /** The answer to a speaking key of the board. */
  get spoken(): string {
    return this.#spoken.value;
  }
  /** The line under a pointer, the focus or a finger. */
  get peek(): Line | undefined {
    return this.#peek.value;
  }
  get preview(): Preview | undefined {
    return this.#preview.value;
  }
  /** Two taps make a mark: the place that was tapped first, or "". Undefined: taps make moves. */
  get marking(): string | undefined {
    return this.#marking.value;
  }
  get overlay(): StudyOverlay | undefined {
    return this.#overlay.value;
  }
  setOverlay(overlay: StudyOverlay | undefined): void {
    this.#overlay.value = overlay;
  }
  /** Analysis and threats have a place on the screen. A review has none: it must not show a move that is looked for. */
  get showsAnalysis(): boolean {
    return this.overlay === undefined;
  }

  /* ---- the tree ---- */

  node(number: number): StudyNode {
    return this.#tree.value.nodes.get(number)!;
  }
  childrenOf(number: number): StudyNode[] {
    return this.#tree.value.children.get(number) ?? NO_NODES;
  }
  get here(): StudyNode {
    return this.node(this.at);
  }
  /** The node that is marked among the moves. */
  get marked(): number {
    return this.overlay?.discussed ?? this.at;
  }
  /** The moves that lead to the position. */
  get path(): StudyNode[] {
    return this.#pathTo(this.at);
  }
  /** The same as a table takes it. */
  get events(): Again["events"] {
    return eventsOf(this.path.map(({ move }) => move));
  }
  /** The node to which moves lead from the start, as far as they are in the tree. */
  nodeAfter(moves: string[]): number {
    let node = 0;
    for (const move of moves) {
      const next = this.childrenOf(node).find((each) => each.move === move);
      if (!next) break;
      ({ node } = next);
    }
    return node;
  }
  get mainLine(): StudyNode[] {
    const line: StudyNode[] = [];
    for (let node = this.childrenOf(0)[0]; node; node = this.childrenOf(node.node)[0]) line.push(node);
    return line;
  }

  #pathTo(number: number): StudyNode[] {
    const path: StudyNode[] = [];
    for (let node = this.node(number); node.parent >= 0; node = this.node(node.parent)) path.unshift(node);
    return path;
  }

  /* ---- the players ---- */

  nameOf(seat: number): string {
    return this.nameAmong(
      [1, 2, 3, 4].map((of) => this.tags[`Player${of}`] ?? ""),
      seat,
    );
  }
  /** Players of the same name are told apart by their colours. */
  nameAmong(names: string[], seat: number): string {
    const name = names[seat - 1]!;
    const isAlone = names.filter((each) => each === name).length === 1;
    return name === "" || !isAlone ? this.sideOf(seat) : spokenName(name);
  }
  /** As the game calls the player: "Black". */
  sideOf(seat: number): string {
    return gameText(this.id, `player.${seat}`);
  }
  /** The piece that stands for a player. */
  pieceOf(seat: number): string | null {
    return this.#pieces[seat - 1] ?? null;
  }

  /* ---- through the moves ---- */

  go(node: number): void {
    if (!this.#tree.value.nodes.has(node)) return;
    const isNext = this.node(node).parent === this.at;
    this.#leave();
    this.table.go(node);
    this.#note.value = undefined;
    if (isNext) this.#moved.value++;
    this.#enter(node);
  }

  /** A step along the line, or through the preview. */
  step(by: 1 | -1): void {
    if (this.preview) return this.#stepAhead(this.preview, by);
    const back = this.overlay?.discussed === undefined ? this.here.parent : this.at;
    const next = by > 0 ? this.childrenOf(this.at)[0]?.node : back;
    if (next !== undefined && next >= 0) this.go(next);
  }

  toStart(): void {
    this.go(0);
  }
  toEnd(): void {
    let node = this.at;
    for (let [next] = this.childrenOf(node); next; [next] = this.childrenOf(node)) node = next.node;
    this.go(node);
  }

  /** To another move in the place of this one. */
  across(by: 1 | -1): void {
    const all = this.childrenOf(this.here.parent);
    const other = all[all.findIndex(({ node }) => node === this.at) + by];
    if (other) this.go(other.node);
  }

  /* ---- playing ---- */

  tap(id: string): void {
    if (this.marking !== undefined) return this.#markWith(this.marking, id);
    if (this.locked) return;
    const { hint } = this.selection;
    const { touch, move, why } = this.selection.tap(id);
    /* A hint leads on as long as it is followed. */
    if (touch !== "refused") this.selection.suggest(touch === "added" && hint[0] === id ? hint.slice(1) : []);
    this.#note.value = why ? this.#refusal(why) : undefined;
    if (move !== null) this.play(move);
  }

  release(): void {
    if (this.preview || this.peek) return this.back();
    this.#marking.value = undefined;
    this.selection.clear();
    this.#note.value = undefined;
  }

  play(move: string): void {
    const takeMove = this.overlay?.takeMove;
    if (takeMove) {
      this.selection.clear();
      return takeMove(move);
    }
    this.#leave();
    try {
      this.table.add(move);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      const { why, reason } = error.fault;
      this.#note.value = why ? this.#refusal(why) : { tone: "why", text: () => reason };
      return;
    }
    this.#note.value = undefined;
    this.#moved.value++;
    this.#save();
    this.#enter(this.#read());
  }

  /** Suggests the piece to move, or the whole move. */
  suggest(steps: string[]): void {
    this.#leave();
    this.selection.suggest(steps);
  }

  flip(): void {
    this.#flipped.value = !this.flipped;
  }

  speak(text: string): void {
    this.#spoken.value = text;
  }

  #refusal(why: Message): Note {
    return { tone: "why", text: () => say(this.id, why) };
  }

  /* ---- lines of the engine ---- */

  /** A line is pointed at; undefined: none any more. */
  look(line: Line | undefined): void {
    if (this.preview || line === this.peek) return;
    this.#peek.value = line;
    this.analyst.freeze("line", line !== undefined);
  }

  /** Shows a line on the board until `back`; the same line again ends that. */
  pin(line: Line, rank: number): void {
    const isSame = this.preview?.line === line;
    this.#leave();
    if (!isSame) this.#preview.value = { line, rank, step: 0 };
    this.analyst.freeze("line", !isSame);
  }

  back(): void {
    this.#leave();
  }

  /** Adds the line to the moves, as far as it was played through, or the whole line. */
  addLine(): void {
    const { preview, at } = this;
    if (!preview) return;
    const moves = preview.line.line.slice(0, preview.step === 0 ? undefined : preview.step);
    this.#leave();
    for (const move of moves) this.table.add(move);
    this.table.go(at);
    this.#save();
    this.#enter(this.#read());
  }

  #stepAhead(preview: Preview, by: 1 | -1): void {
    const step = preview.step + by;
    if (step < 0 || step > preview.line.line.length) return;
    this.#closeAhead();
    this.#preview.value = { ...preview, step };
    if (step === 0) return;
    const table = Table.after(this.now, [...this.events, ...preview.line.line.slice(0, step)]);
    this.#ahead.value = { table, state: table.state() };
    if (by > 0) this.#moved.value++;
  }

  #closeAhead(): void {
    this.#ahead.peek()?.table.close();
    this.#ahead.value = undefined;
  }

  /* ---- changing the tree ---- */

  promote(node: number): void {
    this.table.promote(node);
    this.#save();
    this.#read();
  }

  cut(node: number): void {
    if (node === 0) return;
    const { at } = this;
    this.#leave();
    const moves = this.table.cut(node);
    this.#save();
    this.#enter(this.#read());
    this.#note.value = {
      tone: "info",
      text: () => studyText("tree.deleted", { moves }),
      act: { label: () => studyText("tree.undo"), does: () => this.restore(node, at) },
    };
  }

  /** Undoes a cut, and goes to a node. */
  restore(node: number, to: number): void {
    this.table.restore(node);
    this.table.go(to);
    this.#note.value = undefined;
    this.#save();
    this.#enter(this.#read());
  }

  comment(node: number, text: string): void {
    this.table.comment(node, text.trim());
    this.#save();
    this.#read();
  }

  /** The next two taps mark: the same place twice itself, two places an arrow. */
  startMarking(): void {
    this.#leave();
    this.#marking.value = "";
    this.#note.value = { tone: "info", text: () => studyText("mark.first") };
  }

  /** Marks a place or an arrow, or removes the mark. */
  mark(mark: string): void {
    const marks = this.here.marks.split(" ").filter((each) => each !== "");
    const next = marks.includes(mark) ? marks.filter((each) => each !== mark) : [...marks, mark];
    this.table.mark(this.at, next.join(" "));
    this.#save();
    this.#read();
  }

  #markWith(from: string, id: string): void {
    this.#marking.value = from === "" ? id : undefined;
    this.#note.value = from === "" ? { tone: "info", text: () => studyText("mark.second", { place: id }) } : undefined;
    if (from !== "") this.mark(from === id ? id : `${from},${id}`);
  }

  /* ---- saving ---- */

  record(form: "text" | "json" = "text"): string {
    return this.table.whole(form);
  }

  #save(): void {
    try {
      const hasMoved = saveCurrentStudy(this.record());
      if (hasMoved) this.#note.value = { tone: "info", text: () => studyText("elsewhere") };
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      this.#note.value = { tone: "why", text: () => studyText("not-kept") };
    }
  }

  #leave(): void {
    this.#preview.value = this.#peek.value = undefined;
    this.analyst.freeze("line", false);
    this.#closeAhead();
    this.selection.clear();
  }

  /* Reads the tree after a change. Returns the node at which the table is. */
  #read(): number {
    const { at, nodes } = this.table.tree();
    const children = new Map<number, StudyNode[]>();
    for (const node of nodes) {
      const siblings = children.get(node.parent);
      if (siblings) siblings.push(node);
      else children.set(node.parent, [node]);
    }
    this.#tree.value = { nodes: new Map(nodes.map((node) => [node.node, node])), children };
    return at;
  }

  /* The table is at this node. */
  #enter(node: number): void {
    const state = this.table.state();
    const { game: spec, first, position } = state;
    const moves = this.#pathTo(node).map(({ move }) => move);
    /* A player who left can't be told in moves: then the engine starts from the position. */
    const game = moves.every(isMove) ? { spec, position: first, moves } : { spec, position, moves: [] };
    this.#visit.value = { node, state, game };
  }
}

actions(
  Study,
  "setOverlay",
  "go",
  "step",
  "toStart",
  "toEnd",
  "across",
  "tap",
  "release",
  "play",
  "suggest",
  "flip",
  "speak",
  "look",
  "pin",
  "back",
  "addLine",
  "promote",
  "cut",
  "restore",
  "comment",
  "startMarking",
  "mark",
);
