/* The dialogs and panels that are open over the page. */
import { signal } from "@preact/signals";
import { actions } from "./model";
import { router } from "./router";

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

class Overlay {
  readonly #typing = signal<object | undefined>(undefined);
  readonly #reviewing = signal<object | undefined>(undefined);

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
    return this.#typing.value;
  }
  type(game: object | undefined): void {
    this.#typing.value = game;
    router.close();
  }

  /** The events of the finished game whose moves are shown instead of its result. Another ending has its own. */
  get reviewing(): object | undefined {
    return this.#reviewing.value;
  }
  review(events: object | undefined): void {
    this.#reviewing.value = events;
  }
}

actions(Overlay, "type");

export const overlay = new Overlay();

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
