/* Games in this browser: matches that can be resumed, and the records of finished games.

   Both are in IndexedDB, under ids. Matches are few and are in memory, too, as they were last read; every tab tells the
   others when it has written something. Nothing is deleted that is not stored elsewhere as well: a match that can't be read
   stays as it is. If the browser stores nothing, or has no space left, everything works from memory, and `trouble` says
   so. */
import { signal } from "@preact/signals";
import { pageScope } from "../app/scope";
import type { Again } from "../core/table";
import type { Finished, Plan } from "../game/plan";
import { answer, committed, openDatabase, type StoreName } from "./database";
import { lockedElsewhere, lock, mayWrite, type WriteLock } from "./lock";

/** A match as it is stored. Of another version it may be anything but its id. */
export interface SavedMatch {
  id: string;
  plan: Plan;
  finished: Finished[];
  /** Of the game on the table. */
  record: string;
  /** The same, opened without reading the record; undefined if the game came from a record itself. */
  again?: Again | undefined;
  seed: number;
  flipped: boolean;
  /** Nothing is left to be played. */
  over: boolean;
  /** Something was played. */
  begun: boolean;
  /** The id of the game on the table among the records, when it is over. */
  finishedAs?: string | undefined;
  /** Date.now() when it was last changed. */
  changed: number;
}

/** A game that was finished here. */
export interface SavedRecord {
  id: string;
  text: string;
  added: number;
  /** What the games of one match have in common. */
  match?: string;
  /** The seat of the player at this browser, 0 if it is unknown; undefined if it was not played here. */
  own?: number;
  /** It was not played here: it was studied, or came by a link. */
  from?: "study" | "link";
}

const STAYS = 24 * 60 * 60 * 1000; /* a match that is over can be gone back to; its games are among the records */

class GameStorage {
  #database: IDBDatabase | undefined;
  readonly #matches = signal<ReadonlyMap<string, SavedMatch>>(new Map());
  #records = new Map<string, SavedRecord>(); /* those that are not written yet */
  #channel: BroadcastChannel | undefined;
  #last: Promise<unknown> = Promise.resolve(); /* what is being written */
  readonly #trouble = signal<"refused" | "full" | undefined>(undefined);

  /** "refused": nothing can be saved. "full": the last changes are not saved. */
  get trouble(): "refused" | "full" | undefined {
    return this.#trouble.value;
  }

  /** Everything else waits for it. */
  async open(): Promise<void> {
    this.#database = await openDatabase();
    if (!this.#database) this.#trouble.value = "refused";
    await this.#read();
    if (!this.#database || typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel("ascona.changes");
    pageScope.listen(this.#channel, "message", () => void this.#read());
  }

  /* ---- matches ---- */

  /** All matches, the one that was played last first. */
  get matches(): SavedMatch[] {
    return [...this.#matches.value.values()].sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
  }

  match(id: string): SavedMatch | undefined {
    return this.#matches.value.get(id);
  }

  /** The match as it is stored now; another tab may have written it. */
  async readMatch(id: string): Promise<SavedMatch | undefined> {
    const found = await this.#ask<SavedMatch | undefined>("matches", (store) => store.get(id));
    if (found) this.#set(found);
    return found ?? this.#matches.peek().get(id);
  }

  saveMatch(match: SavedMatch): void {
    this.#set(match);
    /* It is written first, so that a page that is left at once loses less; if another page has the lease, nothing is. */
    void this.#write(["matches", "leases"], async (transaction) => {
      transaction.objectStore("matches").put(match);
      if (!(await mayWrite(transaction.objectStore("leases"), match.id))) transaction.abort();
    });
  }

  deleteMatch(id: string): void {
    this.#matches.value = new Map([...this.#matches.peek()].filter(([each]) => each !== id));
    void this.#write(["matches", "leases"], async (transaction) => {
      if (!(await mayWrite(transaction.objectStore("leases"), id))) return;
      transaction.objectStore("matches").delete(id);
      transaction.objectStore("leases").delete(id);
    });
  }

  /** The right to write a match; undefined: it is open in another page. */
  async lock(id: string, take: boolean, lost: () => void): Promise<WriteLock | undefined> {
    await this.#last;
    const free = { release: () => undefined };
    return this.#database ? lock(this.#database, id, take, lost).catch(() => free) : free;
  }

  /** The matches that other pages have open. */
  async lockedElsewhere(): Promise<Set<string>> {
    await this.#last;
    return this.#database ? lockedElsewhere(this.#database).catch(() => new Set<string>()) : new Set();
  }

  /* ---- records ---- */

  /** The games that are over, newest first. */
  async records(): Promise<SavedRecord[]> {
    const found = await this.#ask<SavedRecord[]>("records", (store) => store.getAll());
    return [...(found ?? []), ...this.#records.values()].sort((one, other) => other.added - one.added);
  }

  async record(id: string): Promise<SavedRecord | undefined> {
    return this.#records.get(id) ?? (await this.#ask("records", (store) => store.get(id)));
  }

  saveRecord(record: SavedRecord): void {
    this.#records.set(record.id, record);
    void this.#write(["records"], (transaction) => void transaction.objectStore("records").put(record)).then(
      (done) => done && this.#records.get(record.id) === record && this.#records.delete(record.id),
    );
  }

  deleteRecord(id: string): void {
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

  /* Begins at once; the database brings several into order. A change may abort its transaction. Never rejects: `trouble`
     says what was not written. Returns whether it is stored. */
  #write(names: StoreName[], change: (transaction: IDBTransaction) => void | Promise<void>): Promise<boolean> {
    const written = this.#written(names, change);
    this.#last = Promise.all([this.#last, written]).then(() => undefined);
    return written;
  }

  async #written(names: StoreName[], change: (transaction: IDBTransaction) => void | Promise<void>): Promise<boolean> {
    if (!this.#database) return false;
    try {
      const transaction = this.#database.transaction(names, "readwrite");
      await Promise.all([committed(transaction), change(transaction)]);
      this.#failed(undefined);
      this.#channel?.postMessage("");
      return true;
    } catch (error) {
      if (error !== null) this.#failed("full"); /* null: the change aborted it */
      return false;
    }
  }

  #failed(trouble: "full" | undefined): void {
    this.#trouble.value = trouble;
  }

  #set(match: SavedMatch): void {
    this.#matches.value = new Map([...this.#matches.peek(), [match.id, match]]);
  }

  async #read(): Promise<void> {
    const found = await this.#ask<SavedMatch[]>("matches", (store) => store.getAll());
    if (!found) return;
    const known = new Map(found.map((match) => [match.id, match]));
    for (const match of this.#matches.peek().values())
      if (this.#trouble.peek() && !known.has(match.id)) known.set(match.id, match);
    this.#matches.value = known;
    for (const { id, over, changed } of found) if (over && changed < Date.now() - STAYS) this.deleteMatch(id);
  }
}

export const gameStorage = new GameStorage();
