/* The players without a person: they think when it is their turn, give hints, and judge offers. One thing at a time; what
   comes first makes the rest void. */
import type { Line, Report } from "../core/types";
import type { GameSoFar } from "../engine/protocol";
import type { Match } from "./match";
import { Mind, takesDraw } from "./mind";

export interface Thinking {
  seat: number;
  /** performance.now() when it began. */
  since: number;
  report: Report | undefined;
}

/* A move of the engine is not shown sooner, so that the eye can follow; a roll neither. */
const PACE = 450;
const DRAW = 1000;

interface Around {
  match: Match;
  /** Of the engine's choices. */
  seed(): number;
  play(move: string): void;
  roll(): void;
  /** The engine did not arrive, or the core refused. */
  failed(error: unknown): void;
}

export class Engines {
  readonly #around: Around;
  readonly #mind = new Mind();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0; /* counts what makes a running thought or timer void */
  thinking: Thinking | undefined;
  /** It looks for a hint, or at an offer. */
  asking = false;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Plays or rolls if it is the turn of an engine. */
  advance(): void {
    const { match } = this.#around;
    const { over, now, proposed } = match.game;
    const { seat, turn } = now;
    if (over || seat === 0 || proposed !== undefined) return;
    if (match.playerAt(seat).kind !== "engine") return;
    const run = ++this.#run;
    if (turn !== "chance") return void this.#think(run, seat);
    this.#timer = setTimeout(() => run === this.#run && this.#around.roll(), PACE);
  }

  async #think(run: number, seat: number): Promise<void> {
    const { match, seed, play, failed } = this.#around;
    const thinking: Thinking = { seat, since: performance.now(), report: undefined };
    this.thinking = thinking;
    try {
      const { level } = match.playerAt(seat);
      const move = await this.#mind.move(this.#soFar, level, seed(), (report) => (thinking.report = report));
      if (run !== this.#run) return;
      if (move === undefined) throw new Error("no move");
      const wait = PACE - (performance.now() - thinking.since);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
      if (run !== this.#run) return;
      this.thinking = undefined;
      play(move);
    } catch (error) {
      if (run !== this.#run) return;
      this.thinking = undefined;
      failed(error);
    }
  }

  /** The best line it finds in so many milliseconds; undefined when something else came first. */
  async consult(milliseconds: number): Promise<Line | undefined> {
    const run = ++this.#run;
    this.asking = true;
    try {
      const line = await this.#mind.look(this.#soFar, milliseconds);
      return run === this.#run ? line : undefined;
    } catch (error) {
      if (run === this.#run) throw error;
      return undefined;
    } finally {
      if (run === this.#run) this.asking = false;
    }
  }

  /** The seat of one that does not want a draw, 0 when all are content; undefined when something else came first. */
  async against(): Promise<number | undefined> {
    const { match } = this.#around;
    const { id, seat, players } = match.game.now;
    const { engines } = match;
    const line = await this.consult(DRAW);
    return line && (engines.find((each) => !takesDraw(id, line, seat, each, players)) ?? 0);
  }

  /** The move comes at once, with what is known. */
  hurry(): void {
    this.#mind.hurry();
  }

  /** Something happened: what was being thought about is no longer so. */
  forget(): void {
    this.#run++;
    this.asking = false;
    this.thinking = undefined;
  }

  /** Ends thoughts and timers. */
  halt(): void {
    this.forget();
    clearTimeout(this.#timer);
    this.#mind.cancel();
  }

  /** Ends thoughts and timers, and lets the engine go until somebody asks again. */
  leave(): void {
    this.halt();
    this.#mind.leave();
  }

  /* One who left cannot be told in moves: then the engine starts from the position. */
  get #soFar(): GameSoFar {
    const { now, events } = this.#around.match.game;
    const { game: spec, first, position } = now;
    if (events.some((event) => event.gave_up)) return { spec, position, moves: [] };
    return { spec, position: first, moves: events.map((event) => event.move) };
  }
}
