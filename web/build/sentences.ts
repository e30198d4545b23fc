/* The sentences of the page and what each wants to be given, as types: a misspelt key or a missing argument fails tsc. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { catalogueFiles, onlineCatalogue, readCatalogue, type Sentences } from "./catalogue";

const messages = resolve(import.meta.dirname, "../messages");
const made = resolve(import.meta.dirname, "../src/i18n/sentences.ts");

/** The arguments of a sentence, by name: what stands first in an outermost brace, and whether a word follows its number. */
export function argsOf(sentence: string): Map<string, "word" | "number"> {
  const found = new Map<string, "word" | "number">();
  let depth = 0;
  for (let at = 0; at < sentence.length; at++) {
    if (sentence[at] === "}") depth--;
    if (sentence[at] !== "{" || depth++ > 0) continue;
    const [, name, plural] = /^\s*([\w-]+)\s*(, plural,)?/.exec(sentence.slice(at + 1))!;
    if (plural || !found.has(name!)) found.set(name!, plural ? "number" : "word");
  }
  return found;
}

function lines(sentences: Sentences): string {
  return Object.entries(sentences)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, sentence]) => {
      const args = [...argsOf(sentence)].map(([arg, kind]) => `${arg}: ${kind === "number" ? "number" : "Word"}`);
      return `  "${key}": ${args.length > 0 ? `{ ${args.join("; ")} }` : "unknown"};\n`;
    })
    .join("");
}

/** The types of the page. */
export function sentenceTypes(): string {
  return `/* Made from web/messages by web/build/sentences.ts: every sentence of the page with its arguments. */

type Word = string | number;

export interface PageSentences {
${lines(readCatalogue(`${messages}/page.en.txt`))}}

export interface ProblemSentences {
${lines(readCatalogue(`${messages}/problems.en.txt`))}}

export interface StudySentences {
${lines(readCatalogue(`${messages}/study.en.txt`))}}

export interface OnlineSentences {
${lines(onlineCatalogue("en"))}}
`;
}

/** A plugin: writes the types when they are others. */
export function sentences(): Plugin {
  return {
    name: "ascona-sentences",
    buildStart() {
      for (const file of catalogueFiles()) this.addWatchFile(file);
      const text = sentenceTypes();
      if (!existsSync(made) || readFileSync(made, "utf8") !== text) writeFileSync(made, text);
    },
  };
}
