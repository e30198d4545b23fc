/* What is marked on the board, as src/draw/svg/layers.h reads it: a line that is looked at, or the engine's best moves; what
   the other threatens; and what the person marked. */
import { moverValue } from "./explorer/explorer";
import type { Study } from "./study";
import { s } from "./words";

export function marksOf(study: Study): string {
  const own = study.here.marks
    .split(" ")
    .filter((mark) => mark !== "")
    .map((mark) => `own - ${mark}`);
  return [...engineMarks(study), ...threatMarks(study), ...own].join("\n");
}

/** Something of the engine is marked: the last move steps back. */
export const isMarked = (study: Study): boolean => engineMarks(study).length + threatMarks(study).length > 0;

/* Nothing else is on the board: no line, no move in hand. */
const isBare = ({ over, preview, peek, touching, reviewMarks }: Study) =>
  !over && !preview && !peek && touching.touched.length === 0 && reviewMarks.length === 0;

function engineMarks(study: Study): string[] {
  const { analyst, preview, peek } = study;
  if (preview && preview.step > 0) return [];
  const looked = preview?.line ?? peek;
  if (looked) return [`line - ${looked.line.join(" ")}`];
  if (study.reviewMarks.length > 0) return study.reviewMarks;
  if (study.explorer.marks) return study.explorer.marks;
  if (!analyst.on || !isBare(study)) return [];
  const { analysis, shown } = analyst;
  return shown.map((line, index) => {
    const rank = String(index + 1);
    const solved = analysis?.solved === true;
    const label = solved ? `=${moverValue(line.value)}` : rank;
    const best = solved ? line.value === shown[0]!.value : index === 0;
    return `${best ? "best" : "also"} ${label} ${line.line[0]}`;
  });
}

function threatMarks(study: Study): string[] {
  const threat = study.threats.of(study.at);
  return threat && threat.moves.length > 0 && isBare(study) ? [`threat - ${threat.moves.join(" ")}`] : [];
}

/** What the other would do, in words; with dice, after the roll he would like best. */
export function threatWords(study: Study): string {
  const threat = study.threats.of(study.at);
  if (study.over || !study.threats.on) return "";
  if (!threat) return s(study.threats.failed ? "engine.failed" : "threat.looking");
  const { player, moves } = threat;
  if (moves.length === 0) return s("threat.none");
  const who = study.nameOf(player);
  const [roll, ...rest] = moves;
  if (!study.hasDice) return s("threat", { who, moves: moves.join(" ") });
  return s("threat.roll", { who, face: roll!.replace(/\D/g, ""), moves: rest.join(" ") });
}

/** For the ear: "Best moves marked: 1 g7, 2 d9. If Black were to move: e5. Your marks: c3 to e5." */
export function marksSpoken(study: Study): string {
  const { analyst, explorer, preview, peek } = study;
  if (explorer.active) return explorer.spoken;
  const moves = analyst.shown.map(({ line }, index) => `${index + 1} ${line[0]}`).join(", ");
  const told: string[] = [];
  if (!preview && !peek) told.push(...study.reviewMarks.map(reviewSpoken));
  if (analyst.on && isBare(study) && moves !== "") told.push(s("marks.spoken", { moves }));
  if (threatMarks(study).length > 0) told.push(threatWords(study));
  const own = study.here.marks.split(" ").filter((mark) => mark !== "");
  const arrow = (mark: string) => {
    const [from, to] = mark.split(",") as [string, string?];
    return to === undefined ? from : s("marks.arrow", { from, to });
  };
  if (own.length > 0) told.push(s("marks.own", { marks: own.map(arrow).join(", ") }));
  return told.join(" ");
}

/* "better check a4-a2", "played step2 a4-a1". */
function reviewSpoken(mark: string): string {
  const [what, , ...moves] = mark.split(" ");
  const move = moves.join(" ");
  return what === "played" ? s("marks.played", { move }) : s("why.better", { move });
}
