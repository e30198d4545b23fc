/* What is being touched to make a move. The core says what a touch leads to (src/play/touch.h); here is what is in hand,
   and for a moment the thing that was refused. Matches, lessons and problems have one each. */
import type { Table } from "../core/table";
import type { Message, Touch } from "../core/types";

const REFUSED = 1200;

export class Touching {
  readonly #table: () => Table;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What is touched, in order. */
  touched: string[] = [];
  /** The touch that was just refused. */
  refused: string | undefined;
  /** The touches of a move that is suggested. */
  hint: string[] = [];

  /** `changed` is called when a refusal has been seen long enough. */
  constructor(table: () => Table, changed: () => void) {
    this.#table = table;
    this.#changed = changed;
  }

  /** What can be touched next. */
  get next(): Set<string> {
    return this.#table().next(this.touched);
  }

  /** What is asked in mid-move; null: what the game asks anyway. */
  get ask(): Message | null {
    return this.touched.length > 0 ? this.#table().asks(this.touched) : null;
  }

  /** Touches a thing. What is in hand then is what the core says, and a whole move is not made. */
  touch(id: string): Touch {
    const answer = this.#table().touch(this.touched, id);
    if (answer.touch === "refused") this.refuse(id);
    else this.refused = undefined;
    this.touched = answer.touched;
    return answer;
  }

  /** Marks a thing as refused for a moment. */
  refuse(id: string): void {
    this.refused = id;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.refused = undefined;
      this.#changed();
    }, REFUSED);
  }

  /** Lets go of everything, or of all but what is to stay in hand. */
  letGo(held: string[] = []): void {
    this.touched = held;
    this.hint = [];
    this.refused = undefined;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
