/* The catalogue in use: the page's own sentences (`t`), those of the core (`say`), and its reasons (`reason`). */
import { loadCatalogue, loadGameTexts, loadLater, loadReasons } from "virtual:catalogues";
import { batch, signal } from "@preact/signals";
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

/* The language in use with all texts that were loaded in it. They change together. */
interface Texts {
  language: Language;
  catalogue: Catalogue | undefined;
  games: Map<string, Record<string, string>> /* by id, as far as they are needed */;
}

const texts = signal<Texts>({ language: "en", catalogue: undefined, games: new Map() });
const lazyTexts: LazyTexts<unknown>[] = [];
let wantedLanguage: Language = "en";

/** Texts that only some pages need. They are loaded when somebody needs them, and again in each language that is chosen
    later. */
export class LazyTexts<T> {
  readonly #load: (language: Language) => Promise<T>;
  readonly #value = signal<{ language: Language; value: T } | undefined>(undefined);

  constructor(load: (language: Language) => Promise<T>) {
    this.#load = load;
    lazyTexts.push(this);
  }

  /** Undefined until they are loaded. */
  get value(): T | undefined {
    return this.#value.value?.value;
  }

  /** Loads them in the language in use. Rejects if that fails; the next call tries again. */
  async need(): Promise<void> {
    for (;;) {
      const { language } = texts.peek();
      if (this.#value.peek()?.language === language) return;
      const value = await this.#load(language);
      if (language === texts.peek().language) this.#value.value = { language, value };
    }
  }

  /** After the language has changed: loads them if they came meanwhile. */
  async refresh(): Promise<void> {
    if (this.#value.peek()) await this.need();
  }

  /** Loads them in another language if they are in use; the result puts them to use. */
  async prepare(language: Language): Promise<() => void> {
    if (!this.#value.peek()) return () => {};
    const value = await this.#load(language);
    return () => (this.#value.value = { language, value });
  }
}

const later = new LazyTexts(loadLater);
const translated = new LazyTexts(translatorIn); /* reasons of the core */

async function gamesIn(language: Language, ids: Iterable<string>): Promise<Map<string, Record<string, string>>> {
  const load = async (id: string) => [id, await loadGameTexts(language, id)] as const;
  return new Map(await Promise.all([...ids].map(load)));
}

async function translatorIn(language: Language): Promise<Translate | undefined> {
  if (language === "en") return undefined;
  const [{ translator }, sentences] = await Promise.all([import("./reasons"), loadReasons(language)]);
  return translator(sentences, language, format);
}

/** Changes the language: everything that is in use is loaded in it, then all texts change at once. If something cannot be
    loaded, the language stays and the promise rejects. If the language is changed again meanwhile, the later change counts. */
export async function setLanguage(language: Language): Promise<void> {
  wantedLanguage = language;
  const { games, ...before } = texts.peek();
  if (language === before.language && before.catalogue) return;
  const [catalogue, spoken, parts] = await Promise.all([
    loadCatalogue(language) as Promise<Catalogue>,
    gamesIn(language, games.keys()),
    Promise.all(lazyTexts.map((each) => each.prepare(language))),
  ]);
  /* A page may have needed more games meanwhile. */
  const missing = () => [...texts.peek().games.keys()].filter((id) => !spoken.has(id));
  while (missing().length > 0) for (const [id, found] of await gamesIn(language, missing())) spoken.set(id, found);
  if (wantedLanguage !== language) return;
  batch(() => {
    texts.value = { language, catalogue, games: spoken };
    for (const use of parts) use();
  });
  document.documentElement.lang = language;
  /* Lazy texts that arrived in the old language while the new one was loaded. */
  await Promise.allSettled(lazyTexts.map((each) => each.refresh()));
}

/** Whether there are words at all. */
export function canTalk(): boolean {
  return texts.value.catalogue !== undefined;
}

/** Before a page that few want: its sentences too. */
export const needLater = (): Promise<void> => later.need();

/** Whether these games can speak already. */
export function canSpeak(ids: string[]): boolean {
  return ids.every((id) => texts.value.games.has(id));
}

/** Before a game speaks: its sentences in the language in use. */
export async function needGames(ids: string[]): Promise<void> {
  const { language, games } = texts.peek();
  const missing = ids.filter((id) => !games.has(id));
  if (missing.length === 0) return;
  const found = await gamesIn(language, missing);
  const now = texts.peek();
  if (language !== now.language) return needGames(ids);
  texts.value = { ...now, games: new Map([...now.games, ...found]) };
}

export function currentLanguage(): Language {
  return texts.value.language;
}

/* A missing key fails the tests; a person still gets something to read. */
function sentence(found: string | undefined, key: string, args: Args = {}): string {
  if (found === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  return format(found, args, currentLanguage());
}

/** A sentence of the page, by its key; undefined: there is none. */
const pageText = (key: string): string | undefined => texts.value.catalogue!.page[key] ?? later.value?.[key];

/** A sentence of the page. */
export function t<Key extends PageKey>(key: Key, ...args: Given<PageSentences, Key>): string {
  return sentence(pageText(key), key, (args as Args[])[0]);
}

/** The same where it came as data. */
export function told(sentence: Sentence): string {
  return maybe(sentence.key, "args" in sentence ? sentence.args : {}) ?? sentence.key;
}

/** A sentence of the page about something that the core names, a game or an option: a new one may have none. */
export function maybe(key: string, args?: Args): string | undefined {
  const found = pageText(key);
  return found === undefined ? undefined : sentence(found, key, args);
}

/** Whether the page or the game has such a text: for what a new game may leave out. */
export function has(key: string, game?: string): boolean {
  return pageText(key) !== undefined || (game !== undefined && key in (texts.value.games.get(game) ?? {}));
}

/** A message of the core, spoken by the game with that id. */
export function say(game: string, message: Message): string {
  const { games, catalogue } = texts.value;
  const found = games.get(game)?.[message.key] ?? catalogue!.common[message.key];
  return sentence(found, message.key, message.args);
}

/** A key of the game's own catalogue. */
export function gameText(game: string, key: string, args: Args = {}): string {
  return say(game, { key, args });
}

/** Before a reason of the core is told: the translations, in other languages than English. Without them it stays English. */
export const needReasons = (): Promise<void> => translated.need().catch(() => undefined);

/** Whether reasons can be told already. */
export const canReason = (): boolean => currentLanguage() === "en" || translated.value !== undefined;

/** Why the core refused something, and in which language that is said: English where there is no translation. */
export function reason(english: string): { text: string; lang: Language } {
  const text = translated.value?.(english);
  return text === undefined ? { text: english, lang: "en" } : { text, lang: currentLanguage() };
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  const language = currentLanguage();
  return (options ? new Intl.NumberFormat(language, options) : numbersOf(language)).format(value);
}
