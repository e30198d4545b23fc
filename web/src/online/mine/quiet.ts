/* Whose phrases are not shown: those who were muted on this device, and those who are blocked on any. */
import { keep, kept } from "../../app/keep";
import { Store } from "../../app/store";
import { api } from "../line/api";

const MUTED = "muted"; /* kept: ids of persons */

export interface Blocked {
  person: string;
  name: string | null;
}

class Quiet extends Store {
  #asked = false;
  /** Whom one has blocked, as far as the server was asked. */
  blocked: Blocked[] = [];

  /** Asks the server; what cannot be known is as it was. */
  async load(again = true): Promise<void> {
    if (this.#asked && !again) return;
    this.#asked = true;
    this.blocked = await api.blocks().catch(() => this.blocked);
    this.changed();
  }
  async block(person: string, blocked: boolean): Promise<void> {
    await api.block(person, blocked);
    await this.load();
  }

  isMuted(person: string | undefined): boolean {
    return person !== undefined && (kept<string[]>(MUTED) ?? []).includes(person);
  }
  mute(person: string, muted: boolean): void {
    const others = (kept<string[]>(MUTED) ?? []).filter((each) => each !== person);
    keep(MUTED, muted ? [...others, person] : others);
    this.changed();
  }
  /** Nothing of what this person says is shown. */
  hides(person: string | undefined): boolean {
    return this.isMuted(person) || this.blocked.some((each) => each.person === person);
  }
}

export const quiet = new Quiet();
