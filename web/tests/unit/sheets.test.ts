/* What the rules pages and the setup say about the published sheets, in every language: the words that matter are there,
   and those that were wrong are not. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readCatalogue } from "../../build/catalogue";
import { languages } from "../../src/i18n/languages";

const root = resolve(import.meta.dirname, "../../..");
const codes = languages.map(({ code }) => code);

/* A page as one line, its spaces alike. */
function rules(game: string, language: string): string {
  const file = `src/games/${game}/RULES${language === "en" ? "" : `.${language}`}.md`;
  return readFileSync(join(root, file), "utf8").replace(/\s+/g, " ");
}

/** The rulings of a page by number: what stands after "1. " at the start of a line. */
function rulings(game: string, language: string): string[] {
  const file = `src/games/${game}/RULES${language === "en" ? "" : `.${language}`}.md`;
  const numbered = readFileSync(join(root, file), "utf8").split(/\n(?=\d+\. )/);
  const last = numbered.map((part) => part.startsWith("1. ")).lastIndexOf(true);
  return numbered.slice(last).map((part) => part.split("\n\n")[0]!.replace(/\s+/g, " "));
}

describe.each(codes)("%s", (language) => {
  test.each(["delta", "neo_delta", "kulami", "delfino", "circle_delta"])(
    "%s has the rulings of the English page",
    (game) => {
      expect(rulings(game, language)).toHaveLength(rulings(game, "en").length);
    },
  );

  test.each(["delta", "neo_delta"])("%s names the count of 1 and ½ point", (game) => {
    expect(rules(game, language)).toMatch(/ ½ .*`scoring=simple`/);
  });

  test("Kulami counts by the text of the sheet, and lots decide in the browser too", () => {
    const [, , run, , sizes, colours] = ["", ...rulings("kulami", language)];
    expect(run).toContain("1x7");
    expect(sizes).toMatch(
      { en: /Only the worked example/, de: /Nur ihr Beispiel/, fr: /Seul son exemple/, ru: /только в примере/ }[
        language
      ],
    );
    expect(colours).toMatch({ en: /browser/, de: /Browser/, fr: /navigateur/, ru: /браузере/ }[language]);
  });

  test("Delfino names the counter dice, its deduction, and lots in the browser", () => {
    const all = ["", ...rulings("delfino", language)];
    expect(rules("delfino", language)).toMatch(
      { en: /counter die/, de: /Zählwürfel/, fr: /dé compteur/, ru: /кубик-счётчик/ }[language],
    );
    expect(all[1]).toMatch(
      { en: /deduced, not read/, de: /erschlossen, nicht gelesen/, fr: /déduit, non lu/, ru: /выведен, а не прочитан/ }[
        language
      ],
    );
    expect(all[10]).toMatch({ en: /browser/, de: /Browser/, fr: /navigateur/, ru: /браузере/ }[language]);
  });

  test("Circle Delta takes from the sheet what is on it", () => {
    const page = rules("circle_delta", language);
    const all = ["", ...rulings("circle_delta", language)];
    expect(page).toMatch(
      {
        en: /ten men each.*Four red and four green/,
        de: /je zehn Steine.*Vier rote und vier grüne/,
        fr: /chacun dix pions.*Quatre pions rouges et quatre pions verts/,
        ru: /по десять шашек.*Четыре красные и четыре зелёные/,
      }[language],
    );
    expect(all[1]).toContain("20");
    expect(all[3]).toMatch(
      { en: /The sheet says/, de: /Das Regelblatt sagt/, fr: /La feuille dit/, ru: /По листку/ }[language],
    );
    expect(all[5]).toMatch(
      {
        en: /"taken off the board"/,
        de: /„vom Brett genommen“/,
        fr: /« retiré du plateau »/,
        ru: /«снимается с доски»/,
      }[language],
    );
    expect(all[7]).toContain("`draw=literal`");
    expect(all[10]).toMatch(
      { en: /White goes first/, de: /Weiß beginnt/, fr: /Blanc commence/, ru: /Белые начинают/ }[language],
    );
    expect(page).toMatch(
      {
        en: /one man .*green men support/,
        de: /einzelner Stein .*grüne Steine/,
        fr: /un seul pion .*pions verts/,
        ru: /одна шашка .*зелёные/,
      }[language],
    );
  });

  test("the setup names the ½ point and does not take the faces of the die from the box", () => {
    const page = readCatalogue(join(root, `web/messages/page.${language}.txt`));
    for (const game of ["delta", "neo-delta"]) {
      expect(page[`option.${game}.scoring.hint`]).toContain("½");
      expect(page[`option.${game}.scoring.simple`]).toContain("½");
    }
    expect(page["option.delfino.die.hint"]).not.toMatch(/box|Schachtel|boîte|коробк/i);
  });
});
