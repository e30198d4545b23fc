/* The explorer: every move of Delta with its value, from the book, from proofs and from tables of the server; games that
   were played here and those of a file; by pointer and keys. And a study in a frame of another site. */
import { putRecords } from "./saved";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { board, expect, isAccessible, port, program, serve, test, violations, web } from "./pages";
import type { Page } from "@playwright/test";

const open = async (page: Page, address: string) => {
  await page.goto(address);
  await expect(board(page)).toBeVisible();
};
const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const row = (page: Page, move: string) => page.locator(".explore tbody tr").filter({ hasText: move });
const discs = (page: Page) => page.locator('[data-layer="marks"] .study-disc text');

test("the book knows every move at once: alike in one row, a map on the board, by keys", async ({ page }) => {
  await open(page, "/study?game=delta&moves=c3+d3");
  await board(page).locator('[tabindex="0"]').focus();
  await page.keyboard.press("x");
  await expect(tab(page, "Explorer")).toHaveAttribute("aria-selected", "true");
  await expect(page.locator(".explore tbody tr")).toHaveCount(4);
  await expect(row(page, "c3-a5")).toContainText("2 alike");
  await expect(row(page, "c3-a5").locator(".val")).toContainText("White, 10 points, solved");
  await expect(row(page, "c3-a5").locator(".num")).toHaveText("13");
  await expect(row(page, "c3-a3").locator(".num")).toHaveText("15");
  await expect(page.getByText("Of 7 moves 4 keep everything.")).toBeVisible();
  await expect(page.getByText("You have not played this position yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Play from here" })).toHaveAttribute(
    "href",
    /^\/play\?game=delta&position=/,
  );
  const verdict = page.getByRole("region", { name: "Evaluation" });
  await expect(verdict).toContainText("White wins by 10");
  await expect(verdict).toContainText("Solved");
  await expect(page.getByRole("switch", { name: "Engine" })).toHaveCount(0);
  await expect(discs(page)).toHaveText(["10", "10", "10", "10", "8", "8", "8"]);
  await isAccessible(page, "explorer");

  /* one row alone under the focus; a key plays it, and the focus stays here */
  await tab(page, "Explorer").focus();
  await page.keyboard.press("Tab");
  await expect(discs(page)).toHaveText(["10", "10"]);
  await page.keyboard.press("Enter");
  await expect(page.locator(".explore tbody tr").first()).toBeVisible();
  await expect(tab(page, "Explorer")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("region", { name: "Moves" }).getByRole("link", { name: "c3-a5" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await page.keyboard.press("x");
  await expect(tab(page, "Explorer")).toHaveAttribute("aria-selected", "true");
});

test("what the book does not know is proved, row by row, and tapped it is played", async ({ page }) => {
  const position = "1:....b/w..ww/..bb./...../.....:w6b6:w";
  await open(page, `/study?${new URLSearchParams({ game: "delta", position })}`);
  await tab(page, "Explorer").click();
  await expect(page.getByText("Of 8 moves 1 keeps everything.")).toBeVisible({ timeout: 60_000 });
  await expect(row(page, "a4-c4").locator(".val")).toContainText("White, 18 points, proved");
  await expect(page.locator(".explore tbody tr").first()).toContainText("a4-c4");
  await expect(discs(page).filter({ hasText: "−" })).toHaveCount(7);
  await row(page, "a4-c4").click();
  await expect(page.getByRole("tabpanel")).toContainText("The game is over here.");
});

test("tables of the server answer", async ({ page }) => {
  const spec = "delta:size=4,pawns=4";
  const folder = mkdtempSync(join(tmpdir(), "ascona-tables-"));
  execFileSync(program, ["solve", spec, "--all", "--out", folder]);
  const server = await serve(web, 0, "--tables", folder);
  try {
    await open(page, `${server.url}/study?${new URLSearchParams({ game: spec, moves: "b2 c3 b2-b4" })}`);
    await expect(page.getByRole("region", { name: "Evaluation" })).toContainText("Solved");
    await tab(page, "Explorer").click();
    await expect(row(page, "c3-").first().locator(".val")).toContainText("solved");
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

const game = (moves: string, tags = "") => `[Game "kulami"]\n${tags}\n${moves}\n`;

test("one's own games and those of a file are found by position", async ({ page }) => {
  await putRecords(page, [
    game("1. e5 e6 p2resigns", '[Player2 "engine:4"]\n'),
    game("1. e5 e6 p1resigns", '[Player2 "engine:4"]\n'),
    game("1. d5 p1resigns", '[Player2 "engine:4"]\n'),
  ]);
  await open(page, "/study?game=kulami");
  await tab(page, "Explorer").click();
  const own = page.getByRole("region", { name: "Your games from here" });
  await expect(own.getByRole("button")).toHaveText(["e52 gameswon 1, lost 1", "d51 gamelost 1"]);
  await own.getByRole("button", { name: /^e5/ }).click();
  await expect(own.getByRole("button")).toHaveText(["e62 gameswon 1, lost 1"]);
  await isAccessible(page, "games from here", ".treebox");

  await tab(page, "Your games").click();
  const list = page.getByRole("region", { name: "Your games with this position" });
  await expect(list.getByRole("button")).toHaveCount(2);
  const text = Array.from({ length: 300 }, (_, index) => game(index % 3 ? "1. e5 e6 none" : "1. a1 a2 none")).join(
    "\n",
  );
  const file = { name: "club.txt", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.getByLabel("Open a file of games").setInputFiles(file);
  const others = page.getByRole("region", { name: "Games in club.txt with this position" });
  await expect(others.getByRole("heading")).toBeVisible();
  await expect(others).toContainText("200");
  await isAccessible(page, "games of a file", ".treebox");

  /* one of them is opened where it was at this position */
  await others.getByRole("button").first().click();
  await tab(page, "Moves").click();
  const moves = page.getByRole("region", { name: "Moves" });
  await expect(moves.getByRole("link")).toHaveCount(2);
  await expect(moves.getByRole("link", { name: "e5" })).toHaveAttribute("aria-current", "true");
});

test("a study in a frame of another site: to go through, with nothing asked, kept or sent", async ({
  page,
  browser,
}) => {
  await open(page, "/study?game=delta&moves=c3+b3+c3-e5");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Embed", { exact: true }).click();
  const code = page.getByLabel("What to paste into your page");
  await expect(code).toHaveValue(/<iframe src="[^"]+\/embed#study=/);
  await isAccessible(page, "embed code", "dialog");

  const site = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.end(`<!doctype html><html lang="en"><title>A club</title><h1>A club</h1>${pasted}`);
  });
  const pasted = await code.inputValue();
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  /* somebody who has never been here */
  const reader = await (await browser.newContext()).newPage();
  const asked: string[] = [];
  reader.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const workers: string[] = [];
  reader.on("worker", (worker) => workers.push(worker.url()));
  try {
    await reader.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const frame = reader.frameLocator("iframe");
    await expect(frame.getByRole("img", { name: "A board of Delta. Move 2: c3-e5" })).toBeVisible();
    await frame.getByRole("button", { name: "Back", exact: true }).click();
    await expect(frame.getByRole("img", { name: "A board of Delta. Move 1: b3" })).toBeVisible();
    await frame.getByRole("button", { name: "Back", exact: true }).press("Home");
    await expect(frame.getByRole("img", { name: "A board of Delta. The start" })).toBeVisible();
    await frame.getByRole("button", { name: "c3-e5" }).click();
    await expect(frame.getByRole("button", { name: "c3-e5" })).toHaveAttribute("aria-current", "true");
    await expect(frame.getByRole("link", { name: "Open in Ascona" })).toHaveAttribute(
      "href",
      new RegExp(`^http://localhost:${port}/study#study=`),
    );
    const inside = reader.frames()[1]!;
    expect(await inside.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      "",
      0,
      0,
    ]);
    expect(asked.filter((path) => path.startsWith("/api"))).toEqual([]);
    expect(workers).toEqual([]);
  } finally {
    site.close();
    await reader.context().close();
  }
  await page.setViewportSize({ width: 320, height: 420 });
  await page.goto("/embed#game=delta&moves=c3,b3");
  await expect(page.getByRole("img")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto("/embed?game=nothing");
  await expect(page.getByRole("heading", { name: "This cannot be shown" })).toBeVisible();
  await page.goto("/embed?game=delta&moves=c3,c3");
  await expect(page.getByText("Move 2, c3, is not possible.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
