/* A match: the game on the table, who sits where, what the players are called, and the points of the games so far. */
import { batch, signal, type Signal } from "@preact/signals";
import { Table } from "../core/table";
import { isolated } from "../i18n/isolate";
import { say, t } from "../i18n/texts";
import type { Game } from "./game";
import { engineTag, rematch, sideAt, spokenName, type Finished, type Plan, type Side } from "./plan";

const isProgram = (kind: Side["kind"], level: number) => kind === "engine" || (kind === "remote" && level >= 0);

/** The day here, as records write it: "2026.11.15". */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}.${two(now.getMonth() + 1)}.${two(now.getDate())}`;
}

export class Match {
  readonly #plan: Signal<Plan>;
  readonly #game: Signal<Game>;
  readonly #finished = signal<Finished[]>([]);
  readonly #closed = signal(false);
  readonly #counted = signal(false); /* the game on the table is the last of the finished ones */

  constructor(plan: Plan, game: Game) {
    this.#plan = signal(plan);
    this.#game = signal(game);
  }

  get plan(): Plan {
    return this.#plan.value;
  }
  /** The game on the table. */
  get game(): Game {
    return this.#game.value;
  }
  get finished(): Finished[] {
    return this.#finished.value;
  }
  /** Nothing is played any more, though the rules would allow it. */
  get closed(): boolean {
    return this.#closed.value;
  }
  close(closed = true): void {
    this.#closed.value = closed;
  }

  /** Which game of the match is on the table, from 0. */
  get round(): number {
    return this.#counted.value ? this.finished.length - 1 : this.finished.length;
  }
  get over(): boolean {
    return this.#counted.value && this.finished.length >= this.plan.games;
  }

  /* ---- who sits where ---- */

  get seats(): number[] {
    return Array.from({ length: this.game.now.players }, (_, index) => index + 1);
  }
  sideOf(seat: number): number {
    return sideAt(this.plan, this.round, seat);
  }
  playerAt(seat: number): Side {
    return this.plan.sides[this.sideOf(seat)]!;
  }
  /** The seat of the player at this screen: the one called "You", or the only person without a name. 0: unknown. */
  get own(): number {
    const seats = this.plan.sides.map((_, index) => index + 1);
    const own = seats.filter(
      (seat) => this.playerAt(seat).you || (this.isPerson(seat) && this.playerAt(seat).name === ""),
    );
    return own.length === 1 ? own[0]! : 0;
  }
  isPerson(seat: number): boolean {
    return seat > 0 && this.playerAt(seat).kind === "person";
  }
  /** The seats of engines that still play. */
  get engines(): number[] {
    const { seats } = this.game.now.view;
    return this.seats.filter((seat) => this.playerAt(seat).kind === "engine" && !seats[seat - 1]!.out);
  }
  /** The seat of the only person at the table; 0: there are several, or none. */
  get alone(): number {
    const persons = this.plan.sides.filter((side) => side.kind === "person").length;
    return persons === 1 ? this.seats.find((seat) => this.isPerson(seat))! : 0;
  }
  /** The person at this screen who is to move, by seat; 0: nobody. */
  get personToMove(): number {
    const { over, past, now, proposed } = this.game;
    const waits = over || past || this.closed || proposed !== undefined;
    return !waits && this.isPerson(now.seat) ? now.seat : 0;
  }
  /** Some choice of a person can be taken back, if no roll stands in the way. */
  get undoable(): boolean {
    return this.game.hasChoice((seat) => this.isPerson(seat));
  }
  /** Who is meant by "I": the one person at the table, or the one to move, or nobody. */
  get self(): number {
    return this.alone || this.personToMove;
  }

  /* ---- what they are called ---- */

  /** The seat is simply called "You". */
  isYou(seat: number): boolean {
    const { name, you = name === "" } = this.playerAt(seat);
    return seat === this.alone && you && this.plan.sides.length > 1;
  }
  /** What to call the player at a seat: a name, "You", the level, or what the game calls the seat. */
  nameAt(seat: number): string {
    return this.isYou(seat) ? t("play.you") : this.#formalName(seat);
  }
  /** What the game calls the seat. */
  colourAt(seat: number): string {
    const { id, view } = this.game.now;
    return say(id, view.seats[seat - 1]!.name);
  }
  #formalName(seat: number): string {
    const { kind, name, level } = this.playerAt(seat);
    /* A record names a computer "engine:3"; somebody elsewhere may take that for a name. */
    if (name !== "") return kind === "remote" ? isolated(name) : spokenName(name);
    return isProgram(kind, level) ? t("level", { level }) : this.colourAt(seat);
  }
  /** What a record of the game says about who played when. Of one who gave no name it says nothing. */
  tags(): Record<string, string> {
    const tags: Record<string, string> = { Date: today() };
    for (const seat of this.seats) {
      const { kind, name, level } = this.playerAt(seat);
      if (name !== "") tags[`Player${seat}`] = name;
      else if (isProgram(kind, level)) tags[`Player${seat}`] = engineTag(level);
    }
    if (this.plan.games > 1) tags["Round"] = String(this.round + 1);
    return tags;
  }
  record(form: "text" | "json" = "text"): string {
    return this.game.table.record(form, this.tags());
  }

  /* ---- points ---- */

  /** By side, the game on the table included when it is over. */
  get points(): number[] {
    return this.plan.sides.map((_, side) => this.finished.reduce((sum, game) => sum + game.points[side]!, 0));
  }

  /** What the players would have if the one at a seat gave up; undefined: the others would play on. */
  pointsAfterResigning(seat: number): number[] | undefined {
    const { again } = this.game;
    const scratch = again ? Table.again(again) : Table.fromRecord(this.record());
    try {
      scratch.giveUp(seat);
      const { end, points } = scratch.state();
      return end === "open" ? undefined : points;
    } finally {
      scratch.close();
    }
  }

  /** The game that is over counts. */
  count(): void {
    const { now, events } = this.game;
    const round = this.finished.length;
    const left = events.findLast((event) => event.gave_up);
    const points = this.plan.sides.map(() => 0);
    now.points.forEach((value, index) => (points[sideAt(this.plan, round, index + 1)] = value));
    const won = /^p(\d)win$/.exec(now.result);
    const finished: Finished = {
      points,
      result: now.result,
      end: now.end as Finished["end"],
      winner: won ? sideAt(this.plan, round, Number(won[1])) : -1,
      why: now.view.ending ?? now.view.prompt,
      ...(left && { left: sideAt(this.plan, round, left.seat) }),
    };
    batch(() => {
      this.#finished.value = [...this.finished, finished];
      this.#counted.value = true;
    });
  }

  /** It goes on after all. */
  uncount(): void {
    batch(() => {
      this.#finished.value = this.finished.slice(0, -1);
      this.#counted.value = false;
    });
  }

  /** As it was saved: a game that is over is among the finished ones. */
  recall(finished: Finished[]): void {
    batch(() => {
      this.#finished.value = finished;
      this.#counted.value = this.game.over;
    });
  }

  /** Another game is on the table: the next one, or the first of a new match. */
  layOut(game: Game): void {
    batch(() => {
      if (this.over) {
        this.#finished.value = [];
        this.#plan.value = rematch(this.plan);
      }
      this.#counted.value = false;
      this.game.close();
      this.#game.value = game;
    });
  }
}
