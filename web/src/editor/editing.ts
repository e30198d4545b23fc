/* A position that is set up by hand: its table, the tool in use, and what the core says about the position. */
import { signal } from "@preact/signals";
import { actions } from "../app/model";
import type { Scope } from "../app/scope";
import { CoreError } from "../core/module";
import { Table } from "../core/table";
import type { EditSheet, Fault, State } from "../core/types";
import { EditorBoard } from "./board";

/** In place of a tool: pieces are removed. */
export const LIFT = -1;

/* The table is mutable: this is read from it after each change. */
interface Shown {
  state: State;
  sheet: EditSheet;
}

export class Editing {
  readonly spec: string;
  readonly table: Table;
  /** The start as text. */
  readonly start: string;
  readonly board: EditorBoard;
  readonly #shown = signal<Shown>(undefined!);
  readonly #tool = signal(0);
  readonly #wrong = signal<{ text: string; fault: Fault } | undefined>(undefined);
  readonly #refused = signal(false);
  readonly #flipped = signal(false);

  /** Throws a CoreError if there are no such options. */
  constructor(scope: Scope, spec: string, position: string) {
    this.spec = spec;
    this.table = Table.open(spec);
    scope.onEnd(() => this.table.close());
    this.#look();
    this.start = this.state.position;
    this.board = new EditorBoard(this);
    if (position !== "") this.read(position);
  }

  get state(): State {
    return this.#shown.value.state;
  }
  get sheet(): EditSheet {
    return this.#shown.value.sheet;
  }
  get tool(): number {
    return this.#tool.value;
  }
  /** The text in the field, if the core could not read it, and why not. */
  get wrong(): { text: string; fault: Fault } | undefined {
    return this.#wrong.value;
  }
  /** The last thing could not be placed. */
  get refused(): boolean {
    return this.#refused.value;
  }
  get flipped(): boolean {
    return this.#flipped.value;
  }
  get text(): string {
    return this.wrong?.text ?? this.state.position;
  }
  get playable(): boolean {
    return this.sheet.faults.length === 0 && !this.wrong;
  }
  get over(): boolean {
    return this.playable && this.state.end !== "open";
  }

  flip(): void {
    this.#flipped.value = !this.flipped;
  }

  choose(tool: number): void {
    if (tool >= LIFT && tool < this.sheet.tools.length) this.#tool.value = tool;
  }

  /** Places a piece; if it is there already, removes it. */
  tap(id: string, tool = this.tool): void {
    const { kind } = this.sheet.tools[tool] ?? { kind: null };
    const place = this.state.view.places.find((each) => each.id === id);
    const isThere = kind !== null && (place?.man === kind || (place?.man === null && place.ground === kind));
    this.#change(() => this.table.core.ask("edit_put", this.table.number, isThere ? LIFT : tool, id));
  }

  carry(from: string, to: string): void {
    this.#change(() => this.table.core.ask("edit_carry", this.table.number, from, to));
  }

  set(field: number, value: number): void {
    this.#change(() => this.table.core.ask("edit_set", this.table.number, field, value));
  }

  empty(): void {
    this.#change(() => this.table.core.ask("edit_clear", this.table.number));
  }

  /** "": the start. */
  read(text: string): void {
    try {
      this.#change(() => this.table.core.ask("edit_read", this.table.number, text));
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      this.#wrong.value = { text, fault: error.fault };
    }
  }

  #change(ask: () => { done: number }): void {
    this.#refused.value = this.table.change(ask) === 0;
    this.#wrong.value = undefined;
    this.#look();
  }

  #look(): void {
    const { table } = this;
    this.#shown.value = { state: table.state(), sheet: table.core.ask("edit_sheet", table.number) };
  }
}

actions(Editing, "flip", "choose", "tap", "carry", "set", "empty", "read");
