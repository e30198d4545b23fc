/* What is marked on the board, as src/draw/svg/page.h reads it: a line that is looked at, or the engine's best moves;
   and what the person marked. */
import { number } from "../i18n/texts";
import type { Study } from "./study";
import { worth } from "./value";
import { s } from "./words";

export function marksOf(study: Study): string {
  const own = study.here.marks
    .split(" ")
    .filter((mark) => mark !== "")
    .map((mark) => `own - ${mark}`);
  return [...engineMarks(study), ...own].join("\n");
}

function engineMarks(study: Study): string[] {
  const { analyst, preview, peek } = study;
  if (preview && preview.step > 0) return [];
  const looked = preview?.line ?? peek;
  if (looked) return [`line - ${looked.line.join(" ")}`];
  if (study.reviewMarks.length > 0) return study.reviewMarks;
  if (!analyst.on || study.over || study.touching.touched.length > 0) return [];
  const { analysis, shown } = analyst;
  return shown.map((line, index) => {
    const rank = String(index + 1);
    const solved = analysis?.solved === true;
    const label = solved ? `=${number(worth(line, analysis.player, study.scale).amount)}` : rank;
    const best = solved ? line.value === shown[0]!.value : index === 0;
    return `${best ? "best" : "also"} ${label} ${line.line[0]}`;
  });
}

/** For the ear: "Best moves marked: 1 g7, 2 d9." */
export function marksSpoken(study: Study): string {
  const { analyst, over, preview, peek } = study;
  if (!analyst.on || over || preview || peek || analyst.shown.length === 0) return "";
  const moves = analyst.shown.map(({ line }, index) => `${index + 1} ${line[0]}`).join(", ");
  return s("marks.spoken", { moves });
}
