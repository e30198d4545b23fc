/* The game that is analysed in this browser: one at a time, wherever it comes from.

   As soon as something is added to it, it is a record among the games of this browser, and stays one. localStorage has
   a note of which record it is, so that a reload finds it. A tab that finds another study in that note, written by
   another tab, continues with a record of its own. */
import { signal } from "@preact/signals";
import { readLocal, writeLocal } from "../app/local";
import { router } from "../app/router";
import { gameStorage } from "./games";
import { randomId } from "./lock";

export interface CurrentStudy {
  /** A record; "": it was too long for the note. */
  text: string;
  /** As soon as something is added to it, it is a record with this id. */
  id: string;
}

const current = signal<CurrentStudy | undefined>(undefined); /* in this tab */
let isApart = false; /* the note is about the study of another tab */

const readNote = () => readLocal<CurrentStudy>("study");

export const currentStudy = (): CurrentStudy | undefined => current.value ?? readNote();

/* If the record does not fit, the note says only which one it is. */
function writeNote(study: CurrentStudy): void {
  current.value = study;
  if (!writeLocal("study", study) && !writeLocal("study", { ...study, text: "" })) writeLocal("study", undefined);
}

/** The study of this tab; at first the one of the note, as it was last saved, even if the browser ended before the note
    was written. */
export async function readCurrentStudy(): Promise<string | undefined> {
  const note = readNote();
  if (!current.peek() && note) {
    const text = (await gameStorage.record(note.id))?.text ?? note.text;
    if (text !== "" && !current.peek()) current.value = { ...note, text };
  }
  return current.peek()?.text;
}

/** Returns true if the note turned out to be about the study of another tab. */
export function saveCurrentStudy(text: string): boolean {
  const before = current.peek();
  const note = readNote();
  const isOurs = !note || (note.id === before?.id && (note.text === "" || note.text === before?.text));
  const hasMoved = !isApart && !isOurs;
  if (hasMoved) isApart = true;
  const id = hasMoved || !before ? randomId() : before.id;
  gameStorage.saveRecord({ id, text, added: Date.now(), from: "study" });
  if (isApart) current.value = { text, id };
  else writeNote({ text, id });
  return hasMoved;
}

/** Makes a game the current study. With the id of a saved study, that one continues. */
export function setCurrentStudy(text: string, id = randomId()): void {
  isApart = false;
  writeNote({ text, id });
}

/* Another game may be opened on the page of the study itself. */
class Opening {
  readonly #times = signal(0);
  #ply: number | undefined;

  get times(): number {
    return this.#times.value;
  }

  open(ply?: number): void {
    this.#ply = ply;
    this.#times.value++;
  }

  /** Where the game is opened, once; undefined: at its end. */
  takePly(): number | undefined {
    const ply = this.#ply;
    this.#ply = undefined;
    return ply;
  }
}

export const opening = new Opening();

/** Opens a game for analysis, from any page. */
export function openStudy(text: string, path = "/study", ply?: number): void {
  setCurrentStudy(text);
  opening.open(ply);
  router.go(path);
}
