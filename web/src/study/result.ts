/* How a game that is over ended, in words. */
import type { State } from "../core/types";
import type { Study } from "./study";
import { about, studyText } from "./words";

/** The winner, 0 for nobody, and by how many points. */
export function outcomeOf({ result, points }: State): { winner: number; by: number } {
  const winner = Number(/^p(\d)win$/.exec(result)?.[1] ?? 0);
  if (winner === 0) return { winner, by: 0 };
  return { winner, by: points[winner - 1]! - Math.max(...points.filter((_, index) => index !== winner - 1)) };
}

export function resultWords(study: Study, end: State = study.now, you?: number): string {
  const { winner, by } = outcomeOf(end);
  if (winner === 0) return studyText("result.draw");
  const who = study.nameOf(winner);
  const isYou = winner === you;
  return by > 0 && study.scale.score === "margin"
    ? about(isYou, "result.won-by", { who, points: by })
    : about(isYou, "result.won", { who });
}
