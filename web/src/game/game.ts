/* A running game as a screen shows it: how it stands, what happened, and the earlier position one may look at.

   The table of the core holds the game, and only a referee's rulings change it (referee.ts). A move that was proposed is
   on the table at once, so that it is seen; `proposed` names it until the referee has confirmed it or taken it back. */
import { batch, signal } from "@preact/signals";
import { actions } from "../app/model";
import type { Colours } from "../core/colours";
import { Table, type Again } from "../core/table";
import type { GameEvent, State } from "../core/types";
import type { Ruling } from "./referee";

export class Game {
  readonly #table: Table;
  readonly #record: boolean; /* it was read from one, which may say more than what was played */
  /* The table is mutable: these are read from it after each change. */
  readonly #now = signal<State>(undefined!);
  readonly #seen = signal<State | undefined>(undefined); /* an earlier position that is looked at */
  readonly #events = signal<GameEvent[]>([]);
  readonly #proposed = signal<string | undefined>(undefined);
  /** The men of the seats, whatever colours are shown. */
  readonly kinds: (string | null)[];

  constructor(table: Table, record = false) {
    this.#table = table;
    this.#record = record;
    this.#look();
    this.kinds = this.#now.peek().view.seats.map(({ kind }) => kind);
  }

  /** A position, and moves from it. Throws a CoreError. */
  static open(spec: string, position: string, moves: string[] = []): Game {
    const table = Table.open(spec, position);
    try {
      for (const move of moves) table.play(move);
      return new Game(table);
    } catch (error) {
      table.close();
      throw error;
    }
  }

  /** The first game of a record, at its end. Throws a CoreError. */
  static fromRecord(record: string): Game {
    return new Game(Table.fromRecord(record), true);
  }

  /** What it takes to open it once more; undefined: its record. */
  get again(): Again | undefined {
    if (this.#record) return undefined;
    const { game, first, end } = this.#now.value;
    const events = this.#events.value.map(({ move, gave_up, seat }) => (gave_up ? seat : move));
    return { spec: game, position: first, events, agreed: end === "agreed" };
  }

  close(): void {
    this.#table.close();
  }

  /** Shows players in these colours from now on. True: they are others than before. */
  wear(colours: Colours | undefined): boolean {
    if (colours?.key === this.#table.colours?.key) return false;
    this.#table.wear(colours);
    this.#look();
    return true;
  }

  get table(): Table {
    return this.#table;
  }
  /** How the game stands. */
  get now(): State {
    return this.#now.value;
  }
  /** How the game stands, or stood where one is looking. */
  get state(): State {
    return this.#seen.value ?? this.#now.value;
  }
  get events(): GameEvent[] {
    return this.#events.value;
  }
  get over(): boolean {
    return this.#now.value.end !== "open";
  }
  /** One looks at an earlier position. */
  get past(): boolean {
    return this.#seen.value !== undefined;
  }
  /** The move on the table that the referee has not answered yet. */
  get proposed(): string | undefined {
    return this.#proposed.value;
  }

  /** It ended by agreement or by leaving, which nobody takes back. */
  get closed(): boolean {
    return this.#now.value.end === "agreed" || this.#events.value.at(-1)?.gave_up === true;
  }
  /** Some choice of these seats can be taken back, if no roll stands in the way. */
  hasChoice(of: (seat: number) => boolean): boolean {
    return !this.closed && this.#events.value.some((event) => !event.roll && !event.gave_up && of(event.seat));
  }

  /** Turns to the position after so many events; after the last one the game goes on. */
  goTo(at: number): void {
    this.#seen.value = at < this.#events.peek().length ? this.#table.state(at) : undefined;
  }

  /** Puts a move on the table that waits for the referee. Throws a CoreError that says why the rules do not allow it. */
  propose(move: string): void {
    if (this.#proposed.peek() !== undefined) this.#withdraw();
    this.#table.play(move);
    this.#proposed.value = move;
    this.#look();
  }

  /** What the referee decided. True: there is an event more. */
  follow(ruling: Ruling): boolean {
    const proposed = this.#proposed.peek();
    if (ruling.kind === "offered" || ruling.kind === "declined") return false;
    if (ruling.kind === "moved" && ruling.move === proposed) {
      this.#proposed.value = undefined; /* it is on the table, and has been looked at */
      return true;
    }
    if (proposed !== undefined) this.#withdraw();
    const happened = this.#carryOut(ruling);
    this.#look();
    return happened;
  }

  #carryOut(ruling: Ruling): boolean {
    switch (ruling.kind) {
      case "moved":
        this.#table.play(ruling.move);
        return true;
      case "rolled":
        if (ruling.face === undefined) this.#table.roll();
        else this.#table.play(ruling.face);
        return true;
      case "left":
        if (ruling.overtime) this.#table.overtime(ruling.seat);
        else this.#table.giveUp(ruling.seat);
        return true;
      case "agreed":
        this.#table.agreeDraw();
        return false;
      case "taken-back":
        for (let events = this.#table.events().length; events > ruling.to; ) events -= this.#table.undo(0);
        return false;
      case "redone":
        for (let events = this.#table.events().length; events < ruling.to; events++) this.#table.redo();
        return false;
      default:
        return false;
    }
  }

  #withdraw(): void {
    this.#proposed.value = undefined;
    this.#table.undo(0);
  }

  #look(): void {
    batch(() => {
      this.#now.value = this.#table.state();
      this.#events.value = this.#table.events();
      const seen = this.#seen.peek();
      if (seen) this.goTo(seen.at);
    });
  }
}

actions(Game, "wear", "goTo", "propose", "follow");
