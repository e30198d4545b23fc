/* The threat: what the next player would do if it were their turn. It is looked for if the user wants to see it; the result
   for a node stays. */
import { computed, signal, untracked } from "@preact/signals";
import { readLocal, writeLocal } from "../app/local";
import { actions } from "../app/model";
import { Scope } from "../app/scope";
import type { Threat } from "../core/types";
import { engine } from "../engine/engine";
import type { Study, Visit } from "./study";

const TIME = 500; /* ms */

export class Threats {
  readonly #study: Study;
  readonly #isWanted = signal(readLocal<boolean>("study-threats") === true);
  readonly #found = signal<ReadonlyMap<number, Threat>>(new Map()); /* by node */
  readonly #failedAt = signal<Visit | undefined>(undefined);
  readonly #isLooking = computed(() => {
    const { visit, over } = this.#study;
    return this.isOn && !over && !this.#found.value.has(visit.node) && !this.failed;
  });

  constructor(scope: Scope, study: Study) {
    this.#study = study;
    scope.effect(() => {
      const { visit } = study;
      if (!this.#isLooking.value) return;
      const run = new Scope(scope);
      untracked(() => void this.#ask(run, visit));
      return () => run.end();
    });
  }

  get isOn(): boolean {
    return this.#isWanted.value && this.#study.showsAnalysis;
  }
  get failed(): boolean {
    return this.#failedAt.value === this.#study.visit;
  }
  /** Undefined: not known. */
  get threat(): Threat | undefined {
    return this.isOn ? this.#found.value.get(this.#study.at) : undefined;
  }

  turn(on: boolean): void {
    this.#isWanted.value = on;
    this.#failedAt.value = undefined;
    writeLocal("study-threats", on || undefined);
  }

  async #ask(run: Scope, visit: Visit): Promise<void> {
    try {
      const question = { kind: "threat", game: visit.game, milliseconds: TIME } as const;
      const threat = await engine.run(question, { priority: "threats", signal: run.signal }).answer;
      if (threat) this.#found.value = new Map([...this.#found.peek(), [visit.node, threat]]);
    } catch {
      if (!run.hasEnded) this.#failedAt.value = visit;
    }
  }
}

actions(Threats, "turn");
