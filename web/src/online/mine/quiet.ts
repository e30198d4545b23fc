/* Persons whose phrases are hidden: muted on this device, or blocked on any. */
import { signal } from "@preact/signals";
import { api } from "../line/api";
import { SavedValue } from "../line/saved";

export interface Blocked {
  person: string;
  name: string | null;
}

class Quiet {
  readonly #muted = new SavedValue<string[]>("muted");
  readonly #blocked = signal<Blocked[]>([]);
  #isLoaded = false;

  /** The persons that the player has blocked, as far as they are loaded. */
  get blocked(): Blocked[] {
    return this.#blocked.value;
  }

  /** Loads them; if that fails, nothing changes and the next call tries again. */
  async load(again = true): Promise<void> {
    if (this.#isLoaded && !again) return;
    const blocked = await api.blocks().catch(() => undefined);
    if (!blocked) return;
    this.#isLoaded = true;
    this.#blocked.value = blocked;
  }
  async block(person: string, blocked: boolean): Promise<void> {
    await api.block(person, blocked);
    await this.load();
  }

  isMuted(person: string | undefined): boolean {
    return person !== undefined && (this.#muted.value ?? []).includes(person);
  }
  mute(person: string, muted: boolean): void {
    const others = (this.#muted.value ?? []).filter((each) => each !== person);
    this.#muted.set(muted ? [...others, person] : others);
  }
  /** No phrase of this person is shown. */
  hides(person: string | undefined): boolean {
    return this.isMuted(person) || this.blocked.some((each) => each.person === person);
  }
}

export const quiet = new Quiet();
