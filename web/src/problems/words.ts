/* The sentences of these pages, which come when they are wanted. */
import { loadProblemTexts } from "virtual:problems";
import { currentLanguage } from "../i18n/texts";
import { format, type Args } from "../i18n/format";

let sentences: Record<string, string> = {};

export async function needWords(): Promise<void> {
  sentences = await loadProblemTexts(currentLanguage());
}

export function p(key: string, args: Args = {}): string {
  return format(sentences[key] ?? key, args, currentLanguage());
}
