/* The catalogue in use: the page's own sentences (`t`), those of the core (`say`), and its reasons (`reason`). */
import { loadCatalogue, loadGameTexts, loadLater, loadReasons } from "virtual:catalogues";
import type { Message } from "../core/types";
import { format, numbersOf, type Args, type Given } from "./format";
import type { Language } from "./languages";
import type { Translate } from "./reasons";
import type { PageSentences } from "./sentences";

export type PageKey = keyof PageSentences;
/** Of a sentence that needs no arguments. */
export type PlainKey = { [Key in PageKey]: unknown extends PageSentences[Key] ? Key : never }[PageKey];
/** A sentence of the page with its arguments, as data. */
export type Sentence =
  | { key: PlainKey }
  | { [Key in PageKey]: unknown extends PageSentences[Key] ? never : { key: Key; args: PageSentences[Key] } }[PageKey];

/** Key to sentence: the page's own, and those common to all games. */
export interface Catalogue {
  page: Record<string, string>;
  common: Record<string, string>;
}

let language: Language = "en";
let catalogue: Catalogue | undefined;
let games = new Map<string, Record<string, string>>(); /* by id, as far as they are needed */
let translate: Translate | undefined;
let whole: Promise<void> | undefined; /* what only some pages say has been wanted */

async function gamesIn(wanted: Language, ids: Iterable<string>): Promise<Map<string, Record<string, string>>> {
  const load = async (id: string) => [id, await loadGameTexts(wanted, id)] as const;
  return new Map(await Promise.all([...ids].map(load)));
}

export async function useLanguage(wanted: Language): Promise<void> {
  const [first, spoken] = await Promise.all([
    loadCatalogue(wanted) as Promise<Catalogue>,
    gamesIn(wanted, games.keys()),
  ]);
  /* Only here is it known: a page may have wanted them while the others were loading. */
  const later = whole && (await loadLater(wanted));
  catalogue = { ...first, page: { ...first.page, ...later } };
  games = spoken;
  translate = undefined;
  language = wanted;
  document.documentElement.lang = wanted;
}

/** Whether there are words at all. */
export function canTalk(): boolean {
  return catalogue !== undefined;
}

/** Before a page that few want: its sentences too. */
export function needLater(): Promise<void> {
  return (whole ??= addLater().catch((error: unknown) => {
    whole = undefined;
    throw error;
  }));
}

async function addLater(): Promise<void> {
  const wanted = language;
  const later = await loadLater(wanted);
  if (wanted !== language) return addLater();
  Object.assign(catalogue!.page, later);
}

/** Whether these games can speak already. */
export function canSpeak(ids: string[]): boolean {
  return ids.every((id) => games.has(id));
}

/** Before a game speaks: its sentences in the language in use. */
export async function needGames(ids: string[]): Promise<void> {
  const wanted = language;
  const found = await gamesIn(
    wanted,
    ids.filter((id) => !games.has(id)),
  );
  if (wanted !== language) return needGames(ids);
  for (const [id, sentences] of found) games.set(id, sentences);
}

export function currentLanguage(): Language {
  return language;
}

/* A missing key fails the tests; a person still gets something to read. */
function sentence(found: string | undefined, key: string, args: Args = {}): string {
  if (found === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  return format(found, args, language);
}

/** A sentence of the page. */
export function t<Key extends PageKey>(key: Key, ...args: Given<PageSentences, Key>): string {
  return sentence(catalogue!.page[key], key, (args as Args[])[0]);
}

/** The same where it came as data. */
export function told(sentence: Sentence): string {
  return maybe(sentence.key, "args" in sentence ? sentence.args : {}) ?? sentence.key;
}

/** A sentence of the page about something that the core names, a game or an option: a new one may have none. */
export function maybe(key: string, args?: Args): string | undefined {
  const found = catalogue!.page[key];
  return found === undefined ? undefined : sentence(found, key, args);
}

/** Whether the page or the game has such a text: for what a new game may leave out. */
export function has(key: string, game?: string): boolean {
  return key in catalogue!.page || (game !== undefined && key in (games.get(game) ?? {}));
}

/** A message of the core, spoken by the game with that id. */
export function say(game: string, message: Message): string {
  const found = games.get(game)?.[message.key] ?? catalogue!.common[message.key];
  return sentence(found, message.key, message.args);
}

/** A key of the game's own catalogue. */
export function gameText(game: string, key: string, args: Args = {}): string {
  return say(game, { key, args });
}

/** Before a reason of the core is told: the translations, in other languages than English. */
export async function needReasons(): Promise<void> {
  if (canReason()) return;
  const wanted = language;
  try {
    const [{ translator }, sentences] = await Promise.all([import("./reasons"), loadReasons(wanted)]);
    if (wanted === language) translate = translator(sentences, wanted, format);
  } catch {
    /* they stay English */
  }
}

/** Whether reasons can be told already. */
export function canReason(): boolean {
  return language === "en" || translate !== undefined;
}

/** Why the core refused something, and in which language that is said: English where there is no translation. */
export function reason(english: string): { text: string; lang: Language } {
  const text = translate?.(english);
  return text === undefined ? { text: english, lang: "en" } : { text, lang: language };
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return (options ? new Intl.NumberFormat(language, options) : numbersOf(language)).format(value);
}
