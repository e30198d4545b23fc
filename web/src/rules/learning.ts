/* What the rules page and the first game of a game are made of, in the language that is read. */
import { loadLearning } from "virtual:learning";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage } from "../i18n/texts";

export interface Learning {
  /** The text of RULES.md. */
  rules: string;
  /** The number of the section with the rulings, from 1; 0: none. */
  rulings: number;
  /** The rows of diagrams.txt and lesson.txt; docs/formats.md says what their fields mean. */
  diagrams: string[][];
  lesson: string[][];
  /** `diagram.…` and `lesson.…` of the game's catalogue. */
  sentences: Record<string, string>;
}

export interface Diagram {
  section: number;
  spec: string;
  position: string;
  moves: string[];
  touched: string[];
  caption: string;
}

export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** "kulami" and "level=3" make "kulami:level=3". */
export const specOf = (game: string, options: string): string => (options === "" ? game : `${game}:${options}`);

/** A list of moves, or `=POSITION` with moves behind it. */
export function startOf(field: string): { position: string; moves: string[] } {
  const [first = "", ...rest] = words(field);
  return first.startsWith("=") ? { position: first.slice(1), moves: rest } : { position: "", moves: words(field) };
}

export function diagramsOf(game: string, { diagrams, sentences }: Learning): Diagram[] {
  return diagrams.map(([section = "", options = "", start = "", touched = "", key = ""]) => ({
    section: Number(section),
    spec: specOf(game, options),
    ...startOf(start),
    touched: words(touched),
    caption: sentences[key] ?? "",
  }));
}

/** undefined while it is being loaded, null for a game that is not there. */
export function useLearning(game: string): Learning | null | undefined {
  const [learning, found] = useState<Learning | null>();
  useEffect(() => {
    let here = true;
    void loadLearning(currentLanguage()).then((all: Record<string, Learning>) => here && found(all[game] ?? null));
    return () => {
      here = false;
    };
  }, [game]);
  return learning;
}
