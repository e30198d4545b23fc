/* A match as it stands: the running game, who sits where, the points, what is said about it, and keeping it.

   `now` is how the game stands; `state` is what one looks at, which may be an earlier position while the game goes on.
   What people and engines do to it is in session.ts. */
import { Store } from "../app/store";
import { Table } from "../core/table";
import type { GameEvent, State } from "../core/types";
import { say, t } from "../i18n/texts";
import { engineTag, sideAt, type Finished, type Plan, type Side } from "./plan";
import { spokenResult } from "./outcome";
import { dropFinished, keepFinished, keepMatch, keptMatch, type Kept } from "./shelf";

export type Tone = "neutral" | "why" | "hint" | "good" | "bad";

/** What the one message says. A function, because the language may change while it stands. */
export interface Note {
  tone: Tone;
  text: () => string;
  /** The engine failed: it can be asked once more. */
  retry?: boolean;
}

/** One sentence for the ear; the number tells equal ones apart. */
export interface Spoken {
  number: number;
  text: string;
}

const SPOKEN_MAX = 8;

export class Match extends Store {
  #table: Table;
  #now: State;
  #seen: State | undefined; /* an earlier position one looks at */
  #events: GameEvent[];
  #record: string | undefined; /* as it went to the finished games */
  #asked = ""; /* the prompt that was spoken last */
  #counted = false; /* the game on the table is the last of the finished ones */
  /* A game that was only opened to be looked at is kept once it goes on. */
  protected kept = true;

  readonly plan: Plan;
  finished: Finished[] = [];
  seed = newSeed();
  flipped = false;
  touched: string[] = [];
  /** A whole move that waits for the person's word. */
  pending: string | undefined;
  /** The touch that was just refused. */
  refused: string | undefined;
  /** The touches of the move that was suggested. */
  hint: string[] = [];
  note: Note | undefined;
  /** The last event completed something that scores. */
  gained = false;
  spoken: Spoken[] = [];

  protected constructor(plan: Plan, table: Table) {
    super();
    this.plan = plan;
    this.#table = table;
    this.#now = table.state();
    this.#events = table.events();
  }

  get table(): Table {
    return this.#table;
  }
  /** How the game stands. */
  get now(): State {
    return this.#now;
  }
  /** How the game stands, or stood where one is looking. */
  get state(): State {
    return this.#seen ?? this.#now;
  }
  get events(): GameEvent[] {
    return this.#events;
  }
  /** Which game of the match is on the table, from 0. */
  get game(): number {
    return this.#counted ? this.finished.length - 1 : this.finished.length;
  }
  get over(): boolean {
    return this.#now.end !== "open";
  }
  get matchOver(): boolean {
    return this.#counted && this.finished.length >= this.plan.games;
  }
  /** One looks at an earlier position. */
  get past(): boolean {
    return this.#seen !== undefined;
  }

  sideOf(seat: number): number {
    return sideAt(this.plan, this.game, seat);
  }
  playerAt(seat: number): Side {
    return this.plan.sides[this.sideOf(seat)]!;
  }
  get seats(): number[] {
    return Array.from({ length: this.#now.players }, (_, index) => index + 1);
  }
  protected seatsOf(kind: Side["kind"]): number[] {
    return this.seats.filter((seat) => this.playerAt(seat).kind === kind && !this.#now.view.seats[seat - 1]!.out);
  }
  /** The seat of the only person at the table; 0: there are several, or none. */
  get alone(): number {
    const persons = this.plan.sides.filter((side) => side.kind === "person").length;
    return persons === 1 ? this.seats.find((seat) => this.playerAt(seat).kind === "person")! : 0;
  }
  /** The seat is simply called "You". */
  isYou(seat: number): boolean {
    return seat === this.alone && this.playerAt(seat).name === "" && this.plan.sides.length > 1;
  }
  /** What to call the player at a seat: a name, "You", the level, or what the game calls the seat. */
  nameAt(seat: number): string {
    return this.isYou(seat) ? t("play.you") : this.#formalName(seat);
  }
  #formalName(seat: number): string {
    const player = this.playerAt(seat);
    if (player.name !== "") return player.name;
    if (player.kind === "engine") return t("level", { level: player.level });
    return say(this.#now.id, this.#now.view.seats[seat - 1]!.name);
  }
  /** The person at this screen who is to move, by seat; 0: nobody. */
  get personToMove(): number {
    const { seat } = this.#now;
    return !this.over && !this.past && seat > 0 && this.playerAt(seat).kind === "person" ? seat : 0;
  }
  /** Who is meant by "I": the one person at the table, or the one to move, or nobody. */
  get self(): number {
    return this.alone || this.personToMove;
  }
  /** Points of the match by side, the game on the table included when it is over. */
  get matchPoints(): number[] {
    return this.plan.sides.map((_, side) => this.finished.reduce((sum, game) => sum + game.points[side]!, 0));
  }

  /** What the game asks of the person to move, or "". */
  get prompt(): string {
    const { id, view } = this.#now;
    return view.prompt && this.personToMove > 0 ? say(id, view.prompt) : "";
  }

  /** The record of the game on the table. */
  record(form: "text" | "json" = "text"): string {
    const tags: Record<string, string> = { Date: new Date().toISOString().slice(0, 10).replaceAll("-", ".") };
    for (const seat of this.seats) {
      const { kind, name, level } = this.playerAt(seat);
      tags[`Player${seat}`] = kind === "engine" && name === "" ? engineTag(level) : this.#formalName(seat);
    }
    if (this.plan.games > 1) tags["Round"] = String(this.game + 1);
    return this.#table.record(form, tags);
  }

  /** Says something to those who listen. */
  speak(text: string): void {
    this.tell(text);
    this.changed();
  }

  /* ---- for those who change it ---- */

  /** Lays out the next game. */
  protected layOut(): void {
    if (this.matchOver) this.finished = [];
    this.#table.close();
    this.#table = Table.open(this.plan.spec, this.plan.position);
    this.seed = newSeed();
    this.#record = undefined;
    this.#counted = false;
    this.#seen = undefined;
    this.#asked = "";
    this.kept = true;
    this.look();
  }

  /** What the browser kept of it. */
  protected recall(kept: Kept): void {
    this.finished = kept.finished;
    this.flipped = kept.flipped;
    this.seed = kept.seed;
    if (!this.over) return;
    this.#counted = true;
    this.#record = this.record();
  }

  /** Turns to an earlier position, or to the game as it stands. */
  protected turnTo(at: number): void {
    this.#seen = at < this.#events.length ? this.#table.state(at) : undefined;
    this.letGo();
  }

  protected letGo(): void {
    this.touched = [];
    this.hint = [];
    this.pending = undefined;
    this.refused = undefined;
  }

  /** Reads the game anew. */
  protected look(): void {
    this.#now = this.#table.state();
    this.#events = this.#table.events();
    if (this.#seen) this.#seen = this.#seen.at < this.#events.length ? this.#table.state(this.#seen.at) : undefined;
    this.letGo();
    this.gained = false;
  }

  /** The game that is over counts. */
  protected count(): void {
    const { points, result, end, view } = this.#now;
    const game = this.finished.length;
    const left = this.#events.findLast((event) => event.gave_up);
    const bySide = this.plan.sides.map(() => 0);
    points.forEach((value, index) => (bySide[sideAt(this.plan, game, index + 1)] = value));
    const won = /^p(\d)win$/.exec(result);
    this.finished.push({
      points: bySide,
      result,
      end,
      winner: won ? sideAt(this.plan, game, Number(won[1])) : -1,
      why: view.prompt,
      ...(left && { left: sideAt(this.plan, game, left.seat) }),
    });
    this.#counted = true;
  }

  protected finish(): void {
    this.count();
    this.#record = this.record();
    keepFinished(this.#record);
  }

  /* A finished game goes on after all. */
  protected uncount(): void {
    this.finished.pop();
    this.#counted = false;
    if (this.#record !== undefined) dropFinished(this.#record);
    this.#record = undefined;
  }

  /* What is asked is spoken when a person is meant and it differs from the last time; the end always. */
  protected speakPrompt(): void {
    if (this.over) return this.tell(...spokenResult(this));
    const { prompt } = this;
    if (prompt === "") return;
    if (prompt !== this.#asked) this.tell(prompt);
    this.#asked = prompt;
  }

  /* Who has which colour: what is asked is asked of White, and what is done is done by somebody with a name. */
  protected speakSeats(): void {
    const colour = (seat: number) => say(this.#now.id, this.#now.view.seats[seat - 1]!.name);
    const named = this.seats.filter((seat) => this.nameAt(seat) !== colour(seat));
    this.tell(...named.map((seat) => t("announce.seat", { who: this.nameAt(seat), colour: colour(seat) })));
  }

  protected tell(...sentences: string[]): void {
    const text = sentences.filter((sentence) => sentence !== "").join(" ");
    if (text === "") return;
    const number = (this.spoken.at(-1)?.number ?? 0) + 1;
    this.spoken = [...this.spoken, { number, text }].slice(-SPOKEN_MAX);
  }

  protected store(): void {
    if (!this.kept) return;
    const { plan, finished, seed, flipped } = this;
    keepMatch({ plan, finished, seed, flipped, record: this.record() } satisfies Kept);
  }
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

/* A match that is still open makes room for another: its game goes to the records. */
export function setAside(): void {
  const found = keptMatch();
  if (!found) return;
  try {
    const table = Table.fromRecord(found.record);
    const { end, plies } = table.state();
    table.close();
    if (end === "open" && plies > 0) keepFinished(found.record);
  } catch {
    /* spoiled: nothing to keep */
  }
}
