/* What is open on the screen besides the page itself. It outlives a change of language, which draws the page anew. */
import { router } from "./router";
import { Store } from "./store";

export type Open =
  | "menu"
  | "settings"
  | "keys"
  | "moves"
  | "marks"
  | "export"
  | "resign"
  | "draw"
  | "seats"
  | "block"
  | "comment"
  | "share"
  | "numbers"
  | "forget"
  | `put-out ${string}`; /* a device */

class Screen extends Store {
  #typing: object | undefined;
  #reviewing: object | undefined;

  constructor() {
    super();
    router.subscribe(() => this.changed());
  }

  /** The dialog that is open: the history has it. */
  get open(): Open | undefined {
    return router.dialog as Open | undefined;
  }
  show(open: Open | undefined): void {
    if (open === undefined) router.close();
    else router.open(open);
  }

  /** The game in which the field for a move in notation is open. */
  get typing(): object | undefined {
    return this.#typing;
  }
  type(game: object | undefined): void {
    this.#typing = game;
    router.close();
    this.changed();
  }

  /** The events of the finished game whose moves are shown instead of its result. Another ending has its own. */
  get reviewing(): object | undefined {
    return this.#reviewing;
  }
  review(events: object | undefined): void {
    this.#reviewing = events;
    this.changed();
  }
}

export const screen = new Screen();

/** Gives the focus to the result, if it stands there, else to the board: to the place that keys had reached. */
export function focusMain(): void {
  const result = document.getElementById("result");
  if (result) result.focus({ preventScroll: true });
  else focusBoard();
}

/** Gives the focus to the place on the board that keys had reached. */
export function focusBoard(): void {
  document.querySelector<HTMLElement>('.stage [tabindex="0"]')?.focus({ preventScroll: true });
}
