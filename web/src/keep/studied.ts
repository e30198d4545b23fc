/* What is studied in this browser: one game at a time, from wherever it comes. */
import { randomId } from "./hold";
import { keeper } from "./keeper";
import { keep, kept } from "../app/keep";
import { router } from "../app/router";
import { Store } from "../app/store";

export interface Studied {
  /** A record. */
  text: string;
  /** Something was added to it here. */
  touched: boolean;
}

export const studied = (): Studied | undefined => kept<Studied>("study");

export const keepStudied = (studied: Studied): void => keep("study", studied);

/** Puts a game on the table of study; one that was worked on stays among the games of this browser. */
export function putStudy(text: string): void {
  const before = studied();
  if (before?.touched && before.text !== text)
    keeper.keepRecord({ id: randomId(), text: before.text, added: Date.now(), from: "study" });
  keepStudied({ text, touched: false });
}

/* Who studies may open another game without leaving the page. */
class Opening extends Store {
  times = 0;
  /** Where the game is opened; undefined: at its end. */
  ply: number | undefined;

  open(ply: number | undefined): void {
    this.times++;
    this.ply = ply;
    this.changed();
  }
}

export const opening = new Opening();

/** Opens a game for study, from any page. */
export function study(text: string, path = "/study", ply?: number): void {
  putStudy(text);
  opening.open(ply);
  router.go(path);
}
