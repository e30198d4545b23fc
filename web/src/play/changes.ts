/* What each ply changed in the points. */
import type { GameEvent } from "../core/types";

interface Change {
  seat: number;
  points: number;
}

/** What the ply brought the one who made it, and what it took from others or gave them: with the plies before it adds up
    to the points of every seat. */
export function changesOf(events: GameEvent[], index: number): Change[] {
  const { seat, points } = events[index]!;
  const before = events[index - 1]?.points;
  const changes = points.map((sum, at) => ({ seat: at + 1, points: sum - (before?.[at] ?? 0) }));
  return changes
    .filter((change) => change.points !== 0)
    .sort((a, b) => Number(b.seat === seat) - Number(a.seat === seat));
}
