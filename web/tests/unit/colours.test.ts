/* Players in other colours: every sentence about a player has one about each of the others, in every language. */
import { describe, expect, test, vi } from "vitest";
import { gameFolders, gameId, spokenCatalogue } from "../../build/catalogue";
import { settings } from "../../src/app/settings";
import { Colours } from "../../src/core/colours";
import { coloursIn } from "../../src/game/colours";
import { people } from "../../src/game/plan";
import { languages } from "../../src/i18n/languages";
import { openBoard } from "./support/page";

const KINDS: Record<string, string[]> = { kulami: ["red", "black"], delfino: ["pawn-1", "pawn-2", "pawn-3", "pawn-4"] };
const choosing = gameFolders().filter((folder) => "colour" in spokenCatalogue(folder, "en"));

/* Every two players change places. */
const pairs = (count: number): [number, number][] =>
  Array.from({ length: count * count }, (_, pair): [number, number] => [
    Math.floor(pair / count) + 1,
    (pair % count) + 1,
  ]).filter(([one, other]) => one < other);

test("these games let players choose", () => {
  expect(choosing.map(gameId)).toEqual(Object.keys(KINDS));
});

describe.each(languages.map(({ code }) => code))("%s", (language) => {
  test.each(choosing)("%s", (folder) => {
    const kinds = KINDS[gameId(folder)]!;
    const sentences = spokenCatalogue(folder, language);
    for (const pair of pairs(kinds.length)) {
      const colours = new Colours(...pair, kinds);
      for (const [key, sentence] of Object.entries(sentences)) {
        const other = colours.word(key);
        expect(sentences, `${key} as ${other}`).toHaveProperty([other]);
        expect(colours.word(other), "and back").toBe(key);
        /* A sentence that names a colour is another one for another player. */
        const named = kinds.findIndex((_, index) =>
          new RegExp(`(?<![\\p{L}{])${sentences[`player.${index + 1}`]}(?!\\p{L})`, "u").test(sentence),
        );
        if (pair.includes(named + 1)) expect([key, other === key]).toEqual([key, false]);
      }
    }
  });
});

test("messages, their arguments and kinds go over, and nothing else", () => {
  const colours = new Colours(1, 2, ["red", "black"]);
  const told = {
    man: "red",
    marks: ["to"],
    state: { key: "plate.red", args: { red: 3, black: 1, points: 4 } },
    shape: { kind: "region", at: [1, 2] },
  };
  expect(colours.told(told)).toEqual({
    man: "black",
    marks: ["to"],
    state: { key: "plate.black", args: { black: 3, red: 1, points: 4 } },
    shape: { kind: "region", at: [1, 2] },
  });
  expect(new Colours(1, 3, ["pawn-1", "pawn-2"]).word("state.card-1-pawn-1")).toBe("state.card-1-pawn-3");
});

test("a colour that another tab chooses is shown here, too", async () => {
  await openBoard();
  const shown = () =>
    coloursIn({ spec: "kulami", position: "", sides: people(2), begins: 0, games: 1 }, 0, KINDS["kulami"]!)?.word(
      "red",
    );
  expect(shown()).toBeUndefined();
  localStorage.setItem("ascona.settings", JSON.stringify({ ...settings.choices, colours: { kulami: 2 } }));
  window.dispatchEvent(new StorageEvent("storage", { key: "ascona.settings" }));
  await vi.waitFor(() => expect(shown()).toBe("black"));
});
