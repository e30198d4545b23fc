/* A short round in Debian's Firefox: the page loads under its strict policy, a game is begun, played and explained. */
import { expect, test } from "@playwright/test";
import { openFirefox, until, type Firefox } from "./marionette";
import { port } from "./pages";

let firefox: Firefox;
test.beforeAll(async () => {
  firefox = await openFirefox();
});
test.afterAll(() => firefox.stop());

const SOON = 20_000;

/* Waits until the text of an element holds these words. */
const says = (selector: string, words: string) =>
  until(
    () =>
      firefox
        .evaluate<boolean>(
          "return (document.querySelector(arguments[0])?.textContent ?? '').includes(arguments[1])",
          selector,
          words,
        )
        .then((yes) => yes || undefined),
    SOON,
    `${selector} to say: ${words}`,
  );
const count = (selector: string) =>
  firefox.evaluate<number>("return document.querySelectorAll(arguments[0]).length", selector);
const counts = (selector: string, wanted: number) =>
  until(async () => ((await count(selector)) === wanted ? true : undefined), SOON, `${wanted} of ${selector}`);
const touch = (id: string) => firefox.click(`[data-place="${id}"]`);

test("Delta is chosen, begun and played, a refusal explained, and nothing broke the policy", async () => {
  await firefox.goto(`http://localhost:${port}/`);
  await says("h1", "Rare board games");
  await counts(".games > :nth-child(5) svg.board", 1); /* the card of the problems comes after them */
  await firefox.click('a[href="/setup/delta"]');
  await says("h1", "Delta");
  await firefox.click('[aria-label="Player 2"] input[value="person"]');
  await firefox.click('button[type="submit"]');
  await says(".msgs", "White opens: put a pawn on any square.");
  await touch("c3");
  await counts(".ply", 1);
  await touch("d4");
  await counts(".ply", 2);
  await touch("c3");
  await counts('[data-place="c3"][aria-selected="true"]', 1);
  await touch("c4");
  await counts(".msg--why", 1);
  await counts(".ply", 2);
  await counts('[data-place="c3"][aria-selected="true"]', 1); /* the pawn stays in hand */
  await touch("e3");
  await counts(".ply", 3);
  expect(await firefox.evaluate("return document.querySelector('[data-place=d3]').getAttribute('aria-label')")).toMatch(
    /^d3, white pawn/,
  );
  await says('[role="log"]', "from c3 to e3");
  expect(await firefox.complaints()).toEqual([]);
});

test("the engine answers, with memory shared", async () => {
  await firefox.goto(`http://localhost:${port}/setup/kulami`);
  await says("h1", "Kulami");
  expect(await firefox.evaluate("return crossOriginIsolated")).toBe(true);
  await firefox.click('button[type="submit"]');
  await until(async () => ((await count(".cell.is-target")) > 0 ? true : undefined), SOON, "one's own turn");
  const before = await count(".ply");
  await firefox.click(".cell.is-target");
  await until(async () => ((await count(".ply")) >= before + 2 ? true : undefined), SOON, "an answer of the engine");
  expect(await firefox.complaints()).toEqual([]);
});
