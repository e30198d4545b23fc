/* What the player at this screen does until a move is made: selecting it on the board, or typing it. The core judges every
   tap. A whole move is proposed at once, or waits for a confirmation where the settings want that. */
import { signal } from "@preact/signals";
import type { Scope } from "../app/scope";
import { settings } from "../app/settings";
import { CoreError } from "../core/module";
import type { Message } from "../core/types";
import { say, t } from "../i18n/texts";
import type { Match } from "./match";
import type { Tone } from "./narrator";
import { MoveSelection } from "./selection";

interface Around {
  match: Match;
  /** Throws a CoreError when the move is not legal. */
  propose(move: string): void;
  tell(tone: Tone, text: () => string): void;
  quiet(): void;
}

const NONE: ReadonlySet<string> = new Set();

export class Mover {
  readonly #around: Around;
  readonly #unconfirmed = signal<string | undefined>(undefined);
  readonly selection: MoveSelection;

  constructor(scope: Scope, around: Around) {
    this.#around = around;
    this.selection = new MoveSelection(scope, () => around.match.game.table);
  }

  /** A whole move that waits for the player's confirmation. */
  get unconfirmed(): string | undefined {
    return this.#unconfirmed.value;
  }

  /** The ids that can be selected next. */
  get selectable(): ReadonlySet<string> {
    return this.#around.match.personToMove === 0 ? NONE : this.selection.next;
  }

  /** Selects a place, a piece in reserve or a control. */
  tap(id: string): void {
    const { selection, unconfirmed } = this;
    const { match, propose, tell, quiet } = this.#around;
    selection.suggest([]);
    if (match.game.past) return tell("neutral", () => t("note.past"));
    if (!match.game.over && match.personToMove === 0) return tell("neutral", () => t("note.not-your-turn"));
    if (selection.selected.at(-1) === id && unconfirmed !== undefined) return this.confirm();
    this.#unconfirmed.value = undefined;
    const { touch, move, why } = selection.tap(id);
    if (touch === "refused") return tell("why", this.#whyNot(why));
    if (move !== null && !settings.choices.confirm) return propose(move);
    const { ask } = selection;
    if (move === null) return ask ? tell("neutral", () => say(match.game.now.id, ask)) : quiet();
    this.#unconfirmed.value = move;
    tell("neutral", () => t("note.confirm", { move }));
  }

  /** Proposes the move that waited. */
  confirm(): void {
    if (this.unconfirmed !== undefined) this.#around.propose(this.unconfirmed);
  }

  clear(): void {
    this.selection.clear();
    this.#unconfirmed.value = undefined;
  }

  /** A move in notation. True when it was proposed; else the message says why not. */
  type(token: string): boolean {
    const { match, tell } = this.#around;
    const { over, table, now } = match.game;
    if (over) tell("why", this.#whyNot(table.why([], token).why));
    else if (match.personToMove === 0) tell("neutral", () => t("note.not-your-turn"));
    else if (now.turn === "chance") tell("why", () => t("note.roll-first"));
    else return this.#typed(token.trim());
    return false;
  }

  #typed(token: string): boolean {
    try {
      this.#around.propose(token);
      return true;
    } catch (error) {
      this.#around.tell("why", this.#whyNot(error instanceof CoreError ? error.fault.why : undefined));
      return false;
    }
  }

  /* What the core said for people, else a sentence of ours. */
  #whyNot(why: Message | null | undefined): () => string {
    const { id } = this.#around.match.game.now;
    return () => (why ? say(id, why) : t("note.refused"));
  }
}
