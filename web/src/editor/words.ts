/* What the editor says, which comes when it is wanted: the page's words, and the sentences of the core for it. */
import { loadEditorTexts } from "virtual:editor";
import type { Message } from "../core/types";
import { currentLanguage, say } from "../i18n/texts";
import { format, type Args, type Given } from "../i18n/format";
import type { EditorSentences } from "../i18n/sentences";

type Sentences = Record<string, string>;

interface EditorTexts {
  words: Sentences;
  common: Sentences;
  games: Record<string, Sentences>;
}

let texts: EditorTexts = { words: {}, common: {}, games: {} };

export async function needEditorWords(): Promise<void> {
  texts = await loadEditorTexts(currentLanguage());
}

export function e<Key extends keyof EditorSentences>(key: Key, ...args: Given<EditorSentences, Key>): string {
  return format(texts.words[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}

/** A message of the core: one for editing, or any other of the game. */
export function editorSays(game: string, message: Message): string {
  const found = texts.games[game]?.[message.key] ?? texts.common[message.key];
  return found === undefined ? say(game, message) : format(found, message.args, currentLanguage());
}
