/* What the browser keeps of play: matches that can be gone on with, and the records of games that are over.

   Both live in IndexedDB, under ids. Matches are few and are held in memory too, as they were last heard of; every page
   tells the others when it wrote something. Nothing is ever dropped but what is kept elsewhere as well: what cannot be
   read is kept as it is. Where the browser keeps nothing, or has no room left, all works from memory, and `trouble` says
   so. */
import { keep as keepLocal, keptText } from "../app/keep";
import { Store } from "../app/store";
import type { Again } from "../core/table";
import type { Finished, Plan } from "../game/plan";
import { answer, committed, openDatabase, type StoreName } from "./database";
import { heldElsewhere, hold, mayWrite, randomId, type Hold } from "./hold";

/** A match as it is kept. Of another version it may be anything but its id. */
export interface Kept {
  id: string;
  plan: Plan;
  finished: Finished[];
  /** Of the game on the table. */
  record: string;
  /** The same, for those who need not read the record; older versions did not keep that. */
  again?: Again | undefined;
  seed: number;
  flipped: boolean;
  /** Nothing is left to be played. */
  over: boolean;
  /** Something was played; older versions did not keep that. */
  begun?: boolean;
  /** The id of the game on the table among the records, when it is over. */
  finishedAs?: string | undefined;
  /** Date.now() when it was last changed. */
  changed: number;
}

/** A game that was finished here. */
export interface KeptRecord {
  id: string;
  text: string;
  added: number;
  /** What the games of one match have in common. */
  match?: string;
  /** The seat of the player at this browser, 0 if it is unknown; older versions did not keep that. */
  own?: number;
  /** It was not played here: it was studied, or came by a link. */
  from?: "study" | "link";
}

const STAYS = 24 * 60 * 60 * 1000; /* a match that is over can be gone back to; its games are among the records */

class Keeper extends Store {
  #database: IDBDatabase | undefined;
  #matches = new Map<string, Kept>();
  #records = new Map<string, KeptRecord>(); /* those that the browser has not kept */
  #channel: BroadcastChannel | undefined;
  #last: Promise<unknown> = Promise.resolve(); /* what is being written */
  /** "refused": nothing is kept. "full": the last changes are not. */
  trouble: "refused" | "full" | undefined;

  /** Everything else waits for it. */
  async open(): Promise<void> {
    this.#database = await openDatabase();
    if (!this.#database) this.trouble = "refused";
    await this.#carryOver();
    await this.#read();
    if (!this.#database || typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel("ascona.kept");
    this.#channel.onmessage = () => void this.#read().then(() => this.changed());
  }

  /* ---- matches ---- */

  /** All matches, the one that was played last first. */
  get matches(): Kept[] {
    return [...this.#matches.values()].sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
  }

  match(id: string): Kept | undefined {
    return this.#matches.get(id);
  }

  /** The match as it is kept now, whoever wrote it. */
  async readMatch(id: string): Promise<Kept | undefined> {
    const found = await this.#ask<Kept | undefined>("matches", (store) => store.get(id));
    if (found) this.#matches.set(id, found);
    return found ?? this.#matches.get(id);
  }

  keepMatch(match: Kept): void {
    this.#matches.set(match.id, match);
    void this.#write(["matches", "leases"], async (transaction) => {
      if (await mayWrite(transaction.objectStore("leases"), match.id)) transaction.objectStore("matches").put(match);
    });
  }

  dropMatch(id: string): void {
    this.#matches.delete(id);
    void this.#write(["matches", "leases"], async (transaction) => {
      if (!(await mayWrite(transaction.objectStore("leases"), id))) return;
      transaction.objectStore("matches").delete(id);
      transaction.objectStore("leases").delete(id);
    });
  }

  /** The right to write a match; undefined: it is open in another page. */
  async hold(id: string, take: boolean, lost: () => void): Promise<Hold | undefined> {
    await this.#last;
    const free = { release: () => undefined };
    return this.#database ? hold(this.#database, id, take, lost).catch(() => free) : free;
  }

  /** The matches that other pages have open. */
  async elsewhere(): Promise<Set<string>> {
    await this.#last;
    return this.#database ? heldElsewhere(this.#database).catch(() => new Set<string>()) : new Set();
  }

  /* ---- records ---- */

  /** The games that are over, newest first. */
  async records(): Promise<KeptRecord[]> {
    const found = await this.#ask<KeptRecord[]>("records", (store) => store.getAll());
    return [...(found ?? []), ...this.#records.values()].sort((one, other) => other.added - one.added);
  }

  async record(id: string): Promise<KeptRecord | undefined> {
    return this.#records.get(id) ?? (await this.#ask("records", (store) => store.get(id)));
  }

  keepRecord(record: KeptRecord): void {
    this.#records.set(record.id, record);
    void this.#write(["records"], (transaction) => void transaction.objectStore("records").put(record)).then(
      (done) => done && this.#records.delete(record.id),
    );
  }

  dropRecord(id: string): void {
    this.#records.delete(id);
    void this.#write(["records"], (transaction) => void transaction.objectStore("records").delete(id));
  }

  /* ---- how ---- */

  async #ask<T>(name: StoreName, about: (store: IDBObjectStore) => IDBRequest): Promise<T | undefined> {
    await this.#last;
    try {
      return (
        this.#database && (await answer(about(this.#database.transaction(name).objectStore(name)) as IDBRequest<T>))
      );
    } catch {
      return undefined;
    }
  }

  /* One after the other, and never an error: what was not written is told. True: it is kept. */
  #write(names: StoreName[], change: (transaction: IDBTransaction) => void | Promise<void>): Promise<boolean> {
    const written = this.#last.then(async () => {
      if (!this.#database) return false;
      try {
        const transaction = this.#database.transaction(names, "readwrite");
        await Promise.all([committed(transaction), change(transaction)]);
        this.#trouble(undefined);
        this.#channel?.postMessage("");
        return true;
      } catch {
        this.#trouble("full");
        return false;
      }
    });
    this.#last = written;
    return written;
  }

  #trouble(trouble: "full" | undefined): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.changed();
  }

  async #read(): Promise<void> {
    const found = await this.#ask<Kept[]>("matches", (store) => store.getAll());
    if (!found) return;
    const known = new Map(found.map((match) => [match.id, match]));
    for (const match of this.#matches.values()) if (this.trouble && !known.has(match.id)) known.set(match.id, match);
    this.#matches = known;
    for (const { id, over, changed } of found) if (over && changed < Date.now() - STAYS) this.dropMatch(id);
  }

  /* Older versions kept one match and the last fifty records in localStorage. They move here, once: what is here already
     is not added again, should two pages or two versions come at the same time. */
  async #carryOver(): Promise<void> {
    const match = keptText("match");
    const finished = keptText("finished");
    if (match === undefined && finished === undefined) return;
    const records = recordsIn(finished);
    const old = matchIn(match);
    for (const record of records) this.#records.set(record.id, record);
    if (old) this.#matches.set(old.id, old);
    const carried = await this.#write(["matches", "records"], async (transaction) => {
      const [matches, all] = [transaction.objectStore("matches"), transaction.objectStore("records")];
      const known = new Set((await answer(all.getAll() as IDBRequest<KeptRecord[]>)).map(({ text }) => text));
      const open = new Set((await answer(matches.getAll() as IDBRequest<Kept[]>)).map(({ record }) => record));
      for (const record of records) if (!known.has(record.text)) all.add(record);
      if (old && !open.has(old.record)) matches.add(old);
    });
    if (!carried) return;
    this.#records.clear();
    keepLocal("match", undefined);
    keepLocal("finished", undefined);
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/* Newest first, as they were. */
function recordsIn(text: string | undefined): KeptRecord[] {
  const list = parsed(text);
  const texts = Array.isArray(list) ? list.map((each) => (typeof each === "string" ? each : JSON.stringify(each))) : [];
  if (list !== undefined && !Array.isArray(list)) texts.push(text!);
  const now = Date.now();
  return texts.map((each, index) => ({ id: randomId(), text: each, added: now - index }));
}

/* One that cannot be read is kept as it is: its text stands for the record. */
function matchIn(text: string | undefined): Kept | undefined {
  const found = parsed(text);
  if (found === undefined || text === undefined) return undefined;
  const rest = { id: randomId(), over: false, changed: Date.now() };
  const whole = typeof found === "object" && found !== null && "record" in found && "plan" in found;
  return { ...((whole ? found : { record: text }) as Omit<Kept, "id" | "over" | "changed">), ...rest };
}

export const keeper = new Keeper();
