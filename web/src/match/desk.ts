/* The match that this page has on its table, and the right to write it. One at a time: whoever puts another one there
   closes it. */
import { Store } from "../app/store";
import { gameOf, needCores, needReaders } from "../core/table";
import type { Hold } from "../keep/hold";
import { keeper, type Kept } from "../keep/keeper";
import { Session } from "./session";

/** What there is under an id. */
export type Found =
  | { kind: "match"; session: Session }
  /** Another page has it open. */
  | { kind: "elsewhere"; kept: Kept }
  /** It cannot be read. */
  | { kind: "spoiled"; kept: Kept }
  | { kind: "none" };

class Desk extends Store {
  #session: Session | undefined;
  #hold: Hold | undefined;
  #asked = 0; /* what is asked for last is what counts */

  /** The match on the table. */
  get session(): Session | undefined {
    return this.#session;
  }

  /** Puts a match on the table. */
  put(session: Session): void {
    if (session === this.#session) return;
    this.leave();
    this.#session?.close();
    this.#session = session;
  }

  /** The match with an id comes on the table, if no other page has it or it is taken over. */
  async open(id: string, take = false): Promise<Found> {
    const asked = ++this.#asked;
    const hold = await keeper.hold(id, take, () => this.#lost(id));
    const kept = await keeper.readMatch(id);
    if (kept) await (kept.again ? needCores([gameOf(kept.again.spec)]) : needReaders());
    if (asked !== this.#asked || !hold || !kept) {
      hold?.release();
      return kept ? { kind: "elsewhere", kept } : { kind: "none" };
    }
    try {
      const session = this.#session;
      if (session?.id !== id || session.lost || session.keeping.changedAt < kept.changed) this.put(Session.back(kept));
      this.#hold = hold;
      return { kind: "match", session: this.#session! };
    } catch {
      hold.release();
      return { kind: "spoiled", kept };
    }
  }

  /** A match that is kept from now on: nobody else has it yet. */
  async claim(session: Session): Promise<void> {
    const hold = await keeper.hold(session.id, false, () => this.#lost(session.id));
    if (session === this.#session) this.#hold = hold;
    else hold?.release();
  }

  /** Nobody plays here for a while: another page may. */
  leave(): void {
    this.#asked++;
    this.#session?.leave();
    this.#hold?.release();
    this.#hold = undefined;
  }

  #lost(id: string): void {
    if (this.#session?.id !== id || !this.#hold) return;
    this.#hold = undefined;
    this.#session.lose();
    this.changed();
  }
}

export const desk = new Desk();
