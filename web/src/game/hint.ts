/* What an engine found, in words for people. */
import { gameFacts } from "../core/table";
import type { Line, State } from "../core/types";
import { say, t } from "../i18n/texts";

/** What the engine thinks of a position: points ahead, to the half, or the chance to win. */
export function valueText(game: string, value: number): string {
  if (gameFacts(game)?.score === "chance") return t("score.chance", { percent: Math.round(value) });
  const points = Math.round(2 * Math.abs(value)) / 2;
  if (points === 0) return t("score.even");
  return t(value > 0 ? "score.points" : "score.behind", { points });
}

/** The first move of a line as a hint. */
export function hintText({ id, view }: State, { kind, value, line: [move = ""] }: Line): string {
  const control = view.controls.find((each) => each.id === move)?.name;
  const what = control ? t("note.control", { name: say(id, control) }) : move;
  return t(`note.hint-${kind}`, { move: what, value: valueText(id, value) });
}
