/* Reasons of the core in every language: none is missing in a catalogue, none is left over, and what the real module
   says about bad input is found again and translated. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openBoard } from "./support/page";
import { readReasons, reasonCatalogue, reasonFolders } from "../../build/catalogue";
import { CoreError } from "../../src/core/module";
import { games, Table } from "../../src/core/table";
import { format } from "../../src/i18n/format";
import { languages } from "../../src/i18n/languages";
import { CONVERSION, translator } from "../../src/i18n/reasons";
import { canReason, needReasons, reason, setLanguage } from "../../src/i18n/texts";

const root = resolve(import.meta.dirname, "../../..");
const translated = languages.map(({ code }) => code).filter((code) => code !== "en");
const conversions = (text: string) => [...text.matchAll(new RegExp(CONVERSION, "g"))].map(([, letter]) => letter!);

/* What looks like a reason in the library and is none: the values of options, what a proof is filed under, and a reply
   that needs no memory. */
const OTHERS = [
  "points simple",
  "free joined",
  "quiet literal",
  "chain rose",
  "classic, irregular, example, random, square or a drawing",
  "question before the limit",
  '{"error":{"code":-4,"reason":"out of memory"}}',
];

/* The words of the core that a sentence can follow. */
const COLOURS = ["White Black", "white black", "red black"];

/* The strings of a C file, those that follow each other joined, without what the compiler alone says and without the
   title of a game, which is the same in every language. */
function strings(file: string): string[] {
  const code = readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^#include.*$/gm, "")
    .replace(/\.title = "[^"]*"/g, "")
    .replaceAll("'\"'", "0")
    .replace(/_Static_assert\([^;]*;/g, "");
  const found = code.matchAll(/"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/g);
  return [...found].map(([text]) =>
    text
      .replace(/"\s*"/g, "")
      .slice(1, -1)
      .replace(/\\(["\\])/g, "$1"),
  );
}

/* In the library, words in a row are a reason. */
function looksSo(text: string): boolean {
  const words = text.replace(new RegExp(CONVERSION, "g"), "");
  return /[a-z]{2}/.test(words) && / [a-z]/.test(words);
}

/* What the page has no use for: the words of the terminal, and what is said of the tables that come with a game
   (problems, lessons) to those who write them; the tests have them all read. */
const PROGRAM = [
  "contract.c",
  "file.c",
  "seats.c",
  "rows.c",
  "puzzle.c",
  "puzzle_solver.c",
  "lesson.c",
  "review_annotate.c",
  "review_text.c",
  "line_evaluation.c",
];

function reasonsIn(folder: string, recursive: boolean): string[] {
  const files = readdirSync(folder, { recursive, encoding: "utf8" }).filter(
    (name) => /\.[ch]$/.test(name) && !PROGRAM.includes(name),
  );
  const all = files.flatMap((name) => strings(join(folder, name)));
  return [...new Set(all.filter(looksSo))];
}

const general = ["base", "core", "play", "engine", "study", "wasm"].flatMap((name) =>
  reasonsIn(join(root, "src", name), true),
);
general.push(...reasonsIn(join(root, "src/games"), false));
const ofFolder = new Map(
  reasonFolders().map((folder) => [folder, basename(folder) === "core" ? general : reasonsIn(folder, true)]),
);
const everywhere = new Set([...ofFolder.values()].flat());

test("the sentences that are no reasons are still there", () => {
  expect(OTHERS.filter((text) => !everywhere.has(text))).toEqual([]);
  for (const text of OTHERS) everywhere.delete(text);
  expect(everywhere.size).toBeGreaterThan(200);
});

describe.each(translated)("%s", (language) => {
  const [core, ...folders] = reasonFolders().map((folder) => [folder, readReasons(folder, language)] as const);

  test("every reason has its sentence", () => {
    const missing = [...ofFolder].flatMap(([folder, reasons]) => {
      const known = { ...core![1], ...readReasons(folder, language) };
      const file = relative(root, join(folder, `reasons.${language}.txt`));
      return reasons
        .filter((text) => !OTHERS.includes(text) && known[text] === undefined)
        .map((text) => `${file} lacks: ${text}`);
    });
    expect(missing).toEqual([]);
  });

  test("every sentence has its reason, in its own folder, and stands once", () => {
    expect(Object.keys(core![1]).filter((text) => !everywhere.has(text))).toEqual([]);
    for (const [folder, sentences] of folders) {
      expect(Object.keys(sentences).filter((text) => !ofFolder.get(folder)!.includes(text))).toEqual([]);
      expect(Object.keys(sentences).filter((text) => text in core![1])).toEqual([]);
    }
    const all = [core!, ...folders].flatMap(([, sentences]) => Object.keys(sentences));
    expect(new Set(all).size).toBe(all.length);
  });

  test("a file has nothing but reasons with sentences, and no sentence has a full stop", () => {
    for (const [folder, sentences] of [core!, ...folders]) {
      const file = join(folder, `reasons.${language}.txt`);
      const lines = (existsSync(file) ? readFileSync(file, "utf8") : "")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"));
      expect(lines.length).toBe(2 * Object.keys(sentences).length);
      expect(Object.values(sentences).filter((sentence) => sentence.endsWith("."))).toEqual([]);
    }
  });

  test("a sentence has the arguments of its reason, and all forms of a word", () => {
    const rules = new Intl.PluralRules(language);
    const forms = [...new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)))].sort();
    for (const [text, sentence] of Object.entries(reasonCatalogue(language))) {
      const wanted = conversions(text).map((_, index) => String(index + 1));
      expect([...new Set([...sentence.matchAll(/\{(\d)/g)].map(([, name]) => name!))].sort(), text).toEqual(wanted);
      for (const [, found] of sentence.matchAll(/, plural,((?:\s*\w+ \{[^{}]*\})+)/g))
        expect([...found!.matchAll(/(\w+) \{/g)].map(([, form]) => form!).sort(), text).toEqual(forms);
      for (const [, number, kind] of sentence.matchAll(/\{(\d), (\w+)/g))
        expect(conversions(text)[Number(number) - 1] === "s", text).toBe(kind === "select");
      for (const [, forms] of sentence.matchAll(/, select,([^{}]*\{[^{}]*\}[^{}]*\{[^{}]*\})\}/g))
        expect(
          [...forms!.matchAll(/ (\w+) \{[^{}]+\}/g)].map(([, word]) => word!),
          text,
        ).toSatisfy((words: string[]) => COLOURS.includes(words.join(" ")));
    }
  });

  /* Filled with numbers, letters and words, a reason is found by itself alone, and its arguments come back. */
  test("no reason is taken for another", () => {
    const names = Object.keys(reasonCatalogue(language));
    const echo = Object.fromEntries(
      names.map((text, index) => [text, [`#${index}`, ...conversions(text).map((_, at) => `{${at + 1}}`)].join("|")]),
    );
    const translate = translator(echo, language, format);
    for (const [index, text] of names.entries()) {
      const args = conversions(text).map((letter, at) =>
        letter === "s" ? (["size", "White", "delta, neo-delta"][at] ?? "x") : letter === "c" ? "Q" : String(at + 11),
      );
      let at = 0;
      const filled = text.replace(new RegExp(CONVERSION, "g"), () => args[at++]!);
      expect(translate(filled)).toBe([`#${index}`, ...args].join("|"));
    }
  });
});

describe("the real module", () => {
  beforeAll(openBoard);

  function faultOf(read: () => unknown): string | undefined {
    try {
      read();
      return undefined;
    } catch (error) {
      if (error instanceof CoreError) return error.fault.reason;
      throw error;
    }
  }
  const opened =
    (spec: string, position = "") =>
    () =>
      Table.open(spec, position).close();
  const read = (text: string) => () => Table.fromRecord(text).close();

  const bad: [string, () => unknown, Record<string, string>][] = [
    [
      "an option",
      opened("delta:size=9"),
      { fr: "size va de 4 à 6", de: "size geht von 4 bis 6", ru: "size — от 4 до 6" },
    ],
    [
      "a choice",
      opened("delta:scoring=x"),
      {
        fr: "scoring vaut points ou simple",
        de: "scoring ist points oder simple",
        ru: "scoring — это points или simple",
      },
    ],
    [
      "options that do not go together",
      opened("delta:size=4,pawns=9"),
      {
        fr: "9 pions chacun, c’est trop pour 16 cases\u00a0; écrivez pawns=7 ou moins",
        de: "9 Steine für jede Seite sind zu viele für 16 Felder; schreibe pawns=7 oder weniger",
        ru: "9 пешек у каждого — слишком много для 16 полей; напишите pawns=7 или меньше",
      },
    ],
    [
      "a position: a colour",
      opened("delta", "1:...../...../...../...../.....:w9b9:b1"),
      { fr: "le coup 1 revient à Blanc", de: "Halbzug 1 gehört Weiß", ru: "полуход 1 делают белые" },
    ],
    [
      "a position: a sentence within a sentence",
      opened("circle-delta:reds=0,greens=0", `1:${Array(7).fill("........").join("/")}:w:first:10:10:-`),
      {
        fr: "«\u00a0-\u00a0» dit que la première action a enfermé un pion, or le tour n’a pas commencé",
        de: "„-“ heißt, dass die erste Aktion einen Stein eingesperrt hat, aber der Zug hat nicht begonnen",
        ru: "«-» значит, что первое действие заперло шашку, но ход ещё не начался",
      },
    ],
    [
      "a record",
      read("hello"),
      {
        fr: 'une partie commence par ses étiquettes\u00a0; la première est [Game "…"]',
        de: 'eine Partie beginnt mit ihren Angaben; die erste ist [Game "…"]',
        ru: 'партия начинается с тегов; первый из них — [Game "…"]',
      },
    ],
    [
      "a result",
      read('[Game "delta"]\n[Result "p3win"]\n\n1. c3\n'),
      { fr: "il n’y a pas de tel joueur", de: "einen solchen Spieler gibt es nicht", ru: "такого игрока нет" },
    ],
    [
      "JSON",
      read('{"tags": {"Game": "\\q"}}'),
      {
        fr: "ce n’est pas du JSON\u00a0: la chaîne ne peut pas être lue",
        de: "das ist kein JSON: Die Zeichenkette ist nicht lesbar",
        ru: "это не JSON: строку нельзя прочитать",
      },
    ],
  ];

  test("stays English until the translations are needed, and follows the language then", async () => {
    const [, attempt, told] = bad[0]!;
    const english = faultOf(attempt)!;
    await setLanguage("fr");
    expect([reason(english), canReason()]).toEqual([{ text: english, lang: "en" }, false]);
    await needReasons();
    for (const language of ["fr", "en", "de"] as const) {
      await setLanguage(language);
      expect([reason(english), canReason()]).toEqual([{ text: told[language] ?? english, lang: language }, true]);
    }
    await setLanguage("en");
  });

  test.each(bad)("%s", async (_what, attempt, told) => {
    const english = faultOf(attempt)!;
    for (const language of translated) {
      await setLanguage(language);
      await needReasons();
      expect(reason(english)).toEqual({ text: told[language], lang: language });
    }
    await setLanguage("en");
    await needReasons();
    expect(reason(english)).toEqual({ text: english, lang: "en" });
  });

  test("what nobody translated stays English", async () => {
    await setLanguage("fr");
    await needReasons();
    expect(reason("a cell is o, x or .")).toEqual({ text: "a cell is o, x or .", lang: "en" });
    await setLanguage("en");
  });

  /* Good texts, damaged in thousands of places. */
  test("no reason that comes up is without a translation", () => {
    const texts: [string, (text: string) => () => unknown][] = [];
    let random = 12345;
    const below = (most: number) => (random = (random * 48271) % 2147483647) % most;
    for (const spec of [
      ...games().map(({ id }) => id),
      "delfino:players=3,layout=joined",
      "kulami:board=irregular",
      "circle-delta:reds=1,greens=0,men=2",
    ]) {
      const table = Table.open(spec);
      for (let ply = 0; ply < 60 && table.state().steps.length > 0; ply++) {
        const { steps, position } = table.state();
        if (ply % 6 === 0) texts.push([position, (text) => opened(spec, text)]);
        table.play(steps[below(steps.length)]!.move);
      }
      texts.push([spec, (text) => opened(text)], [table.record("text"), read], [table.record("json"), read]);
      table.close();
    }
    const seen = new Set<string>();
    const signs = '0123456789wbrgRBo.:/-,[]{}()"\\;=$ axQé\u0001\n';
    for (const [text, attempt] of texts)
      for (let i = 0; i < 100; i++) {
        const at = below(text.length);
        const sign = signs[below(signs.length)]!;
        const damaged = [
          text.slice(0, at) + sign + text.slice(at + 1),
          text.slice(0, at) + text.slice(at + 1),
          text.slice(0, at),
          text.slice(0, at) + sign + text.slice(at),
        ][i % 4]!;
        const found = faultOf(attempt(damaged));
        if (found !== undefined) seen.add(found);
      }
    expect(seen.size).toBeGreaterThan(150);
    for (const language of translated) {
      const translate = translator(reasonCatalogue(language), language, format);
      expect([...seen].filter((text) => translate(text) === undefined)).toEqual([]);
    }
  }, 60_000);
});
