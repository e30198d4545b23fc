/* Grades of moves: a check, or steps down. Few and dignified; good and forced moves have no sign. */
import type { Grade } from "../core/types";
import { studyText } from "./words";

const SIGNS: Partial<Record<Grade, string>> = {
  best: "M2.5 8.5l3.500 3.500L13.500 4",
  inaccuracy: "M2 6h6v4h6",
  mistake: "M2 4h4v4h4v4h4",
  blunder: "M2 3h3v3.300h3v3.400h3V13h3",
};
const LOOKS: Partial<Record<Grade, string>> = {
  best: "grade--ok",
  inaccuracy: "grade--1",
  mistake: "grade--2",
  blunder: "grade--3",
};

/** How many steps down; 0: none. */
export const stepsOf = (grade: Grade | undefined): number =>
  grade === "inaccuracy" ? 1 : grade === "mistake" ? 2 : grade === "blunder" ? 3 : 0;

export function GradeSign({ grade, named = false }: { grade: Grade | undefined; named?: boolean }) {
  const sign = grade && SIGNS[grade];
  if (!grade || (!sign && !named)) return null;
  const name = studyText(`grade.${grade}`);
  return (
    <span class={`grade ${LOOKS[grade] ?? ""}`}>
      {sign && (
        <svg
          viewBox="0 0 16 16"
          role={named ? undefined : "img"}
          aria-hidden={named}
          aria-label={named ? undefined : name}
        >
          <path d={sign} />
        </svg>
      )}
      {named && name}
    </span>
  );
}
