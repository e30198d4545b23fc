/* Games that were played, read and found by the core: the person's own, and those of a file. */
import { settings } from "../../app/settings";
import { Store } from "../../app/store";
import { CoreError } from "../../core/module";
import { pickRecord, readingCore } from "../../core/table";
import type { Past, PastGame } from "../../core/types";
import { keeper } from "../../keep/keeper";

const SLICE = 12; /* milliseconds that reading may hold the page up */
const AT_ONCE = 5; /* games */

const breath = () => new Promise((done) => setTimeout(done));

export class PastGames extends Store {
  readonly #own: boolean;
  #number: number | undefined;
  #texts: string[] = [];
  #run = 0;

  /** Of the file. */
  name = "";
  count = 0;
  wrong = 0;
  reading = false;

  constructor(own: boolean) {
    super();
    this.#own = own;
  }

  get empty(): boolean {
    return this.#texts.length === 0;
  }

  /** Reads these in place of those before them, a little at a time. */
  async take(texts: string[], name = ""): Promise<void> {
    const run = ++this.#run;
    const core = readingCore();
    if (this.#number !== undefined) core.number("past_close", this.#number);
    const number = core.ask("past_open").past;
    this.#number = number;
    this.#texts = texts;
    this.name = name;
    this.count = this.wrong = 0;
    this.reading = true;
    this.changed();
    let begun = performance.now();
    for (const text of texts) {
      try {
        core.ask("past_take", number, text, this.#own ? 1 : 0, settings.choices.name);
        for (let more = true; more; ) {
          const read = core.ask("past_read", number, AT_ONCE);
          more = read.more;
          this.count = read.games;
          this.wrong = read.wrong;
          if (performance.now() - begun < SLICE) continue;
          this.changed();
          await breath();
          if (run !== this.#run) return;
          begun = performance.now();
        }
      } catch (error) {
        if (!(error instanceof CoreError)) throw error;
        this.wrong++; /* no records at all, or more than there is memory for */
      }
    }
    this.reading = false;
    this.changed();
  }

  /** What followed on the position of a table; undefined: there are no games yet. */
  find(table: number): Past | undefined {
    if (this.#number === undefined) return undefined;
    try {
      return readingCore().ask("past_find", this.#number, table);
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      this.#number = undefined; /* the module was started anew */
      void this.take(this.#texts, this.name);
      return undefined;
    }
  }

  /** A game as a record. */
  record({ text, number }: PastGame): string {
    return pickRecord(this.#texts[text]!, number);
  }
}

/** Those that were finished in this browser. */
export const ownGames = new PastGames(true);
/** Those of the file that was opened last; it is not kept. */
export const fileGames = new PastGames(false);

let known: string | undefined;

/** Reads one's own games, if there are others than before; the newest last. */
export async function readOwnGames(): Promise<void> {
  const records = (await keeper.records()).filter(({ from }) => from === undefined).reverse();
  const now = records.map(({ id }) => id).join();
  if (now === known) return;
  known = now;
  await ownGames.take(records.map(({ text }) => String(text)));
}
