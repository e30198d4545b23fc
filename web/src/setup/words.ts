/* The names of options and their values: from the page if it knows the game, else from the game itself. */
import type { GameOption } from "../core/types";
import { gameText, has, maybe, t } from "../i18n/texts";

export function optionLabel(game: string, { key }: GameOption): string {
  const ours = maybe(`option.${game}.${key}`);
  return ours ?? (has(`option.${key}`, game) ? gameText(game, `option.${key}`) : key);
}

/** A short line below the label, or "". */
export function optionHint(game: string, { key, type, least, most }: GameOption): string {
  const ours = maybe(`option.${game}.${key}.hint`);
  if (ours !== undefined) return ours;
  return type === "number" && most - least <= 20 ? t("setup.range", { least, most }) : "";
}

export function valueLabel(game: string, key: string, value: string): string {
  return maybe(`option.${game}.${key}.${value}`) ?? value;
}

/** Whether the page has a word for each of these values. */
export function hasWords(game: string, key: string, values: string[]): boolean {
  return values.every((value) => has(`option.${game}.${key}.${value}`));
}

/** The values a text may have by name, and whether it may be anything else: "classic, irregular or a drawing". */
export function namedValues({ choices }: GameOption): { words: string[]; other: boolean } {
  const parts = (choices ?? "")
    .split(/,| or /)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const words = parts.filter((part) => /^[\w-]+$/.test(part));
  return { words, other: words.length < parts.length };
}
