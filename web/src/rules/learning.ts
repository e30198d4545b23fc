/* The texts of the rules page and the first game of each game, in the language in use. */
import { loadLearning } from "virtual:learning";
import { LazyTexts } from "../i18n/texts";

export interface Learning {
  /** The text of RULES.md. */
  rules: string;
  /** The number of the section with the rulings, from 1; 0: none. */
  rulings: number;
  /** The texts of diagrams.txt and lesson.txt, which the core reads, the same in every language; "": there is none. */
  diagrams: string;
  lesson: string;
  /** `diagram.…` and `lesson.…` of the game's catalogue. */
  sentences: Record<string, string>;
}

const texts = new LazyTexts<Record<string, Learning>>(loadLearning);

export const needLearning = (): Promise<void> => texts.need();

/** Whether it is loaded. */
export const canLearn = (): boolean => texts.value !== undefined;

/** Undefined until it is loaded, and for a game that does not exist. */
export const learningOf = (game: string): Learning | undefined => texts.value?.[game];
