/* What the other would do if it were his turn, for whoever wants to see it. The engine answers one question at a time: it
   is asked this before it goes on with the position. What it said of a node stays known. */
import { keep, kept } from "../app/keep";
import { Store } from "../app/store";
import type { Threat } from "../core/types";
import { Engine } from "../engine/engine";
import type { GameSoFar } from "../engine/protocol";
import { tableMegabytes } from "../game/mind";

const SOON = 500; /* milliseconds */

export class Threats extends Store {
  readonly #engine = new Engine();
  readonly #found = new Map<number, Threat>(); /* by node */
  #wanted = kept<boolean>("study-threats") === true;
  /** Nobody is to be asked: the engine is busy with a review. */
  muted = false;
  failed = false;

  get on(): boolean {
    return this.#wanted && !this.muted;
  }

  turn(on: boolean): void {
    this.#wanted = on;
    keep("study-threats", on || undefined);
    this.changed();
  }

  /** Of a node; undefined: not asked yet. */
  of(node: number): Threat | undefined {
    return this.on ? this.#found.get(node) : undefined;
  }

  /** Asks, where that is still to be done; true: the engine was. */
  async look(node: number, game: GameSoFar): Promise<boolean> {
    if (!this.on || this.#found.has(node)) return false;
    this.failed = false;
    try {
      const question = { kind: "threat", game, milliseconds: SOON, megabytes: tableMegabytes() } as const;
      const threat = await this.#engine.ask(question);
      if (threat) this.#found.set(node, threat);
    } catch {
      this.failed = true;
    }
    this.changed();
    return true;
  }

  close(): void {
    this.#engine.close();
  }
}
