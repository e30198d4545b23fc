/* The referee at this table: the rules of the core, for people and engines at one screen. It answers at once, but for an
   offer that an engine thinks about. */
import type { PlainKey } from "../i18n/texts";
import type { Game } from "./game";
import type { Referee, Ruling } from "./referee";

interface Around {
  game: Game;
  isPerson(seat: number): boolean;
  /** The seat of an engine that does not want a draw; 0: all are content; undefined: something else came first. */
  against(): Promise<number | undefined>;
  hear(ruling: Ruling): void;
}

export class LocalReferee implements Referee {
  readonly #around: Around;
  #closed = false;

  constructor(around: Around) {
    this.#around = around;
  }

  propose(move: string): void {
    this.#tell({ kind: "moved", move });
  }

  roll(): void {
    this.#tell({ kind: "rolled" });
  }

  resign(seat: number): void {
    this.#tell({ kind: "left", seat });
  }

  draw(seat: number): void {
    const { game, isPerson } = this.#around;
    if (game.now.view.seats.every(({ out }, index) => out || isPerson(index + 1))) this.#tell({ kind: "agreed" });
    else void this.#offer(seat);
  }

  async #offer(seat: number): Promise<void> {
    this.#tell({ kind: "offered", what: "draw", seat });
    const against = await this.#around.against();
    if (against === undefined) return;
    this.#tell(against === 0 ? { kind: "agreed" } : { kind: "declined", what: "draw", seat: against });
  }

  /** Back to the last choice of a person: what engines did since goes with it. */
  takeBack(): void {
    const to = this.#undoable ? this.#lastChoice() : undefined;
    this.#tell(to === undefined ? { kind: "refused", why: { key: this.#whyNot() } } : { kind: "taken-back", to });
  }

  /** To the next choice of a person. */
  redo(): void {
    const { game, isPerson } = this.#around;
    const { redoable, events } = game.now;
    if (redoable === 0) return this.#tell({ kind: "refused", why: { key: "note.nothing-to-redo" } });
    const { table } = game;
    let plies = 0;
    do {
      table.redo();
      plies++;
    } while (plies < redoable && table.state().end === "open" && !isPerson(table.state().seat));
    this.#tell({ kind: "redone", to: events + plies });
  }

  close(): void {
    this.#closed = true;
  }

  #tell(ruling: Ruling): void {
    if (!this.#closed) this.#around.hear(ruling);
  }

  get #undoable(): boolean {
    const { game, isPerson } = this.#around;
    return game.hasChoice(isPerson);
  }

  /* How many events stay; undefined: a roll, which cannot be taken back, lies before the choice. It is tried out. */
  #lastChoice(): number | undefined {
    const { game, isPerson } = this.#around;
    const { table } = game;
    let plies = 0;
    try {
      do plies += table.undo(0);
      while (!isPerson(table.state().seat));
      return table.state().events;
    } catch {
      return undefined;
    } finally {
      while (plies-- > 0) table.redo();
    }
  }

  #whyNot(): PlainKey {
    const { closed, events } = this.#around.game;
    if (closed || events.some((event) => event.gave_up)) return "note.undo-closed";
    return this.#undoable && events.some((event) => event.roll) ? "note.undo-roll" : "note.nothing-to-undo";
  }
}
