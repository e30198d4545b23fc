/* How a match at this screen is kept: whole, after every change, so that a reload or a crash loses nothing; and the game
   on its table among the records, once it is over. A game that was only opened to be looked at is kept when it goes on. */
import type { Match } from "../game/match";
import { seriesOf } from "../game/plan";
import { randomId } from "../keep/hold";
import { keeper, type Kept } from "../keep/keeper";

export interface KeepingOptions {
  id?: string;
  kept?: boolean;
  /** A server keeps the game. Here the record of one that was played is kept, under the id, when it is over. */
  hosted?: "played" | "watched" | undefined;
}

export class Keeping {
  readonly #match: Match;
  readonly #hosted: KeepingOptions["hosted"];
  #record: string | undefined; /* the id of the game on the table among the records */

  readonly id: string;
  /** It is kept, and has an address: /play/ID. */
  kept: boolean;
  /** When it was last kept; by it one sees that somebody else played on. */
  changedAt = 0;

  constructor(match: Match, { id = randomId(), kept = true, hosted }: KeepingOptions) {
    this.#match = match;
    this.#hosted = hosted;
    this.id = id;
    this.kept = kept && hosted === undefined;
  }

  keep(more: Pick<Kept, "seed" | "flipped">): void {
    if (!this.kept) return;
    const { plan, finished, over, game } = this.#match;
    this.changedAt = Math.max(Date.now(), this.changedAt + 1);
    keeper.keepMatch({
      ...more,
      id: this.id,
      plan,
      finished,
      record: this.#match.record(),
      again: game.again,
      over,
      begun: game.events.length + finished.length > 0,
      changed: this.changedAt,
      finishedAs: this.#record,
    });
  }

  /** As it was kept; or as a record that is looked at, whose place the game takes once it goes on. */
  recall(record: string | undefined, changed = 0): void {
    this.#record = record;
    this.changedAt = changed;
  }

  /** Something was played. */
  goOn(): void {
    if (!this.kept) this.dropRecord();
    this.kept = this.#hosted === undefined;
  }

  /** Another game is on the table. */
  turnOver(): void {
    this.#record = undefined;
    this.kept = true;
  }

  /** The game on the table is over. */
  keepRecord(): void {
    if (this.#hosted === "watched") return;
    this.#record = this.#hosted ? this.id : randomId(); /* one that is hosted may be opened again and again */
    const match = seriesOf(this.id, this.#match.plan);
    const { own } = this.#match;
    const text = this.#match.record();
    keeper.keepRecord({ id: this.#record, text, added: Date.now(), own, ...(match && { match }) });
  }

  /** It goes on after all. */
  dropRecord(): void {
    if (this.#record !== undefined) keeper.dropRecord(this.#record);
    this.#record = undefined;
  }
}
