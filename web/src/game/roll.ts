/* The roll that is being spent. */
import type { Table } from "../core/table";
import type { GameEvent, State } from "../core/types";
import { faceOf } from "./announce";

/** The face of the last roll; null: there was none. */
export function lastFace(table: Table, events: GameEvent[]): number | null {
  const at = events.findLastIndex(({ roll }) => roll);
  return at < 0 ? null : faceOf(table.state(at), events[at]!.move);
}

/** How much of it is left. */
export const pointsLeft = ({ view }: State): number => Number(view.prompt?.args["points"] ?? 0);
