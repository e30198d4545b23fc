/* A position being set up: the table it stands on, what is chosen to put, and what the core says of it. */
import { Table } from "../core/table";
import { CoreError } from "../core/module";
import type { EditSheet, Fault, State } from "../core/types";
import { Store } from "../app/store";

/** In place of a tool. */
export const LIFT = -1;

export class Editing extends Store {
  readonly table: Table;
  /** The text of the start. */
  readonly begins: string;
  tool = 0;
  state: State;
  sheet: EditSheet;
  /** The text that stands in the field, if the core could not read it, and why not. */
  wrong: { text: string; fault: Fault } | undefined;
  /** The last thing could not be put. */
  refused = false;

  constructor(
    readonly spec: string,
    position: string,
  ) {
    super();
    this.table = Table.open(spec);
    this.state = this.table.state();
    this.begins = this.state.position;
    this.sheet = this.table.core.ask("edit_sheet", this.table.number);
    if (position !== "") this.read(position);
  }

  close(): void {
    this.table.close();
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

  choose(tool: number): void {
    if (tool < LIFT || tool >= this.sheet.tools.length) return;
    this.tool = tool;
    this.changed();
  }

  /** Puts what is chosen on a place; on one where it stands already it is lifted. */
  touch(id: string, tool = this.tool): void {
    const { kind } = this.sheet.tools[tool] ?? { kind: null };
    const place = this.state.view.places.find((each) => each.id === id);
    const stands = kind !== null && (place?.man === kind || (place?.man === null && place.ground === kind));
    this.#change(() => this.table.core.ask("edit_put", this.table.number, stands ? LIFT : tool, id));
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
      this.wrong = { text, fault: error.fault };
      this.changed();
    }
  }

  #change(ask: () => { done: number }): void {
    const done = this.table.change(ask);
    this.refused = done === 0;
    this.wrong = undefined;
    this.state = this.table.state();
    this.sheet = this.table.core.ask("edit_sheet", this.table.number);
    this.changed();
  }
}
