/* The sentences of games between people: the page's own, and those by which the server refuses. They come when they are
   wanted. */
import { loadOnlineTexts } from "virtual:online";
import type { Message } from "../core/types";
import { format, type Args } from "../i18n/format";
import { currentLanguage, say } from "../i18n/texts";
import { ApiError, Unreachable } from "./api";

let sentences: Record<string, string> = {};
let spoken: string | undefined;

export async function needWords(): Promise<void> {
  const language = currentLanguage();
  if (spoken === language) return;
  sentences = await loadOnlineTexts(language);
  spoken = language;
}

export function o(key: string, args: Args = {}): string {
  return format(sentences[key] ?? key, args, currentLanguage());
}

/** Why the server refused something: in its own words, or in those of the game. */
export function refusal(game: string, { key, args }: Message): string {
  return key in sentences ? o(key, args) : say(game, { key, args });
}

/** What went wrong, as a sentence. */
export function wrong(error: unknown): string {
  if (error instanceof ApiError) return o(error.key, error.args);
  if (error instanceof Unreachable) return o(error.why === "none" ? "no-server" : "unreachable");
  return o("online.busy");
}
