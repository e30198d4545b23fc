/* The catalogue in use: the page's own sentences (`t`) and those of the core (`say`). */
import { loadCatalogue } from "virtual:catalogues";
import type { Message } from "../core/types";
import { format, type Args } from "./format";
import type { Language } from "./languages";

/** Key to sentence: the page's own, those common to all games, and those of each game by its id. */
export interface Catalogue {
  page: Record<string, string>;
  common: Record<string, string>;
  games: Record<string, Record<string, string>>;
}

let language: Language = "en";
let catalogue: Catalogue;

export async function useLanguage(wanted: Language): Promise<void> {
  catalogue = await loadCatalogue(wanted);
  language = wanted;
  document.documentElement.lang = wanted;
}

export function currentLanguage(): Language {
  return language;
}

/* A missing key fails the tests; a person still gets something to read. */
function sentence(found: string | undefined, key: string, args: Args): string {
  if (found === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  return format(found, args, language);
}

/** A sentence of the page. */
export function t(key: string, args: Args = {}): string {
  return sentence(catalogue.page[key], key, args);
}

/** Whether the page or the game has such a text: for what a new game may leave out. */
export function has(key: string, game?: string): boolean {
  return key in catalogue.page || (game !== undefined && key in (catalogue.games[game] ?? {}));
}

/** A message of the core, spoken by the game with that id. */
export function say(game: string, message: Message): string {
  const found = catalogue.games[game]?.[message.key] ?? catalogue.common[message.key];
  return sentence(found, message.key, message.args);
}

/** A key of the game's own catalogue. */
export function gameText(game: string, key: string, args: Args = {}): string {
  return say(game, { key, args });
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language, options).format(value);
}
