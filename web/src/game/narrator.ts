/* What is said about a match: the one message beside the board, and the sentences for the ear. */
import { signal } from "@preact/signals";
import type { State } from "../core/types";
import { say, t } from "../i18n/texts";
import { eventSentences } from "./announce";
import type { Match } from "./match";
import { spokenResult } from "./outcome";

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

export class Narrator {
  readonly #match: Match;
  #asked = ""; /* the prompt that was spoken last */
  readonly #note = signal<Note | undefined>(undefined);
  readonly #spoken = signal<Spoken[]>([]);

  constructor(match: Match) {
    this.#match = match;
  }

  get note(): Note | undefined {
    return this.#note.value;
  }
  get spoken(): Spoken[] {
    return this.#spoken.value;
  }

  /** Shows a note that is not spoken. */
  show(tone: Tone, text: () => string): void {
    this.#note.value = { tone, text };
  }

  /** What the game asks of the person to move, or "". */
  get prompt(): string {
    const { id, view } = this.#match.game.now;
    return view.prompt && this.#match.personToMove > 0 ? say(id, view.prompt) : "";
  }

  /** Says it in the message and to the ear. */
  say(tone: Tone, text: () => string, more: { retry?: boolean } = {}): void {
    this.#note.value = { tone, text, ...more };
    this.speak(text());
  }

  quiet(): void {
    this.#note.value = undefined;
  }

  /** Says it to the ear alone. */
  speak(...sentences: string[]): void {
    const text = sentences.filter((sentence) => sentence !== "").join(" ");
    if (text === "") return;
    const number = (this.spoken.at(-1)?.number ?? 0) + 1;
    this.#spoken.value = [...this.spoken, { number, text }].slice(-SPOKEN_MAX);
  }

  /** The last event of the game. */
  happened(before: State): void {
    const { now, events } = this.#match.game;
    const name = (seat: number) => this.#match.nameAt(seat);
    this.speak(...eventSentences({ before, after: now, event: events.at(-1)!, name }));
  }

  /** The match is on the screen. */
  enter(): void {
    const { over } = this.#match.game;
    if (!over) this.seats();
    if (this.note) this.speak(this.note.text());
    else if (!over) this.ask();
  }

  /** Another game is on the table: whatever it asks is new. */
  begin(): void {
    this.forget();
    this.quiet();
    this.speak(t("announce.new-game"));
    this.seats();
  }

  /** The board shows another position of the game. */
  looked(): void {
    const { past, state, events } = this.#match.game;
    const move = events[state.at - 1]?.move;
    this.quiet();
    if (!past) this.speak(t("announce.at-now"));
    else this.speak(move === undefined ? t("announce.at-start") : t("announce.at", { move, number: state.at }));
  }

  /** Says which player has which colour: prompts name the colour, reports name the player. */
  seats(): void {
    const { seats } = this.#match;
    const named = seats.filter((seat) => this.#match.nameAt(seat) !== this.#match.colourAt(seat));
    const each = (seat: number) => ({ who: this.#match.nameAt(seat), colour: this.#match.colourAt(seat) });
    this.speak(...named.map((seat) => t("announce.seat", each(seat))));
  }

  /** What is asked, when a person is meant and it differs from the last time; the end always. */
  ask(): void {
    if (this.#match.game.over) return this.speak(...spokenResult(this.#match));
    const { prompt } = this;
    if (prompt === "") return;
    if (prompt !== this.#asked) this.speak(prompt);
    this.#asked = prompt;
  }

  /** What is asked next is asked, even if it was before. */
  forget(): void {
    this.#asked = "";
  }
}
