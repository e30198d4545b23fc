/* What the rules page and the first game of a game are made of, in the language that is read. */
import { loadLearning } from "virtual:learning";
import { useEffect, useState } from "preact/hooks";
import { currentLanguage } from "../i18n/texts";

export interface Learning {
  /** The text of RULES.md. */
  rules: string;
  /** The number of the section with the rulings, from 1; 0: none. */
  rulings: number;
  /** The texts of diagrams.txt and lesson.txt, which the core reads; "": there is none. */
  diagrams: string;
  lesson: string;
  /** `diagram.…` and `lesson.…` of the game's catalogue. */
  sentences: Record<string, string>;
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
