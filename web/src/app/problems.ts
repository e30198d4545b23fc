/* The problems of a game, from the text in its folder, and which of them were solved here. */
import { keep, kept } from "./keep";
import { games, readProblems } from "../core/table";
import type { ProblemFacts } from "../core/types";

const texts = import.meta.glob<string>("../../../src/games/*/problems.txt", { query: "?raw", import: "default" });

/* A game's id is the name of its folder, with dashes. */
const pathOf = (game: string): string => `../../../src/games/${game.replaceAll("-", "_")}/problems.txt`;

export const hasProblems = (game: string): boolean => pathOf(game) in texts;

/** The first game that has problems; they all lead to each other. */
export const problemGame = (): string | undefined => games().find(({ id }) => hasProblems(id))?.id;

export async function loadProblems(game: string): Promise<ProblemFacts[]> {
  return readProblems((await texts[pathOf(game)]?.()) ?? "");
}

/* By position: numbers may change. */
export function solvedOf(game: string): Set<string> {
  const list = kept<unknown>(`problems.${game}`);
  return new Set(Array.isArray(list) ? list.filter((each) => typeof each === "string") : []);
}

export function rememberSolved(game: string, { position }: ProblemFacts): void {
  keep(`problems.${game}`, [...solvedOf(game).add(position)]);
}

/** The next one that is not solved, from the beginning again after the last. */
export function nextOf(all: ProblemFacts[], solved: Set<string>, number: number): ProblemFacts | undefined {
  return [...all.slice(number), ...all.slice(0, Math.max(number - 1, 0))].find(({ position }) => !solved.has(position));
}
