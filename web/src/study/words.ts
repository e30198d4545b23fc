/* The sentences of these pages, which come when they are wanted. */
import { loadStudyTexts } from "virtual:study";
import { format, type Args, type Given } from "../i18n/format";
import type { StudySentences } from "../i18n/sentences";
import { currentLanguage, LazyTexts } from "../i18n/texts";

const texts = new LazyTexts(loadStudyTexts);

export const needStudyWords = (): Promise<void> => texts.need();

export function studyText<Key extends keyof StudySentences>(key: Key, ...args: Given<StudySentences, Key>): string {
  return format(texts.value?.[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}

/* The sentences about a player that have a form for the player at the screen. */
type AboutPlayer = {
  [Key in keyof StudySentences]: `${Key}-you` extends keyof StudySentences ? Key : never;
}[keyof StudySentences];

/** A sentence about a player; `isYou`: about the player at the screen. */
export function about<Key extends AboutPlayer>(isYou: boolean, key: Key, ...args: Given<StudySentences, Key>): string {
  return (studyText as (key: string, ...args: unknown[]) => string)(isYou ? `${key}-you` : key, ...args);
}
