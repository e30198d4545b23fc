/* What is studied in this browser: one game at a time, from wherever it comes.

   As soon as something is added to it, it is a record among the games of this browser, and stays one. Its place here is a
   note of which it is, so that a reload finds it. A tab that finds something else in the place, put there by another tab,
   goes on with a record of its own. */
import { keep, kept } from "../app/keep";
import { router } from "../app/router";
import { Store } from "../app/store";
import { randomId } from "./hold";
import { keeper } from "./keeper";

export interface Studied {
  /** A record; "": it was too long for the place. */
  text: string;
  /** As soon as something is added to it, it is a record with this id. */
  id: string;
}

let now: Studied | undefined; /* on the table of this tab */
let apart = false; /* the place is another tab's */

export const studied = (): Studied | undefined => now ?? kept<Studied>("study");

/* What does not fit leaves only where it is to be found, rather than what was there before. */
function put(studied: Studied): void {
  now = studied;
  if (!keep("study", studied) && !keep("study", { ...studied, text: "" })) keep("study", undefined);
}

/** What is on the table; at first what was kept, as it was last written, also where the browser ended before the place
    was. */
export async function takeStudied(): Promise<string | undefined> {
  const place = now ?? kept<Studied>("study");
  if (!now && place) {
    const text = (await keeper.record(place.id))?.text ?? place.text;
    if (text !== "") now = { ...place, text };
  }
  return now?.text;
}

/** True when another tab was found in the place. */
export function keepStudied(text: string): boolean {
  const place = kept<Studied>("study");
  const ours = !place || (place.id === now?.id && (place.text === "" || place.text === now?.text));
  const moved = !apart && !ours;
  if (moved) apart = true;
  const id = moved || !now ? randomId() : now.id;
  keeper.keepRecord({ id, text, added: Date.now(), from: "study" });
  if (apart) now = { text, id };
  else put({ text, id });
  return moved;
}

/** Puts a game on the table of study; one of a study goes on with it. */
export function putStudy(text: string, id = randomId()): void {
  apart = false;
  put({ text, id });
}

/* Who studies may open another game without leaving the page. */
class Opening extends Store {
  times = 0;
  /** Where the game is opened; undefined: at its end. */
  ply: number | undefined;

  open(ply?: number): void {
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
