/* The texts of games between people: the page's own, and those of requests that the server rejects. They are loaded when
   they are first needed. */
import { loadOnlineTexts } from "virtual:online";
import type { Message } from "../../core/types";
import { format, type Args, type Given } from "../../i18n/format";
import type { OnlineSentences } from "../../i18n/sentences";
import { currentLanguage, LazyTexts, say } from "../../i18n/texts";
import { ApiError, Unreachable } from "../line/api";

const texts = new LazyTexts(loadOnlineTexts);

export const hasOnlineWords = (): boolean => texts.value !== undefined;

/** Rejects if they cannot be loaded. */
export const needOnlineWords = (): Promise<void> => texts.need();

export function onlineText<Key extends keyof OnlineSentences>(key: Key, ...args: Given<OnlineSentences, Key>): string {
  return format(texts.value?.[key] ?? key, (args as Args[])[0] ?? {}, currentLanguage());
}

/** Why the server rejected something: a text of its own, or one of the game. */
export function refusal(game: string, { key, args }: Message): string {
  const found = texts.value?.[key];
  return found === undefined ? say(game, { key, args }) : format(found, args, currentLanguage());
}

/** An error as a sentence. */
export function wrong(error: unknown): string {
  if (error instanceof ApiError)
    return format(texts.value?.[error.key] ?? error.message, error.args, currentLanguage());
  if (error instanceof Unreachable) return onlineText(error.why === "none" ? "no-server" : "unreachable");
  return onlineText("online.busy");
}
