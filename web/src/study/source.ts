/* Where a study comes from: the address, this browser, or a text that was pasted. All of it becomes a record, which the
   core reads. */
import { router } from "../app/router";
import { CoreError } from "../core/module";
import { games, pickRecord, Table } from "../core/table";
import { gameStorage } from "../storage/games";
import { readCurrentStudy, setCurrentStudy } from "../storage/study";
import { addressedRecord, beginning } from "./address";
import { StudyTable } from "./table";

/** A game that this browser does not have, or no longer. */
export class Absent extends Error {}

/** The record that the address names; undefined: none. Throws the core's error if it cannot be read. */
async function addressed(): Promise<{ text: string; id?: string | undefined } | undefined> {
  const { query } = router;
  const id = query.get("record");
  if (id !== null) {
    const record = await gameStorage.record(id);
    if (!record) throw new Absent();
    return { text: record.text, id: record.from === "study" ? id : undefined };
  }
  const spec = query.get("game");
  if (spec !== null && !query.has("moves")) Table.open(spec, query.get("position") ?? "").close();
  const text = await addressedRecord(location.hash, query);
  return text === undefined ? undefined : { text };
}

/** The record to analyse: the one that the address names, which becomes the current study, or the current study. A record
    that cannot be read replaces nothing. Undefined: there is none, or the page was left meanwhile. */
export async function toStudy(signal: AbortSignal): Promise<string | undefined> {
  const named = await addressed();
  const text = named ? named.text : await readCurrentStudy();
  if (signal.aborted) return undefined;
  if (!named) return text;
  StudyTable.read(named.text).close();
  setCurrentStudy(named.text, named.id);
  router.replace(router.path);
  return text;
}

/** A record of a text that was pasted: a game, or a position of any game. Throws the core's error if it is neither. */
export function readPasted(text: string, spec: string | undefined): string {
  const given = text.trim();
  try {
    return pickRecord(given, 0);
  } catch (error) {
    if (/^[[{]/.test(given) || given.includes("\n")) throw error;
    const specs = [...(spec === undefined ? [] : [spec]), ...games().map(({ id }) => id)];
    const found = specs.find((each) => isPosition(each, given));
    if (found === undefined) throw error;
    return beginning(found, given);
  }
}

function isPosition(spec: string, position: string): boolean {
  try {
    Table.open(spec, position).close();
    return true;
  } catch (error) {
    if (error instanceof CoreError) return false;
    throw error;
  }
}
