/* How a game stands, for its picture in a list: made from its events, which are asked for when the row is seen, and of
   which only the new ones are asked for again. */
import { api } from "../line/api";
import type { OnlineEvent } from "../line/types";
import { tableOf } from "../common/rulings";
import type { Row } from "./list";

export interface Stands {
  position: string;
  /** The last move, and whose it was; undefined: none yet. */
  moved: { by: string | undefined; move: string; at: number } | undefined;
}

const logs = new Map<string, OnlineEvent[]>();
const known = new Map<string, Stands>(); /* by game and number */

export const knownStand = ({ id, last }: Row): Stands | undefined => known.get(`${id} ${last}`);

/** undefined: it cannot be told. */
export async function standOf(row: Row): Promise<Stands | undefined> {
  const found = knownStand(row);
  if (found) return found;
  const { id, spec } = row;
  const before = logs.get(id) ?? [];
  const log = [...before, ...(await api.events(id, (before.at(-1)?.n ?? 0) + 1))];
  logs.set(id, log);
  const table = tableOf(spec, log);
  try {
    const move = log.findLast(({ type }) => type === "moved");
    const back = log.findLast(({ type }) => type === "taken-back");
    const moved = move && move.n > (back?.n ?? 0) ? { by: move.by, move: move.move!, at: move.t } : undefined;
    const stands = { position: table.state().position, moved };
    known.set(`${id} ${row.last}`, stands);
    return stands;
  } finally {
    table.close();
  }
}
