/* What a study begins with: the address, what was kept, or something that was pasted. All of it becomes a record, which
   the core reads. */
import { router } from "../app/router";
import { putStudy, studied } from "../keep/studied";
import { CoreError } from "../core/module";
import { games, pickRecord, Table } from "../core/table";
import { keeper } from "../keep/keeper";
import { addressedRecord, beginning } from "./address";

/** The record that the address names; undefined: none. */
async function addressed(): Promise<string | undefined> {
  const id = router.query.get("record");
  return id !== null ? (await keeper.record(id))?.text : addressedRecord(location.hash, router.query);
}

/** What is to be studied: what the address names, which is then kept, or what was kept. */
export async function toStudy(): Promise<string | undefined> {
  const named = await addressed();
  if (named === undefined) return studied()?.text;
  putStudy(named);
  router.replace(router.path);
  return named;
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
