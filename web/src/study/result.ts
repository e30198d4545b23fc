/* How a game that is over ended, in words. */
import type { State } from "../core/types";
import type { Study } from "./study";
import { s } from "./words";

export function resultWords(study: Study, { result, points }: State = study.now): string {
  const seat = Number(/^p(\d)win$/.exec(result)?.[1] ?? 0);
  if (seat === 0) return s("result.draw");
  const who = study.nameOf(seat);
  const by = points[seat - 1]! - Math.max(...points.filter((_, index) => index !== seat - 1));
  return by > 0 && study.scale.score === "margin" ? s("result.won-by", { who, points: by }) : s("result.won", { who });
}
