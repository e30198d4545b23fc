/* Saves a match at this screen: whole, after every change, so that a reload or a crash loses nothing; and the record of its
   game once that is over. A game that was only opened to look at it is saved when somebody moves. */
import { signal } from "@preact/signals";
import type { Match } from "../game/match";
import { seriesOf } from "../game/plan";
import { randomId } from "../storage/lock";
import { gameStorage, type SavedMatch } from "../storage/games";

export interface SavingOptions {
  id?: string;
  isSaved?: boolean;
  /** A server stores the game. Here the record of a game that was played is saved, under the id, when it is over. */
  hosted?: "played" | "watched" | undefined;
}

export class Saving {
  readonly #match: Match;
  readonly #hosted: SavingOptions["hosted"];
  #record: string | undefined; /* the id of the game on the table among the records */

  readonly id: string;
  readonly #isSaved = signal(false);
  #changedAt = 0;

  constructor(match: Match, { id = randomId(), isSaved = true, hosted }: SavingOptions) {
    this.#match = match;
    this.#hosted = hosted;
    this.id = id;
    this.#isSaved.value = isSaved && hosted === undefined;
  }

  /** It is saved after every change, and has an address: /play/ID. */
  get isSaved(): boolean {
    return this.#isSaved.value;
  }
  /** When it was last saved; by this we see that another tab played on. */
  get changedAt(): number {
    return this.#changedAt;
  }
  /** Another page saves it now. */
  stop(): void {
    this.#isSaved.value = false;
  }

  save(more: Pick<SavedMatch, "seed" | "flipped">): void {
    if (!this.isSaved) return;
    const { plan, finished, over, game } = this.#match;
    this.#changedAt = Math.max(Date.now(), this.#changedAt + 1);
    gameStorage.saveMatch({
      ...more,
      id: this.id,
      plan,
      finished,
      record: this.#match.record(),
      again: game.again,
      over,
      begun: game.events.length + finished.length > 0,
      changed: this.#changedAt,
      finishedAs: this.#record,
    });
  }

  /** As it was saved; or as a record that is looked at, whose place the game takes once somebody moves. */
  restore(record: string | undefined, changed = 0): void {
    this.#record = record;
    this.#changedAt = changed;
  }

  /** Something was played. */
  resume(): void {
    if (!this.isSaved) this.deleteRecord();
    this.#isSaved.value = this.#hosted === undefined;
  }

  /** Another game is on the table. */
  startNext(): void {
    this.#record = undefined;
    this.#isSaved.value = true;
  }

  /** The game on the table is over. */
  saveRecord(): void {
    if (this.#hosted === "watched") return;
    this.#record = this.#hosted ? this.id : randomId(); /* one that is hosted may be opened again and again */
    const match = seriesOf(this.id, this.#match.plan);
    const { own } = this.#match;
    const text = this.#match.record();
    gameStorage.saveRecord({ id: this.#record, text, added: Date.now(), own, ...(match && { match }) });
  }

  /** It goes on after all. */
  deleteRecord(): void {
    if (this.#record !== undefined) gameStorage.deleteRecord(this.#record);
    this.#record = undefined;
  }
}
