/* The sentences of these pages, which come when they are wanted. */
import { loadStudyTexts } from "virtual:study";
import { format, type Args, type Given } from "../i18n/format";
import type { StudySentences } from "../i18n/sentences";
import { currentLanguage } from "../i18n/texts";

let sentences: Record<string, string> = {};

export async function needStudyWords(): Promise<void> {
  sentences = await loadStudyTexts(currentLanguage());
}

export function s<Key extends keyof StudySentences>(key: Key, ...args: Given<StudySentences, Key>): string {
  return format(sentences[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}
