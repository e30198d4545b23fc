/* Marks on the board, as src/draw/svg/layers.h reads them: a line that is looked at, or the engine's best moves; the threat
   of the next player; and the user's own marks. */
import { moverValue } from "./explorer/explorer";
import type { Study } from "./study";
import { studyText } from "./words";

export function marksOf(study: Study): string {
  const own = study.here.marks
    .split(" ")
    .filter((mark) => mark !== "")
    .map((mark) => `own - ${mark}`);
  return [...engineMarks(study), ...threatMarks(study), ...own].join("\n");
}

/** Something of the engine is marked: the last move steps back. */
export const isMarked = (study: Study): boolean => engineMarks(study).length + threatMarks(study).length > 0;

const overlayMarks = ({ overlay }: Study): string[] => overlay?.marks ?? [];

/* Nothing else is on the board: no line, and nothing is selected. */
const isBare = (study: Study) => {
  const { over, preview, peek, selection } = study;
  return !over && !preview && !peek && selection.selected.length === 0 && overlayMarks(study).length === 0;
};

function engineMarks(study: Study): string[] {
  const { analyst, preview, peek } = study;
  if (preview && preview.step > 0) return [];
  const looked = preview?.line ?? peek;
  if (looked) return [`line - ${looked.line.join(" ")}`];
  const over = overlayMarks(study);
  if (over.length > 0) return over;
  const { marks } = study.explorer;
  if (marks) return marks;
  if (!analyst.isOn || !isBare(study)) return [];
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
  const { threat } = study.threats;
  return threat && threat.moves.length > 0 && isBare(study) ? [`threat - ${threat.moves.join(" ")}`] : [];
}

/** The threat in words; with dice, after the roll that is best for that player. */
export function threatWords(study: Study): string {
  const { threat, isOn } = study.threats;
  if (study.over || !isOn) return "";
  if (!threat) return studyText(study.threats.failed ? "engine.failed" : "threat.looking");
  const { player, moves } = threat;
  if (moves.length === 0) return studyText("threat.none");
  const who = study.nameOf(player);
  const [roll, ...rest] = moves;
  if (!study.hasDice) return studyText("threat", { who, moves: moves.join(" ") });
  return studyText("threat.roll", { who, face: roll!.replace(/\D/g, ""), moves: rest.join(" ") });
}

/** For screen readers: "Best moves marked: 1 g7, 2 d9. If Black were to move: e5. Your marks: c3 to e5." */
export function marksSpoken(study: Study): string {
  const { analyst, explorer, preview, peek } = study;
  if (explorer.active) return explorer.spoken;
  const moves = analyst.shown.map(({ line }, index) => `${index + 1} ${line[0]}`).join(", ");
  const told: string[] = [];
  if (!preview && !peek) told.push(...overlayMarks(study).map(overlaySpoken));
  if (analyst.isOn && isBare(study) && moves !== "") told.push(studyText("marks.spoken", { moves }));
  if (threatMarks(study).length > 0) told.push(threatWords(study));
  const own = study.here.marks.split(" ").filter((mark) => mark !== "");
  const arrow = (mark: string) => {
    const [from, to] = mark.split(",") as [string, string?];
    return to === undefined ? from : studyText("marks.arrow", { from, to });
  };
  if (own.length > 0) told.push(studyText("marks.own", { marks: own.map(arrow).join(", ") }));
  return told.join(" ");
}

/* "better check a4-a2", "played step2 a4-a1". */
function overlaySpoken(mark: string): string {
  const [what, , ...moves] = mark.split(" ");
  const move = moves.join(" ");
  return what === "played" ? studyText("marks.played", { move }) : studyText("why.better", { move });
}
