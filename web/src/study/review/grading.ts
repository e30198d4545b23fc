/* Looks at the plies of a game, from the last to the first, several at once. The result of a ply depends on no other ply,
   so it is the same however many workers share the work, and the same as `ascona review` finds. When all are found,
   the engine puts them together. */
import { batch, signal } from "@preact/signals";
import type { Review } from "../../core/types";
import { engine, workerCount } from "../../engine/engine";

export class Grading {
  readonly #record: string;
  readonly #known = signal<Review | undefined>(undefined);
  readonly #isComplete = signal(false);
  readonly #found: string[] = [];
  readonly #done = new Set<number>(); /* plies, counted back from the last */
  #plies = Infinity; /* until it is known how many there are */

  constructor(record: string) {
    this.#record = record;
  }

  /** What was found so far. */
  get known(): Review | undefined {
    return this.#known.value;
  }
  /** Every move was looked at. */
  get isComplete(): boolean {
    return this.#isComplete.value;
  }

  /** Looks at what is left, until all is known or it is ended. Run again, it continues where it was. */
  async run(signal: AbortSignal): Promise<void> {
    const game = { record: this.#record, found: this.#found };
    const options = { priority: "review", signal } as const;
    const onReport = (known: Review) => (this.#known.value = known);
    let next = 0;
    const work = async () => {
      while (next < this.#plies && !signal.aborted) {
        const back = next++;
        if (this.#done.has(back)) continue;
        const question = { kind: "review-ply", ...game, back } as const;
        const share = await engine.run(question, { ...options, onReport }).answer;
        if (!share) return;
        this.#plies = share.plies;
        this.#done.add(back);
        if (share.found !== "") this.#found.push(share.found);
      }
    };
    await Promise.all(Array.from({ length: workerCount() }, work));
    const whole = await engine.run({ kind: "review", ...game }, options).answer;
    if (!whole) return;
    batch(() => {
      this.#known.value = whole;
      this.#isComplete.value = true;
    });
  }
}
