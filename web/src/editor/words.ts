/* The texts of the editor, which are loaded when it is opened: those of the page, and those of the core. */
import { loadEditorTexts } from "virtual:editor";
import type { Message } from "../core/types";
import { currentLanguage, LazyTexts, say } from "../i18n/texts";
import { format, type Args, type Given } from "../i18n/format";
import type { EditorSentences } from "../i18n/sentences";

type Sentences = Record<string, string>;

interface EditorTexts {
  words: Sentences;
  common: Sentences;
  games: Record<string, Sentences>;
}

const texts = new LazyTexts<EditorTexts>(loadEditorTexts);

export const needEditorWords = (): Promise<void> => texts.need();

/** Whether they are loaded. */
export const canEdit = (): boolean => texts.value !== undefined;

export function editorText<Key extends keyof EditorSentences>(key: Key, ...args: Given<EditorSentences, Key>): string {
  return format(texts.value?.words[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}

/** A message of the core: one for editing, or any other of the game. */
export function editorSays(game: string, message: Message): string {
  const found = texts.value?.games[game]?.[message.key] ?? texts.value?.common[message.key];
  return found === undefined ? say(game, message) : format(found, message.args, currentLanguage());
}
