/* The match that this page plays, and the right to save it. There is one at a time: opening another one closes it. */
import { signal } from "@preact/signals";
import { Scope } from "../app/scope";
import { gameOf, needCores, needReaders } from "../core/table";
import { gameStorage, type SavedMatch } from "../storage/games";
import type { WriteLock } from "../storage/lock";
import { Session } from "./session";

/** What there is under an id. */
export type Found =
  | { kind: "match"; session: Session }
  /** Another page has it open. */
  | { kind: "elsewhere"; saved: SavedMatch }
  /** It can't be read. */
  | { kind: "damaged"; saved: SavedMatch }
  | { kind: "none" };

class CurrentMatch {
  readonly #session = signal<Session | undefined>(undefined);
  #lock: WriteLock | undefined;
  #visit: Scope | undefined; /* while it is on the screen */
  #asked = 0; /* the last question counts */

  get session(): Session | undefined {
    return this.#session.value;
  }

  /** Makes a match the current one. */
  set(session: Session): void {
    const before = this.#session.peek();
    if (session === before) return;
    this.leave();
    before?.close();
    this.#session.value = session;
  }

  /** The current match is on the screen, until leave(). */
  enter(): void {
    const session = this.#session.peek();
    if (this.#visit || !session) return;
    this.#visit = new Scope();
    session.enter(this.#visit);
  }

  /** Opens the match with an id, if no other page has it or it is taken over. Rejects if what it needs can't be loaded. */
  async open(id: string, take = false): Promise<Found> {
    const asked = ++this.#asked;
    let isLost = false; /* to another page, while it is being loaded */
    const lock = await gameStorage.lock(id, take, () => {
      isLost = true;
      this.#lost(id);
    });
    let isOpen = false;
    try {
      const saved = await gameStorage.readMatch(id);
      if (saved) await (saved.again ? needCores([gameOf(saved.again.spec)]) : needReaders());
      if (!saved) return { kind: "none" };
      if (asked !== this.#asked || !lock || isLost) return { kind: "elsewhere", saved };
      if (!this.#restore(saved)) return { kind: "damaged", saved };
      isOpen = true;
      this.#lock = lock;
      return { kind: "match", session: this.#session.peek()! };
    } finally {
      if (!isOpen) lock?.release();
    }
  }

  /* Makes it the current match, unless it already is. False: it can't be read. */
  #restore(saved: SavedMatch): boolean {
    const session = this.#session.peek();
    try {
      if (session?.id !== saved.id || session.isLost || session.saving.changedAt < saved.changed)
        this.set(Session.back(saved));
      return true;
    } catch {
      return false;
    }
  }

  /** A match that is saved from now on: nobody else has it yet. */
  async claim(session: Session): Promise<void> {
    const visit = this.#visit;
    const lock = await gameStorage.lock(session.id, false, () => this.#lost(session.id));
    if (visit !== undefined && visit === this.#visit && !this.#lock) this.#lock = lock;
    else lock?.release();
  }

  /** It is not on the screen for a while: another page may play it. */
  leave(): void {
    this.#asked++;
    this.#visit?.end(); /* which saves it */
    this.#lock?.release();
    this.#visit = this.#lock = undefined;
  }

  #lost(id: string): void {
    const session = this.#session.peek();
    if (session?.id !== id || !this.#lock) return;
    this.#lock = undefined;
    session.lose();
    this.leave();
  }
}

export const currentMatch = new CurrentMatch();
