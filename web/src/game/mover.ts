/* What a person at this screen does until a move is made: touching it together, or writing it. The core judges every
   touch; a whole move is proposed at once, or waits for the person's word where the settings want that. */
import { settings } from "../app/settings";
import { CoreError } from "../core/module";
import type { Message } from "../core/types";
import { say, t } from "../i18n/texts";
import type { Match } from "./match";
import type { Tone } from "./narrator";
import { Touching } from "./touching";

interface Around {
  match: Match;
  /** Throws a CoreError when the move is not legal. */
  propose(move: string): void;
  tell(tone: Tone, text: () => string): void;
  quiet(): void;
  changed(): void;
}

export class Mover {
  readonly #around: Around;
  readonly touching: Touching;
  /** A whole move that waits for the person's word. */
  unconfirmed: string | undefined;

  constructor(around: Around) {
    this.#around = around;
    this.touching = new Touching(() => around.match.game.table, around.changed);
  }

  /** The ids that can be touched next. */
  get touchable(): Set<string> {
    return this.#around.match.personToMove === 0 ? new Set() : this.touching.next;
  }

  /** Touches a place, a man in hand or a control. */
  touch(id: string): void {
    const { touching } = this;
    const { match, propose, tell, quiet } = this.#around;
    touching.hint = [];
    if (match.game.past) return tell("neutral", () => t("note.past"));
    if (!match.game.over && match.personToMove === 0) return tell("neutral", () => t("note.not-your-turn"));
    if (touching.touched.at(-1) === id && this.unconfirmed !== undefined) return this.confirm();
    this.unconfirmed = undefined;
    const { touch, move, why } = touching.touch(id);
    if (touch === "refused") return tell("why", this.#whyNot(why));
    if (move !== null && !settings.choices.confirm) return propose(move);
    if (move === null) return quiet();
    this.unconfirmed = move;
    tell("neutral", () => t("note.confirm", { move }));
  }

  /** The move that waited. */
  confirm(): void {
    if (this.unconfirmed !== undefined) this.#around.propose(this.unconfirmed);
  }

  /** Lets go of what was touched. */
  letGo(): void {
    this.touching.letGo();
    this.unconfirmed = undefined;
  }

  /** A move in notation. True when it was proposed; else it is told why not. */
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

  close(): void {
    this.touching.close();
  }
}
