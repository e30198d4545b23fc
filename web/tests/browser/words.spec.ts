/* On a small wide screen, in every language: the message is whole whatever is asked, and the result keeps its words. */
import { putMatch } from "./saved";
import { wholeCatalogue } from "../../build/catalogue";
import { format } from "../../src/i18n/format";
import { isolated } from "../../src/i18n/isolate";
import { expect, games, test, whole } from "./pages";
import { Referee } from "./referee";
import type { Page } from "@playwright/test";

test.use({ viewport: { width: 1024, height: 768 } });

const person = (name = "") => ({ kind: "person", name, level: 0 });

/* A match that the browser kept, with the game after these moves; the games that are over count 12 to 3. */
async function comeBack(
  page: Page,
  spec: string,
  moves: string[],
  { sides = [person(), person()], over = 0 } = {},
): Promise<void> {
  const finished = Array(over).fill({ points: [12, 3], result: "p1win", end: "given-up", winner: 0, left: 1 });
  const match = {
    plan: { spec, position: "", sides, begins: 0, games: Math.max(over, 1) },
    finished,
    record: `[Game "${spec}"]\n\n${moves.join(" ")}\n`,
    seed: 1,
    flipped: false,
  };
  await putMatch(page, match);
  await page.goto("/play");
  await expect(page.getByRole("grid")).toBeVisible();
}

/* How far the words of the message reach beyond their place, in pixels. */
const beyond = (page: Page) =>
  page.locator(".msgs .msg").evaluate((box) => {
    const [outer, inner] = [box.getBoundingClientRect(), box.querySelector("p")!.getBoundingClientRect()];
    return Math.round(
      Math.max(
        outer.top - inner.top,
        inner.bottom - outer.bottom,
        inner.right - outer.right,
        box.scrollHeight - box.clientHeight,
      ),
    );
  });

for (const language of ["en", "fr", "de", "ru"])
  test.describe(language, () => {
    test.use({ locale: language });

    for (const game of games)
      test(`${game}: the longest that is asked, and why a word is no move, are whole`, async ({ page }) => {
        const sentences = wholeCatalogue(language).games[game]!;
        const { moves } = whole(game);
        const referee = await Referee.open(game);
        let most = { plies: 0, length: 0 };
        for (const [plies, move] of moves.entries()) {
          const { prompt } = referee.state.view;
          const { length } = prompt ? format(sentences[prompt.key]!, prompt.args, language) : "";
          if (length > most.length) most = { plies, length };
          referee.play(move);
        }
        await comeBack(page, game, moves.slice(0, most.plies));
        await expect.poll(() => beyond(page)).toBeLessThanOrEqual(0);
        await page.locator(".stage [tabindex='0']").press("/");
        await page.locator("#typed").fill("zzz");
        await page.keyboard.press("Enter");
        await expect(page.locator(".msg--why")).toBeVisible();
        await expect.poll(() => beyond(page)).toBeLessThanOrEqual(0);
      });

    test("no word of the result is broken", async ({ page }) => {
      await comeBack(page, "kulami", whole("kulami").moves, {
        sides: [person(), { kind: "engine", name: "", level: 10 }],
        over: 1,
      });
      const lines = await page.locator(".score b").evaluateAll((names) =>
        names.flatMap((name) =>
          [...name.textContent!.matchAll(/\S+/g)].map(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(name.firstChild!, index);
            range.setEnd(name.firstChild!, index + word.length);
            return `${word}: ${range.getClientRects().length}`;
          }),
        ),
      );
      expect(lines.length).toBeGreaterThan(1);
      for (const line of lines) expect(line).toMatch(/: 1$/);
    });
  });

for (const width of [1024, 360])
  test(`the points of a match stay on a screen of ${width} with a long name`, async ({ page }) => {
    await page.setViewportSize({ width, height: 768 });
    const sides = [person("Maximiliane Wolfeschlegelsteinhausen"), { kind: "engine", name: "", level: 3 }];
    await comeBack(page, "delta", whole("delta").moves, { sides, over: 2 });
    const result = page.locator(".outcome");
    expect(await result.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const heads = result.locator("th.n");
    await expect(heads.first()).toHaveAttribute("title", isolated(sides[0]!.name));
    for (const head of await heads.all()) expect((await head.boundingBox())!.width).toBeGreaterThan(50);
    expect((await heads.first().boundingBox())!.height).toBeLessThan(60);
  });
