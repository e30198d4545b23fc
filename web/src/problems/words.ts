/* The sentences of these pages, which come when they are wanted. */
import { loadProblemTexts } from "virtual:problems";
import { currentLanguage } from "../i18n/texts";
import { format, type Args, type Given } from "../i18n/format";
import type { ProblemSentences } from "../i18n/sentences";

let sentences: Record<string, string> = {};

export async function needProblemWords(): Promise<void> {
  sentences = await loadProblemTexts(currentLanguage());
}

export function p<Key extends keyof ProblemSentences>(key: Key, ...args: Given<ProblemSentences, Key>): string {
  return format(sentences[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}
