/* A text of problems; docs/formats.md says what its fields mean. */

export interface ProblemFacts {
  /** From 1. */
  number: number;
  position: string;
  /** White's, until he has won. */
  moves: number;
  points: number;
  key: string;
  grade: number;
  /** No other move wins at all. */
  strict: boolean;
}

export function parseProblems(text: string): ProblemFacts[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return lines.map((line, index) => {
    const [position = "", moves, points, key = "", grade, kind] = line.split("|").map((field) => field.trim());
    return { number: index + 1, position, moves: Number(moves), points: Number(points), key, grade: Number(grade), strict: kind === "strict" };
  });
}
