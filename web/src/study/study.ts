/* A study: a game with its variations on a table, the node one looks at, the engine beside it, and the line of it that is
   shown on the board. It is kept in this browser as it changes. */
import { Store } from "../app/store";
import { keeper } from "../keep/keeper";
import { keepStudied } from "../keep/studied";
import { CoreError } from "../core/module";
import { type Again, gameFacts, recordTags, Table } from "../core/table";
import type { Analysis, Grade, Line, State, StudyNode } from "../core/types";
import type { GameSoFar } from "../engine/protocol";
import { eventsOf, isMove } from "../game/link";
import { spokenName } from "../game/plan";
import { Touching } from "../game/touching";
import { gameText, say, t } from "../i18n/texts";
import { Analyst } from "./analyst";
import { Explorer } from "./explorer/explorer";
import { StudyTable } from "./table";
import { Threats } from "./threats";
import type { Scale } from "./value";
import { s } from "./words";

/** A line that is gone through on a board of its own. */
interface Preview {
  line: Line;
  /** Which of the lines, from 1. */
  rank: number;
  /** How many of its moves are played; 0: it is only marked on the board. */
  step: number;
}

interface Note {
  tone: "info" | "why" | "good";
  text: string;
  /** What can be done about it. */
  act?: { label: string; does(): void };
}

export class Study extends Store {
  readonly table: StudyTable;
  readonly analyst: Analyst;
  readonly explorer = new Explorer(this);
  readonly threats = new Threats();
  readonly touching = new Touching(
    () => this.table,
    () => this.changed(),
  );
  readonly tags: Record<string, string>;
  #state!: State;
  #tables: Promise<Analysis | undefined> | undefined; /* who may know all of the position */
  #nodes = new Map<number, StudyNode>();
  #children = new Map<number, StudyNode[]>();
  #ahead: Table | undefined; /* the board of a line that is gone through */
  #aheadState: State | undefined;
  #closed = false;
  readonly #unsubscribe: () => void;

  at = 0;
  moved = 0;
  flipped = false;
  note: Note | undefined;
  /** The line under a pointer, the focus or a finger. */
  peek: Line | undefined;
  preview: Preview | undefined;
  /** Two taps make a mark; what was tapped first. */
  marking: string | undefined;
  /** What a review marks on the board, and the grades of its moves by node. */
  reviewMarks: string[] = [];
  /** The move that is talked about while the board shows how it stood before it. */
  discussed: number | undefined;
  grades = new Map<number, Grade>();
  /** Whoever wants to see a move before it stands in the tree. */
  onMove: ((move: string) => void) | undefined;

  constructor(text: string, lines: number) {
    super();
    this.table = StudyTable.read(text);
    this.tags = recordTags(text);
    this.analyst = new Analyst(lines);
    this.analyst.subscribe(() => {
      this.changed();
      this.explorer.hear();
    });
    this.explorer.subscribe(() => this.changed());
    this.threats.subscribe(() => this.changed());
    this.#unsubscribe = keeper.subscribe(() => this.#warn());
    this.#read();
    this.#look();
    this.#warn();
  }

  /** The position that is shown. */
  get state(): State {
    return this.#aheadState ?? this.#state;
  }
  /** The board that is shown: that of a line one goes through, or the study's. */
  get board(): Table {
    return this.#ahead ?? this.table;
  }
  /** The position that is studied. */
  get now(): State {
    return this.#state;
  }
  get over(): boolean {
    return this.#state.end !== "open";
  }
  get scale(): Scale {
    return { score: gameFacts(this.#state.id)?.score ?? "margin", players: this.#state.players };
  }
  get hasDice(): boolean {
    return gameFacts(this.#state.id)?.dice === true;
  }
  get locked(): boolean {
    return this.#ahead !== undefined || this.over;
  }
  get touchable(): Set<string> {
    if (this.marking !== undefined) return new Set(this.#state.view.places.map(({ id }) => id));
    return this.locked ? new Set() : this.touching.next;
  }

  node(number: number): StudyNode {
    return this.#nodes.get(number)!;
  }
  childrenOf(number: number): StudyNode[] {
    return this.#children.get(number) ?? [];
  }
  get here(): StudyNode {
    return this.node(this.at);
  }
  /** The node that is marked among the moves. */
  get marked(): number {
    return this.discussed ?? this.at;
  }
  /** The moves that lead to where one is. */
  get path(): StudyNode[] {
    const path: StudyNode[] = [];
    for (let node = this.here; node.parent >= 0; node = this.node(node.parent)) path.unshift(node);
    return path;
  }

  /** The same as a table takes it. */
  get events(): Again["events"] {
    return eventsOf(this.path.map(({ move }) => move));
  }

  /** The main line, move by move. */
  get mainLine(): StudyNode[] {
    const line: StudyNode[] = [];
    for (let node = this.childrenOf(0)[0]; node; node = this.childrenOf(node.node)[0]) line.push(node);
    return line;
  }

  /** Something beside it changed what it shows. */
  redraw(): void {
    this.changed();
  }

  nameOf(seat: number): string {
    return this.nameAmong(
      [1, 2, 3, 4].map((of) => this.tags[`Player${of}`] ?? ""),
      seat,
    );
  }
  /** Two of one name are told apart by what they play. */
  nameAmong(names: string[], seat: number): string {
    const name = names[seat - 1]!;
    const alone = names.filter((each) => each === name).length === 1;
    return name === "" || !alone ? this.sideOf(seat) : spokenName(name);
  }
  /** As the game calls him: "Black". */
  sideOf(seat: number): string {
    return gameText(this.#state.id, `player.${seat}`);
  }
  manOf(seat: number): string | null {
    return this.#state.view.seats[seat - 1]?.kind ?? null;
  }

  /* ---- through the moves ---- */

  go(node: number): void {
    if (!this.#nodes.has(node)) return;
    const forth = this.node(node).parent === this.at;
    this.#leave();
    this.table.go(node);
    this.note = undefined;
    if (forth) this.moved++;
    this.#look();
  }

  /** One step along the line, or through the preview. */
  step(by: 1 | -1): void {
    if (this.preview) return this.#stepAhead(by);
    const back = this.discussed === undefined ? this.here.parent : this.at;
    const next = by > 0 ? this.childrenOf(this.at)[0]?.node : back;
    if (next !== undefined && next >= 0) this.go(next);
  }

  toStart(): void {
    this.go(0);
  }
  toEnd(): void {
    let node = this.at;
    for (let next = node; ; node = next) {
      const child = this.childrenOf(node)[0];
      if (!child) break;
      next = child.node;
    }
    this.go(node);
  }

  /** To another move in the place of this one. */
  across(by: 1 | -1): void {
    const { parent } = this.here;
    const all = this.childrenOf(parent);
    const index = all.findIndex(({ node }) => node === this.at);
    const other = all[index + by];
    if (other) this.go(other.node);
  }

  /* ---- playing ---- */

  touch(id: string): void {
    if (this.marking !== undefined) return this.#markWith(id);
    if (this.locked) return;
    const { hint } = this.touching;
    const { touch, move, why } = this.touching.touch(id);
    /* A hint leads on as long as it is followed. */
    if (touch !== "refused") this.touching.hint = touch === "added" && hint[0] === id ? hint.slice(1) : [];
    if (why) this.note = { tone: "why", text: say(this.#state.id, why) };
    else this.note = undefined;
    if (move === null) this.changed();
    else this.play(move);
  }

  release(): void {
    if (this.preview || this.peek) return this.back();
    if (this.marking !== undefined) this.marking = undefined;
    this.touching.letGo();
    this.note = undefined;
    this.changed();
  }

  play(move: string): void {
    if (this.onMove) {
      this.touching.letGo();
      this.onMove(move);
      return this.changed();
    }
    this.#leave();
    try {
      this.table.add(move);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      const { why } = error.fault;
      this.note = { tone: "why", text: why ? say(this.#state.id, why) : error.fault.reason };
      return this.changed();
    }
    this.note = undefined;
    this.moved++;
    this.#save();
    this.#look();
  }

  threaten(on: boolean): void {
    this.threats.turn(on);
    void this.#think();
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.changed();
  }

  /* ---- lines of the engine ---- */

  /** A line is pointed at; undefined: none any more. */
  look(line: Line | undefined): void {
    if (this.preview || line === this.peek) return;
    this.peek = line;
    this.analyst.hold("line", line !== undefined);
    this.changed();
  }

  /** A line stays on the board until one goes back; the same again ends it. */
  pin(line: Line, rank: number): void {
    const same = this.preview?.line === line;
    this.#leave();
    if (!same) this.preview = { line, rank, step: 0 };
    this.analyst.hold("line", !same);
    this.changed();
  }

  back(): void {
    this.#leave();
    this.changed();
  }

  /** The line goes into the moves, as far as one has gone through it, or whole. */
  keepLine(): void {
    const { preview } = this;
    if (!preview) return;
    const moves = preview.line.line.slice(0, preview.step === 0 ? undefined : preview.step);
    const from = this.at;
    this.#leave();
    for (const move of moves) this.table.add(move);
    this.table.go(from);
    this.#save();
    this.#look();
  }

  #stepAhead(by: 1 | -1): void {
    const preview = this.preview!;
    const step = preview.step + by;
    if (step < 0 || step > preview.line.line.length) return;
    this.#ahead?.close();
    this.#ahead = this.#aheadState = undefined;
    preview.step = step;
    if (step > 0) {
      this.#ahead = Table.after(this.#state, [...this.events, ...preview.line.line.slice(0, step)]);
      this.#aheadState = this.#ahead.state();
      if (by > 0) this.moved++;
    }
    this.changed();
  }

  /* ---- the tree ---- */

  promote(node: number): void {
    this.table.promote(node);
    this.#save();
    this.#read();
    this.changed();
  }

  cut(node: number): void {
    if (node === 0) return;
    this.#leave();
    const back = this.at;
    const moves = this.table.cut(node);
    this.#save();
    this.#look();
    this.note = {
      tone: "info",
      text: s("tree.deleted", { moves }),
      act: {
        label: s("tree.undo"),
        does: () => {
          this.table.restore(node);
          this.table.go(back);
          this.note = undefined;
          this.#save();
          this.#look();
        },
      },
    };
    this.changed();
  }

  comment(node: number, text: string): void {
    this.table.comment(node, text.trim());
    this.#save();
    this.#read();
    this.changed();
  }

  /** The next two taps mark: the same place twice itself, two places an arrow. */
  beginMark(): void {
    this.#leave();
    this.touching.letGo();
    this.marking = "";
    this.note = { tone: "info", text: s("mark.first") };
    this.changed();
  }

  mark(mark: string): void {
    const marks = this.here.marks.split(" ").filter((each) => each !== "");
    const next = marks.includes(mark) ? marks.filter((each) => each !== mark) : [...marks, mark];
    this.table.mark(this.at, next.join(" "));
    this.#save();
    this.#read();
    this.changed();
  }

  #markWith(id: string): void {
    if (this.marking === "") {
      this.marking = id;
      this.note = { tone: "info", text: s("mark.second", { place: id }) };
      return this.changed();
    }
    const from = this.marking!;
    this.marking = undefined;
    this.note = undefined;
    this.mark(from === id ? id : `${from},${id}`);
  }

  /* ---- keeping ---- */

  record(form: "text" | "json" = "text"): string {
    return this.table.whole(form);
  }

  close(): void {
    this.#leave();
    this.explorer.close();
    this.#closed = true;
    this.#unsubscribe();
    this.analyst.close();
    this.threats.close();
    this.touching.close();
    this.table.close();
  }

  /* Nothing is kept, or no longer. */
  #warn(): void {
    if (!keeper.trouble) return;
    this.note = { tone: "why", text: t(`keep.${keeper.trouble}`) };
    this.changed();
  }

  #save(): void {
    try {
      if (keepStudied(this.record())) this.note = { tone: "info", text: s("elsewhere") };
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      this.note = { tone: "why", text: s("not-kept") };
    }
  }

  #leave(): void {
    this.preview = this.peek = undefined;
    this.analyst.hold("line", false);
    this.#ahead?.close();
    this.#ahead = this.#aheadState = undefined;
    this.touching.letGo();
  }

  #read(): void {
    const { at, nodes } = this.table.tree();
    this.at = at;
    this.#nodes = new Map(nodes.map((node) => [node.node, node]));
    this.#children = new Map();
    for (const node of nodes) this.#children.set(node.parent, [...this.childrenOf(node.parent), node]);
  }

  /* The table is at a node: what stands there, and what the engine makes of it. */
  #look(): void {
    this.#read();
    this.#state = this.table.state();
    this.discussed = undefined;
    this.reviewMarks = [];
    this.#consult();
    this.changed();
    void this.#think();
  }

  /** The game as the engine wants it. One who left cannot be told in moves. */
  get game(): GameSoFar {
    const { game: spec, first, position } = this.#state;
    const moves = this.path.map(({ move }) => move);
    return moves.every(isMove) ? { spec, position: first, moves } : { spec, position, moves: [] };
  }

  #consult(): void {
    this.#tables = this.explorer.at(this.at, this.game);
    this.analyst.look(this.at, this.game, this.over, this.#tables);
  }

  /* The question for a threat ends the one about the position, which is asked again. */
  async #think(): Promise<void> {
    const { at } = this;
    await this.#tables; /* so does the engine beside the board */
    if (at !== this.at || this.#closed) return;
    if (this.over || !(await this.threats.look(at, this.game))) return;
    if (at === this.at && !this.#closed) this.#consult();
  }
}
