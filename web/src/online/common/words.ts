/* The sentences of games between people: the page's own, and those by which the server refuses. They come when they are
   wanted. */
import { loadOnlineTexts } from "virtual:online";
import type { Message } from "../../core/types";
import { format, type Args, type Given } from "../../i18n/format";
import type { OnlineSentences } from "../../i18n/sentences";
import { currentLanguage, say } from "../../i18n/texts";
import { ApiError, Unreachable } from "../line/api";

let sentences: Record<string, string> = {};
let spoken: string | undefined;

export async function needOnlineWords(): Promise<void> {
  const language = currentLanguage();
  if (spoken === language) return;
  sentences = await loadOnlineTexts(language);
  spoken = language;
}

export function o<Key extends keyof OnlineSentences>(key: Key, ...args: Given<OnlineSentences, Key>): string {
  return format(sentences[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}

/** Why the server refused something: in its own words, or in those of the game. */
export function refusal(game: string, { key, args }: Message): string {
  const found = sentences[key];
  return found === undefined ? say(game, { key, args }) : format(found, args, currentLanguage());
}

/** What went wrong, as a sentence. */
export function wrong(error: unknown): string {
  if (error instanceof ApiError) return format(sentences[error.key] ?? error.message, error.args, currentLanguage());
  if (error instanceof Unreachable) return o(error.why === "none" ? "no-server" : "unreachable");
  return o("online.busy");
}
