/* Several games and several tabs: none of them loses anything. */
import { putMatch, putSaved } from "./saved";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { board, cell, expect, linkTo, message, plies, test } from "./pages";
import { begun, takenOver } from "./takeover";

test.use({ serviceWorkers: "block" });

const openGames = (page: Page) => page.getByRole("region", { name: "Your open games" }).getByRole("listitem");

test("two tabs play two games, and home has both", async ({ context, page }) => {
  const other = await context.newPage();
  const one = await begun(page, "delta", ["c3"], "d3");
  const two = await begun(other, "kulami", ["d4"], "d7");
  expect(one).not.toBe(two);
  await page.reload();
  await expect(message(page)).toContainText("Your game is back.");
  await expect(plies(page)).toHaveCount(2);
  await other.goto("/");
  await expect(openGames(other)).toHaveCount(2);
  await expect(openGames(other).first().locator("svg.board")).toBeVisible();
  await expect(openGames(other).filter({ hasText: "Delta" })).toContainText("Open in another tab");
  await expect(openGames(other).filter({ hasText: "Kulami" })).toContainText("Red to move, turn 2");
  await page.goto("/about"); /* which lets it go */
  await expect(openGames(other).filter({ hasText: "Delta" })).toContainText("White to move, turn 2");
  await other.getByRole("link", { name: /^Continue Kulami/ }).click();
  await expect(other).toHaveURL(new RegExp(`${two}$`));
  await expect(plies(other)).toHaveCount(2);
});

test("a game that is open elsewhere says so and can be taken over", async ({ context, page }) => {
  expect(await page.goto("/about").then(() => page.evaluate(() => "locks" in navigator))).toBe(true);
  await takenOver(page, await context.newPage());
});

test("leaving a game lets another tab have it", async ({ context, page }) => {
  const path = await begun(page, "delta", ["c3"], "d3");
  await page.getByRole("link", { name: "Ascona, home" }).click();
  const other = await context.newPage();
  await other.goto(path);
  await expect(plies(other)).toHaveCount(2);
  await cell(other, "c3").click();
  await cell(other, "a3").click();
  await expect(plies(other)).toHaveCount(3);
  await other.close();
  await page.goBack();
  await expect(plies(page)).toHaveCount(3);
});

/* ---- what older versions kept, and what cannot be read ---- */

const PLAN = {
  spec: "delta",
  position: "",
  sides: [
    { kind: "person", name: "", level: 0 },
    { kind: "engine", name: "", level: 3 },
  ],
  begins: 0,
  games: 1,
};
const RECORD = '[Game "delta"]\n\n1. c3 {well begun} d4\n';

test("a match and more than fifty games are there, and all of them can be saved", async ({ page }) => {
  const now = Date.now();
  const records = Array.from({ length: 60 }, (_, index) => ({
    id: `record${index}`,
    text: `[Game "delta"]\n[Player1 "No. ${index + 1}"]\n\n1. c3 p2resigns\n`,
    added: now - index,
  }));
  const match = {
    id: "match",
    plan: PLAN,
    finished: [],
    record: RECORD,
    seed: 1,
    flipped: false,
    over: false,
    changed: now,
  };
  await putSaved(page, { stores: { matches: [match], records } });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Your last game" })).toContainText("Your move, turn 2");
  await page.reload();
  await page.goto("/records");
  const rows = page.locator(".record");
  await expect(rows).toHaveCount(50);
  await expect(rows.nth(0)).toContainText("Not finished.");
  await expect(rows.nth(1)).toContainText("No. 1");
  await page.getByRole("button", { name: "Show more, 11 are left" }).click();
  await expect(rows).toHaveCount(61);
  await expect(rows.last()).toContainText("No. 60");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save all" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(text.match(/\[Game /g)).toHaveLength(61);
  expect(text).toContain("{well begun}");
});

test("a match that cannot be read is kept, told and can be saved", async ({ page }) => {
  await putMatch(page, { plan: {}, record: "no" });
  await page.goto("/");
  await expect(page.getByText("A kept game cannot be read.")).toBeVisible();
  await page.getByRole("main").getByRole("status").getByRole("link", { name: "Game archive" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "This game cannot be read" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: "Save it" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain('"record": "no"');
  await page.reload();
  await expect(row).toBeVisible();
});

/* ---- where the browser does not keep anything ---- */

test("without IndexedDB it is said, and everything plays on", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("refused", "SecurityError");
    };
  });
  await page.goto("/");
  await expect(page.getByText("This browser keeps nothing for this page")).toBeVisible();
  await page.getByRole("link", { name: "Play now: Delta", exact: true }).click();
  await page.getByRole("group", { name: "Player 2", exact: true }).getByRole("radio", { name: "Person" }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await cell(page, "c3").click();
  await expect(plies(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Ascona, home" }).click();
  await page.getByRole("link", { name: /^Continue/ }).click();
  await expect(plies(page)).toHaveCount(1);
  await cell(page, "d3").click();
  await expect(plies(page)).toHaveCount(2);
});

test("a full disk is told in the game and on home, and the game can be saved", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = function () {
      this.transaction.abort();
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.evaluate(
    (to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    },
    linkTo("delta", ["c3"]),
  );
  await expect(board(page)).toBeVisible();
  await cell(page, "d3").click();
  await expect(message(page)).toContainText("The browser has no more room: the last moves are not kept.");
  await page.getByRole("link", { name: "Ascona, home" }).click();
  await expect(page.getByText("The browser has no more room, and the last changes are not kept.")).toBeVisible();
  await page.getByRole("main").getByRole("status").getByRole("link", { name: "Game archive" }).click();
  await page.locator(".record").getByRole("button", { name: "Save or share" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save: Record" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain("1. c3 d3");
});
