/* The texts of these pages, which are loaded when they are opened. */
import { loadProblemTexts } from "virtual:problems";
import { currentLanguage, LazyTexts } from "../i18n/texts";
import { format, type Args, type Given } from "../i18n/format";
import type { ProblemSentences } from "../i18n/sentences";

const texts = new LazyTexts(loadProblemTexts);

export const needProblemWords = (): Promise<void> => texts.need();

export function problemText<Key extends keyof ProblemSentences>(
  key: Key,
  ...args: Given<ProblemSentences, Key>
): string {
  return format(texts.value?.[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}
