/* A game whose plies are looked at by several workers, from the last to the first. What is found of a ply hangs on no other
   ply, so it is the same however many share the work, and the same as `ascona review` finds. One of them puts it together
   when all is there. */
import type { Review } from "../../core/types";
import { Engine, enginesAtOnce } from "../../engine/engine";

/** Positions for each move: far more than level 9 has (docs/study.md). */
const NODES = 100_000;
/** The table of `ascona review`. */
const MEGABYTES = 16;

export class Grading {
  #engines: Engine[] = [];
  readonly #found: string[] = [];
  readonly #again: number[] = []; /* plies whose search was ended for another question */
  #next = 0; /* counted back from the last ply */
  #plies = Infinity;
  #aside: Promise<unknown> | undefined;
  #ended = false;

  constructor(
    readonly record: string,
    readonly hear: (known: Review) => void,
  ) {}

  /** The grades of the whole game; undefined when it was ended. Run again, it goes on where it was. */
  async run(): Promise<Review | undefined> {
    this.#ended = false;
    this.#engines = Array.from({ length: enginesAtOnce() }, (_, place) => new Engine(place));
    try {
      await Promise.all(this.#engines.map((engine) => this.#look(engine)));
      return this.#ended ? undefined : await this.#engines[0]!.ask({ kind: "review", ...this.#game });
    } finally {
      this.end();
    }
  }

  /** Somebody asks the engine meanwhile: the plies wait for that. */
  aside(asked: Promise<unknown>): void {
    this.#aside = asked.catch(() => undefined);
  }

  end(): void {
    this.#ended = true;
    for (const engine of this.#engines) engine.close();
  }

  get #game() {
    return { record: this.record, nodes: NODES, megabytes: MEGABYTES, found: this.#found };
  }

  async #look(engine: Engine): Promise<void> {
    while (!this.#ended) {
      const back = this.#again.pop() ?? this.#next++;
      if (back >= this.#plies) return;
      const asked = engine.ask({ kind: "review-ply", ...this.#game, back }, (known) => this.#tell(known));
      const share = await asked.catch((error: unknown) => {
        this.#again.push(back);
        throw error;
      });
      this.#plies = share?.plies ?? this.#plies;
      if (share?.found) this.#found.push(share.found);
      else if (back < this.#plies) this.#again.push(back);
      if (!share) await this.#aside;
    }
  }

  #tell(known: Review): void {
    if (!this.#ended) this.hear(known);
  }
}
