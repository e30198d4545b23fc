/* What a study begins with: the address, what was kept, or something that was pasted. All of it becomes a record, which
   the core reads. */
import { router } from "../app/router";
import { putStudy, takeStudied } from "../keep/studied";
import { CoreError } from "../core/module";
import { games, pickRecord, Table } from "../core/table";
import { keeper } from "../keep/keeper";
import { addressedRecord, beginning } from "./address";
import { StudyTable } from "./table";

/** A game that this browser does not have, or no longer. */
export class Absent extends Error {}

/** What the address names; undefined: nothing. Throws what the core says of it. */
async function addressed(): Promise<{ text: string; id?: string | undefined } | undefined> {
  const { query } = router;
  const id = query.get("record");
  if (id !== null) {
    const record = await keeper.record(id);
    if (!record) throw new Absent();
    return { text: record.text, id: record.from === "study" ? id : undefined };
  }
  const spec = query.get("game");
  if (spec !== null && !query.has("moves")) Table.open(spec, query.get("position") ?? "").close();
  const text = await addressedRecord(location.hash, query);
  return text === undefined ? undefined : { text };
}

/** What is to be studied: what the address names, which is then kept, or what was kept. What cannot be read takes the
    place of nothing. */
export async function toStudy(): Promise<string | undefined> {
  const named = await addressed();
  if (named === undefined) return takeStudied();
  StudyTable.read(named.text).close();
  putStudy(named.text, named.id);
  router.replace(router.path);
  return named.text;
}

/** A record of what was pasted: a game, or the text of a position of any game. Throws what the core says of it. */
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
