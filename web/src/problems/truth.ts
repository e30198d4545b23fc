/* What is true of a position, by the engine's proof in its worker. */
import { Engine } from "../engine/engine";
import type { GameSoFar, Solution } from "../engine/protocol";

const PATIENCE = 5000; /* milliseconds; a proof takes a few, as a rule */
const MEGABYTES = 16;

/** How many defences are compared before one is played. */
const COMPARED = 12;

export interface Defence {
  reply: string;
  /** What wins against it. */
  answers: string[];
}

export class Truth {
  readonly #engine = new Engine();

  ask(game: GameSoFar): Promise<Solution | undefined> {
    return this.#engine.ask({ kind: "solve", game, milliseconds: PATIENCE, megabytes: MEGABYTES });
  }

  /** A reply, where the proof ran out of time. */
  async guess(game: GameSoFar): Promise<string | undefined> {
    const answer = await this.#engine.ask({ kind: "analyse", game, lines: 1, milliseconds: PATIENCE / 10, megabytes: MEGABYTES });
    return answer?.lines[0]?.line[0];
  }

  /** The replies that hold out longest, with what wins against each. Undefined when called off. */
  async defences(game: GameSoFar, { best }: Solution): Promise<Defence[] | undefined> {
    const found: Defence[] = [];
    for (const reply of best.slice(0, COMPARED)) {
      const solution = await this.ask({ ...game, moves: [...game.moves, reply] });
      if (!solution) return undefined;
      found.push({ reply, answers: solution.best });
    }
    return found;
  }

  cancel(): void {
    this.#engine.cancel();
  }
}
