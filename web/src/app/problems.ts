/* The problems of a game, read by the core while the page is built, and which of them were solved here. */
import { problems } from "virtual:games";
import { writeLocal, readLocal } from "./local";
import { games } from "../core/table";
import type { ProblemFacts } from "../core/types";

export const hasProblems = (game: string): boolean => game in problems;

/** The first game that has problems; they all lead to each other. */
export const problemGame = (): string | undefined => games().find(({ id }) => hasProblems(id))?.id;

export const loadProblems = async (game: string): Promise<ProblemFacts[]> => (await problems[game]?.()) ?? [];

/* By position: numbers may change. */
export function solvedOf(game: string): Set<string> {
  const list = readLocal<unknown>(`problems.${game}`);
  return new Set(Array.isArray(list) ? list.filter((each) => typeof each === "string") : []);
}

export function rememberSolved(game: string, { position }: ProblemFacts): void {
  writeLocal(`problems.${game}`, [...solvedOf(game).add(position)]);
}

/** The next one that is not solved, from the beginning again after the last. */
export function nextOf(all: ProblemFacts[], solved: Set<string>, number: number): ProblemFacts | undefined {
  return [...all.slice(number), ...all.slice(0, Math.max(number - 1, 0))].find(({ position }) => !solved.has(position));
}
