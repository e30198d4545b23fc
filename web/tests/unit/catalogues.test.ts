/* Every language says everything: no key and no argument is missing, and a word that follows a number has all the forms
   its language knows. */
import { readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { gameFolders, readCatalogue, type Sentences } from "../../build/catalogue";
import { argsOf, sentenceTypes } from "../../build/sentences";
import type { Message } from "../../src/core/types";
import { format } from "../../src/i18n/format";
import { languages } from "../../src/i18n/languages";
import { t, told } from "../../src/i18n/texts";
import { problemText } from "../../src/problems/words";

const root = resolve(import.meta.dirname, "../../..");

const catalogues: [string, (language: string) => string][] = [
  ["page", (language) => join(root, `web/messages/page.${language}.txt`)],
  ["problems", (language) => join(root, `web/messages/problems.${language}.txt`)],
  ["editor", (language) => join(root, `web/messages/editor.${language}.txt`)],
  ["study", (language) => join(root, `web/messages/study.${language}.txt`)],
  ["online", (language) => join(root, `web/messages/online.${language}.txt`)],
  ["refusals", (language) => join(root, `src/online/messages.${language}.txt`)],
  ["say", (language) => join(root, `src/say/messages.${language}.txt`)],
  ["core", (language) => join(root, `src/core/messages.${language}.txt`)],
  ...gameFolders().map((folder): [string, (language: string) => string] => [
    folder.slice(folder.lastIndexOf("/") + 1),
    (language) => join(folder, `messages.${language}.txt`),
  ]),
];

const args = (sentence: string) => [...argsOf(sentence).keys()].sort();

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

test.each(catalogues)("no line of %s begins with a sign: French binds it to the word before", (_name, file) => {
  const loose = Object.entries(readCatalogue(file("fr"))).filter(([key]) => !key.startsWith("keys."));
  expect(loose.filter(([, sentence]) => / [;:?!»](?!\S)|« /.test(sentence))).toEqual([]);
});

test("the types of the page's sentences are made from the catalogues", () => {
  const made = readFileSync(join(root, "web/src/i18n/sentences.ts"), "utf8");
  expect(made, "npm run build makes them").toBe(sentenceTypes());
});

/* What is wrong here fails tsc, which looks at tests too: it is not to be run. */
export function faults(): void {
  t("note.past");
  t("note.confirm", { move: "c3" });
  t(Math.random() < 0.5 ? "lesson.over-text" : "lesson.over-skipped", { game: "Delta", count: 2 });
  problemText("solution", { key: "c3" });
  // @ts-expect-error a misspelt key
  t("note.passt");
  // @ts-expect-error a missing argument
  t("note.confirm");
  // @ts-expect-error an argument of another name
  t("note.confirm", { mov: "c3" });
  // @ts-expect-error one that no sentence wants
  t("note.past", { move: "c3" });
  // @ts-expect-error a word where a number is counted
  t("score.points", { points: "three" });
  // @ts-expect-error an argument that one of the two wants
  t(Math.random() < 0.5 ? "lesson.over-text" : "lesson.over-skipped", { game: "Delta" });
  // @ts-expect-error a key of the core
  t(({ key: "why.too-near", args: {} } as Message).key);
  // @ts-expect-error a key of another list
  problemText("note.past");
  // @ts-expect-error a ruling that says nothing
  told({ key: "note.confirm" });
}

/* Keys about what the core names are put together from a beginning and its name: `option.${game}`. */
test("the beginning of every key that the code puts together is in the catalogue", () => {
  const source = join(root, "web/src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const code = files.map((name) => readFileSync(join(source, name), "utf8")).join("\n");
  const beginnings = [...code.matchAll(/\bmaybe\(\s*`([^`$]+)\$\{/g)].map(([, beginning]) => beginning!);
  expect(beginnings.length).toBeGreaterThan(0);
  const known = Object.keys(english.get("page")!);
  expect(beginnings.filter((beginning) => !known.some((key) => key.startsWith(beginning)))).toEqual([]);
});
