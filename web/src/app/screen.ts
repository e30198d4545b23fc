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
  | "numbers";

class Screen extends Store {
  #typing = false;
  #reviewing = false;

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

  /** The field for a move in notation is there. */
  get typing(): boolean {
    return this.#typing;
  }
  type(typing: boolean): void {
    this.#typing = typing;
    router.close();
    this.changed();
  }

  /** The game is over, and one goes through its moves instead of reading the result. */
  get reviewing(): boolean {
    return this.#reviewing;
  }
  review(reviewing: boolean): void {
    this.#reviewing = reviewing;
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
