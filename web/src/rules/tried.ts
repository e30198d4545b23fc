/* What the first game and a problem have in common: a touch that leads nowhere is marked for a moment, and told why. */
import { Store } from "../app/store";
import type { Table } from "../core/table";
import type { Message } from "../core/types";
import { say } from "../i18n/texts";

const REFUSED = 1200;

export interface Note {
  tone: "good" | "why" | "neutral" | "hint";
  text: string;
  /** Moves that show it. */
  line?: string;
}

export abstract class Tried extends Store {
  abstract readonly table: Table;
  /** A thing may be touched. */
  abstract readonly open: boolean;
  #refusal: ReturnType<typeof setTimeout> | undefined;

  touched: string[] = [];
  refused: string | undefined;
  note: Note | undefined;

  get touchable(): Set<string> {
    return this.open ? this.table.next(this.touched) : new Set();
  }

  /** Touches a thing. Returns the move that is then whole. */
  protected reach(id: string): string | undefined {
    const { touch, touched, move, why } = this.table.touch(this.touched, id);
    if (touch === "refused") this.refuse(id, why);
    else if (touch !== "let-go") this.note = undefined;
    this.touched = touched;
    return move ?? undefined;
  }

  protected refuse(id: string, why: Message | null | undefined): void {
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
