/* What is selected to make a move. The core says what a tap leads to (src/play/touch.h); here is what is selected, and for
   a moment what was refused. Matches, lessons, problems and the analysis have one each. */
import { signal } from "@preact/signals";
import { actions } from "../app/model";
import type { Scope } from "../app/scope";
import type { Table } from "../core/table";
import type { Message, Touch } from "../core/types";

const REFUSED = 1200; /* ms; so long a refusal is shown */

export class MoveSelection {
  readonly #scope: Scope;
  readonly #table: () => Table;
  readonly #selected = signal<string[]>([]);
  readonly #refused = signal<string | undefined>(undefined);
  readonly #hint = signal<string[]>([]);
  #cancel = () => {};

  constructor(scope: Scope, table: () => Table) {
    this.#scope = scope;
    this.#table = table;
  }

  /** In order. */
  get selected(): string[] {
    return this.#selected.value;
  }
  /** The tap that was just refused. */
  get refused(): string | undefined {
    return this.#refused.value;
  }
  /** The taps of a move that is suggested. */
  get hint(): string[] {
    return this.#hint.value;
  }

  /** What can be selected next. */
  get next(): Set<string> {
    return this.#table().next(this.selected);
  }

  /** What is asked in mid-move; null: what the game asks anyway. */
  get ask(): Message | null {
    return this.selected.length > 0 ? this.#table().asks(this.selected) : null;
  }

  /** Afterwards that is selected which the core says. A whole move is not made. */
  tap(id: string): Touch {
    const answer = this.#table().touch(this.selected, id);
    if (answer.touch === "refused") this.refuse(id);
    else this.#refused.value = undefined;
    this.#selected.value = answer.touched;
    return answer;
  }

  suggest(hint: string[]): void {
    this.#hint.value = hint;
  }

  /** Marks a thing as refused for a moment. */
  refuse(id: string): void {
    this.#refused.value = id;
    this.#cancel();
    this.#cancel = this.#scope.timeout(REFUSED, () => (this.#refused.value = undefined));
  }

  /** Selects nothing, or only what stays selected. */
  clear(selected: string[] = []): void {
    this.#selected.value = selected;
    this.#hint.value = [];
    this.#refused.value = undefined;
  }
}

actions(MoveSelection, "tap", "suggest", "refuse", "clear");
