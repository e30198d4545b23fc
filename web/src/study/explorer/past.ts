/* Games that were played, read and found by the core: the player's own, and those of a file. */
import { batch, signal } from "@preact/signals";
import { pageScope, Scope } from "../../app/scope";
import { settings } from "../../app/settings";
import { CoreError } from "../../core/module";
import { pickRecord, readingCore } from "../../core/table";
import type { Past, PastGame } from "../../core/types";
import { gameStorage } from "../../storage/games";

const SLICE = 12; /* ms that reading may block the page */
const GAMES_AT_ONCE = 5;

export class PastGames {
  readonly #isOwn: boolean;
  readonly #name = signal("");
  readonly #count = signal(0);
  readonly #wrong = signal(0);
  readonly #isReading = signal(false);
  readonly #texts = signal<string[]>([]);
  #number: number | undefined; /* in the core */
  #reading: Scope | undefined;

  constructor(isOwn: boolean) {
    this.#isOwn = isOwn;
  }

  /** Of the file. */
  get name(): string {
    return this.#name.value;
  }
  get count(): number {
    return this.#count.value;
  }
  /** How many could not be read. */
  get wrong(): number {
    return this.#wrong.value;
  }
  get isReading(): boolean {
    return this.#isReading.value;
  }
  get isEmpty(): boolean {
    return this.#texts.value.length === 0;
  }

  /** Reads these instead of those before them, a little at a time. */
  async take(texts: string[], name = ""): Promise<void> {
    this.#reading?.end();
    const reading = new Scope(pageScope);
    this.#reading = reading;
    const core = readingCore();
    if (this.#number !== undefined) core.number("past_close", this.#number);
    const number = core.ask("past_open").past;
    this.#number = number;
    batch(() => {
      this.#texts.value = texts;
      this.#name.value = name;
      this.#count.value = this.#wrong.value = 0;
      this.#isReading.value = true;
    });
    let games = 0;
    let wrong = 0;
    let since = performance.now();
    for (const text of texts) {
      try {
        core.ask("past_take", number, text, this.#isOwn ? 1 : 0, settings.choices.name);
        for (let more = true; more; ) {
          ({ more, games, wrong } = core.ask("past_read", number, GAMES_AT_ONCE));
          if (performance.now() - since < SLICE) continue;
          this.#told(games, wrong);
          await new Promise<void>((resume) => reading.timeout(0, resume)); /* never, if others are taken meanwhile */
          since = performance.now();
        }
      } catch (error) {
        if (!(error instanceof CoreError)) throw error;
        wrong++; /* not a record, or more than there is memory for */
      }
    }
    reading.end();
    this.#told(games, wrong, false);
  }

  #told(games: number, wrong: number, isReading = true): void {
    batch(() => {
      this.#count.value = games;
      this.#wrong.value = wrong;
      this.#isReading.value = isReading;
    });
  }

  /** The moves that followed, and the games, at the position of a table; undefined: there are no games yet. */
  find(table: number): Past | undefined {
    if (this.#number === undefined) return undefined;
    try {
      return readingCore().ask("past_find", this.#number, table);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      this.#number = undefined; /* the module was started anew */
      void this.take(this.#texts.peek(), this.name);
      return undefined;
    }
  }

  /** A game as a record. */
  record({ text, number }: PastGame): string {
    return pickRecord(this.#texts.peek()[text]!, number);
  }
}

/** Those that were finished in this browser. */
export const ownGames = new PastGames(true);
/** Those of the file that was opened last; they are not saved. */
export const fileGames = new PastGames(false);

let known: string | undefined;

/** Reads the player's own games if they have changed; the newest last. */
export async function readOwnGames(): Promise<void> {
  const records = (await gameStorage.records()).filter(({ from }) => from === undefined).reverse();
  const now = records.map(({ id }) => id).join();
  if (now === known) return;
  known = now;
  await ownGames.take(records.map(({ text }) => String(text)));
}
