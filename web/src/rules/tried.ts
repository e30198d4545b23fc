/* What the first game and a problem have in common: a touch that leads nowhere is marked for a moment, and told why. */
import { Store } from "../app/store";
import type { Table } from "../core/table";
import { say } from "../i18n/texts";

const REFUSED = 1200;

/** Whether a move's touches begin with these. */
export const begins = (steps: string[], beginning: string[]): boolean => beginning.every((id, index) => steps[index] === id);

export interface Note {
  tone: "good" | "why" | "neutral" | "hint";
  text: string;
  /** Moves that show it. */
  line?: string;
}

export abstract class Tried extends Store {
  abstract readonly table: Table;
  #refusal: ReturnType<typeof setTimeout> | undefined;

  touched: string[] = [];
  refused: string | undefined;
  note: Note | undefined;

  protected refuse(id: string): void {
    const { why } = this.table.why(this.touched, id);
    this.refused = id;
    clearTimeout(this.#refusal);
    this.#refusal = setTimeout(() => {
      this.refused = undefined;
      this.changed();
    }, REFUSED);
    if (why) this.note = { tone: "why", text: say(this.table.state().id, why) };
  }

  close(): void {
    clearTimeout(this.#refusal);
    this.table.close();
  }
}
