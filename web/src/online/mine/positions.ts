/* The position of a game for its picture in a list. It is made from the events, which are loaded when the row is visible;
   later only new ones are. */
import { api } from "../line/api";
import type { OnlineEvent } from "../line/types";
import { tableOf } from "../common/rulings";
import type { Row } from "./list";

export interface Stands {
  position: string;
  /** The last move and the person who made it; undefined if there is none. */
  moved: { by: string | undefined; move: string; at: number } | undefined;
}

const logs = new Map<string, OnlineEvent[]>();
const known = new Map<string, Stands>(); /* by game and number */

export const knownStand = ({ id, last }: Row): Stands | undefined => known.get(`${id} ${last}`);

/** Undefined if the position is unknown. */
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
