/* Every language says everything: no key and no argument is missing, and a word that follows a number has all the forms
   its language knows. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { gameFolders, readCatalogue, type Sentences } from "../../build/catalogue";
import { format } from "../../src/i18n/format";
import { languages } from "../../src/i18n/languages";

const root = resolve(import.meta.dirname, "../../..");

const catalogues: [string, (language: string) => string][] = [
  ["page", (language) => join(root, `web/messages/page.${language}.txt`)],
  ["problems", (language) => join(root, `web/messages/problems.${language}.txt`)],
  ["online", (language) => join(root, `web/messages/online.${language}.txt`)],
  ["refusals", (language) => join(root, `src/online/messages.${language}.txt`)],
  ["say", (language) => join(root, `src/say/messages.${language}.txt`)],
  ["core", (language) => join(root, `src/core/messages.${language}.txt`)],
  ...gameFolders().map((folder): [string, (language: string) => string] => [
    folder.slice(folder.lastIndexOf("/") + 1),
    (language) => join(folder, `messages.${language}.txt`),
  ]),
];

/** The names of the arguments of a sentence: what stands first in an outermost brace. */
function args(sentence: string): string[] {
  const found = new Set<string>();
  let depth = 0;
  for (let at = 0; at < sentence.length; at++) {
    if (sentence[at] === "{" && depth++ === 0) found.add(/^\s*([\w-]+)/.exec(sentence.slice(at + 1))![1]!);
    if (sentence[at] === "}") depth--;
  }
  return [...found].sort();
}

/** The forms of the plurals of a sentence. */
function plurals(sentence: string): string[][] {
  return [...sentence.matchAll(/, plural,((?:\s*\w+ \{[^{}]*\})+)/g)].map(([, forms]) =>
    [...forms!.matchAll(/(\w+) \{/g)].map(([, form]) => form!),
  );
}

/* What whole numbers of a game can need: French says "many" from a million on. */
function categories(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)))];
}

const english = new Map(catalogues.map(([name, file]) => [name, readCatalogue(file("en"))]));

describe.each(languages.map(({ code }) => code))("%s", (language) => {
  test.each(catalogues)("the catalogue of %s has every key with its arguments", (name, file) => {
    const wanted = english.get(name)!;
    const found: Sentences = readCatalogue(file(language));
    expect(Object.keys(found).sort(), relative(root, file(language))).toEqual(Object.keys(wanted).sort());
    for (const [key, sentence] of Object.entries(found))
      expect([key, args(sentence)]).toEqual([key, args(wanted[key]!)]);
  });

  test.each(catalogues)("the plurals of %s are whole, and every sentence can be spoken", (_name, file) => {
    for (const [key, sentence] of Object.entries(readCatalogue(file(language)))) {
      for (const forms of plurals(sentence))
        expect([key, forms]).toEqual([key, expect.arrayContaining(categories(language))]);
      for (const number of [0, 1, 2, 5, 21]) {
        const values = Object.fromEntries(args(sentence).map((name) => [name, number]));
        expect(format(sentence, values, language)).not.toMatch(/[{}#]/);
      }
    }
  });
});

/* Keys that code puts together from a beginning and a part that changes: `note.hint-${kind}`. */
function keysInCode(speaker = "t"): { whole: Set<string>; beginnings: Set<string> } {
  const source = join(root, "web/src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const name of files) {
    const code = readFileSync(join(source, name), "utf8");
    for (const [, key] of code.matchAll(new RegExp(`\\b${speaker}\\(\\s*"([^"]+)"`, "g"))) whole.add(key!);
    for (const [, beginning] of code.matchAll(new RegExp(`\\b${speaker}\\(\\s*\`([^\`$]+)\\$\\{`, "g")))
      beginnings.add(beginning!);
  }
  return { whole, beginnings };
}

test.each([
  ["page", "t"],
  ["problems", "p"],
  ["online", "o"],
])("every key the code speaks is in the catalogue of %s", (name, speaker) => {
  /* What the server refuses is said as well. */
  const known = [name, ...(name === "online" ? ["refusals"] : [])].flatMap((each) => Object.keys(english.get(each)!));
  const { whole, beginnings } = keysInCode(speaker);
  expect(whole.size).toBeGreaterThan(0);
  expect([...whole].filter((key) => !known.includes(key))).toEqual([]);
  expect([...beginnings].filter((beginning) => !known.some((key) => key.startsWith(beginning)))).toEqual([]);
});
