/* The computer's players: they think when it is their turn, give hints, and judge offers. One thing at a time; whatever
   starts first ends the rest. */
import { signal } from "@preact/signals";
import { Scope } from "../app/scope";
import { gameFacts } from "../core/table";
import type { Analysis } from "../core/types";
import { engine, type Run } from "../engine/engine";
import type { GameSoFar } from "../engine/protocol";
import type { Match } from "./match";

export interface Thinking {
  seat: number;
  /** performance.now() when it began. */
  since: number;
}

const PACE = 450; /* ms; a move or roll of the computer is not shown sooner, so that the eye can follow */
const DRAW_TIME = 1000; /* ms to judge an offer */
const GLANCE_TIME = 100; /* ms to find any move */

interface Around {
  match: Match;
  /** Of the computer's choices. */
  seed(): number;
  play(move: string): void;
  roll(): void;
  /** The engine can't be had, or the core rejected the question. */
  failed(error: unknown): void;
}

export class ComputerPlayers {
  readonly #around: Around;
  readonly #thinking = signal<Thinking | undefined>(undefined);
  readonly #asking = signal(false);
  #visit: Scope | undefined; /* while the match is on the screen */
  #work: Scope | undefined; /* what is thought about, or a pause before a roll */
  #run: Run<unknown> | undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  get thinking(): Thinking | undefined {
    return this.#thinking.value;
  }
  /** The engine looks for a hint, or judges an offer. */
  get asking(): boolean {
    return this.#asking.value;
  }

  /** The match is on the screen until the scope ends: only then the computer thinks. */
  enter(visit: Scope): void {
    this.#visit = visit;
    visit.onEnd(() => {
      this.stop();
      this.#visit = undefined;
    });
  }

  /** Plays or rolls if it is the computer's turn. */
  advance(): void {
    const { match, roll } = this.#around;
    const { over, now, proposed } = match.game;
    const { seat, turn } = now;
    if (!this.#visit || over || seat === 0 || proposed !== undefined) return;
    if (match.playerAt(seat).kind !== "engine") return;
    const work = this.#begin();
    if (turn === "chance") work.timeout(PACE, roll);
    else void this.#think(work, seat);
  }

  async #think(work: Scope, seat: number): Promise<void> {
    const { play, failed } = this.#around;
    const since = performance.now();
    this.#thinking.value = { seat, since };
    try {
      const move = await this.#move(work, seat);
      if (work.hasEnded) return;
      if (move === undefined) throw new Error("no move");
      work.timeout(PACE - (performance.now() - since), () => {
        this.stop();
        play(move);
      });
    } catch (error) {
      if (work.hasEnded) return;
      this.stop();
      failed(error);
    }
  }

  async #move(work: Scope, seat: number): Promise<string | undefined> {
    const { match, seed } = this.#around;
    const { signal } = work;
    const { level } = match.playerAt(seat);
    const question = { kind: "choose", game: this.#soFar, level, seed: seed() } as const;
    const run = engine.run(question, { priority: "move", signal });
    this.#run = run;
    const answer = await run.answer;
    if (answer?.move !== undefined || work.hasEnded) return answer?.move;
    /* Told to move before it had found anything. */
    return (await this.#look(GLANCE_TIME, "move", signal))?.lines[0]?.line[0];
  }

  #look(milliseconds: number, priority: "move" | "hint", signal: AbortSignal): Promise<Analysis | undefined> {
    const question = { kind: "analyse", game: this.#searched, lines: 1, milliseconds } as const;
    return engine.run(question, { priority, signal }).answer;
  }

  /** What the engine finds in so many milliseconds; undefined if something else came first. */
  async consult(milliseconds: number): Promise<Analysis | undefined> {
    const work = this.#begin();
    this.#asking.value = true;
    try {
      const found = await this.#look(milliseconds, "hint", work.signal);
      return work.hasEnded ? undefined : found;
    } catch (error) {
      if (work.hasEnded) return undefined;
      throw error;
    } finally {
      if (!work.hasEnded) this.stop();
    }
  }

  /** The seat of a computer that rejects a draw, 0 if all accept; undefined if something else came first. */
  async against(): Promise<number | undefined> {
    const { match } = this.#around;
    const { id, players } = match.game.now;
    const { engines } = match;
    const found = await this.consult(DRAW_TIME);
    return found && (engines.find((seat) => !takesDraw(id, found, seat, players)) ?? 0);
  }

  /** The move comes at once, with what is known. */
  hurry(): void {
    this.#run?.finish();
  }

  /** Ends thoughts and pauses. */
  stop(): void {
    this.#work?.end();
    this.#work = this.#run = undefined;
    this.#asking.value = false;
    this.#thinking.value = undefined;
  }

  #begin(): Scope {
    this.stop();
    this.#work = new Scope(this.#visit);
    return this.#work;
  }

  /* A player who left can't be told in moves: then the engine starts from the position. */
  get #soFar(): GameSoFar {
    const { now, events } = this.#around.match.game;
    if (events.some((event) => event.gave_up)) return this.#here;
    return { spec: now.game, position: now.first, moves: events.map((event) => event.move) };
  }

  /* An analysis that knows of the roll before it spends half of its time on the other faces (src/study/analysis.c). */
  get #searched(): GameSoFar {
    return this.#around.match.game.events.at(-1)?.roll ? this.#here : this.#soFar;
  }

  /* The position, without the moves that led to it. */
  get #here(): GameSoFar {
    const { game: spec, position } = this.#around.match.game.now;
    return { spec, position, moves: [] };
  }
}

const EVEN_POINTS = 1;
const EVEN_CHANCE = 5; /* percent above an equal share */

/* Whether the player at a seat accepts a draw: they are not better than about even. */
function takesDraw(game: string, { lines, roll, player }: Analysis, seat: number, players: number): boolean {
  const [line] = lines;
  const values = roll?.averages ?? line?.chances;
  const value = values ? values[seat - 1]! : (seat === player ? 1 : -1) * (line?.value ?? 0);
  return value <= (gameFacts(game)?.score === "chance" ? 100 / players + EVEN_CHANCE : EVEN_POINTS);
}
