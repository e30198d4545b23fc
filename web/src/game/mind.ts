/* Whoever thinks for the players without a person: the engine, one question at a time. */
import { gameFacts } from "../core/table";
import type { Line, Report } from "../core/types";
import { Engine, type Answer } from "../engine/engine";
import type { GameSoFar, Question } from "../engine/protocol";

/** What is asked of an engine. */
export interface Thinker {
  ask(question: Question, onReport?: (report: Report) => void): Promise<Answer | undefined>;
  stop(): void;
  cancel(): void;
  /** Nobody asks here any more. */
  close(): void;
}

const STRONGEST = 10;
const THINKS = 2000; /* milliseconds of the strongest level */
const GLANCE = 100;

/** Megabytes of the engine's table: less on phones. */
export function tableMegabytes(): number {
  return matchMedia("(pointer: coarse) and (max-width: 900px)").matches ? 16 : 64;
}

export class Mind {
  /** Tests put another one here. */
  static engine: () => Thinker = () => new Engine();
  #opened: Thinker | undefined;
  #hurried = false;

  /* A question opens an engine, leave() closes it. The next question opens another one. */
  get #engine(): Thinker {
    return (this.#opened ??= Mind.engine());
  }

  /** The move of a level. Undefined: the question was cancelled. */
  async move(
    game: GameSoFar,
    level: number,
    seed: number,
    onReport: (report: Report) => void,
  ): Promise<string | undefined> {
    this.#hurried = false;
    const player = level < STRONGEST ? String(level) : `${level},hash=${tableMegabytes()}`;
    const milliseconds = level < STRONGEST ? 0 : THINKS;
    const answer = await this.#engine.ask({ kind: "choose", game, player, milliseconds, seed }, onReport);
    if (answer?.move !== undefined) return answer.move;
    /* Told to move before it had found anything. */
    return this.#hurried ? (await this.look(game, GLANCE))?.line[0] : undefined;
  }

  /** The best line it finds in so many milliseconds. */
  async look(game: GameSoFar, milliseconds: number): Promise<Line | undefined> {
    this.#hurried = false;
    const answer = await this.#engine.ask({
      kind: "analyse",
      game,
      lines: 1,
      milliseconds,
      megabytes: tableMegabytes(),
    });
    return answer?.lines[0];
  }

  /** The answer comes at once, with what is known. */
  hurry(): void {
    this.#hurried = true;
    this.#opened?.stop();
  }

  cancel(): void {
    this.#hurried = false;
    this.#opened?.cancel();
  }

  /** Ends the question, and lets the engine go until the next one. */
  leave(): void {
    this.cancel();
    this.#opened?.close();
    this.#opened = undefined;
  }
}

const EVEN_POINTS = 1;
const EVEN_CHANCE = 5; /* percent above an equal share */

/** Whether the player at a seat is content with a draw: by this line he is not better than about even. */
export function takesDraw(game: string, line: Line, toMove: number, seat: number, players: number): boolean {
  if (gameFacts(game)?.score === "chance") {
    const chance = line.chances?.[seat - 1] ?? (seat === toMove ? line.value : 100 - line.value);
    return chance <= 100 / players + EVEN_CHANCE;
  }
  return (seat === toMove ? line.value : -line.value) <= EVEN_POINTS;
}
