/* The analysis board is still while one works at it: nothing moves at a step, a line that is looked at stays what it was,
   keys reach it wherever the focus is, and the engine goes on counting. */
import { board, expect, test, whole } from "./pages";

type Page = import("@playwright/test").Page;

async function study(page: Page, game: "kulami" | "circle-delta", plies?: number): Promise<void> {
  const { game: spec, moves } = whole(game);
  await page.goto(`/study?game=${spec}&moves=${moves.slice(0, plies).join("+")}`);
  await expect(board(page)).toBeVisible();
}

const step = (page: Page, name: "Back" | "On") => page.getByRole("button", { name, exact: true }).click();

test("a step leaves everything in the panel where it is", async ({ page }) => {
  await study(page, "kulami");
  await expect(page.getByText("The game is over here.")).toBeVisible();
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      const boxes = [".verdict", ".lines", ".engine", ".tree", ".step5"].map((part) => {
        const { top, height } = document.querySelector(part)!.getBoundingClientRect();
        return `${part} ${Math.round(top)} ${Math.round(height)}`;
      });
      seen.add(boxes.join(", "));
      requestAnimationFrame(look);
    };
    Object.assign(window, { seen });
    look();
  });
  for (let steps = 0; steps < 12; steps++) {
    await step(page, "Back");
    await page.waitForTimeout(steps % 3 === 0 ? 300 : 20);
  }
  await expect(page.locator(".pv .val").first()).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])).toHaveLength(1);
});

test("arrows and Escape go through a line that has the focus, and it stays the line that was chosen", async ({
  page,
}) => {
  await study(page, "kulami", 6);
  const row = page.locator(".pv").nth(1);
  await row.hover(); /* from now on each keeps its place */
  await row.click();
  const chosen = (await row.locator(".not").textContent())!.trim();
  const message = page.locator(".msg--line");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(message).toContainText("Line 2, move 2 of");
  await page.keyboard.press("ArrowLeft");
  await expect(message).toContainText("Line 2, move 1 of");
  await page.keyboard.press("ArrowLeft");
  await expect(message).toContainText("Line 2 is on the board");
  await expect(row).toBeFocused();

  /* The engine finds more and the pointer goes elsewhere: row, words and what is kept are still that line. */
  await page.mouse.move(5, 5);
  await row.blur();
  await page.waitForTimeout(3000);
  await expect(page.locator('.pv[aria-pressed="true"] .rank')).toHaveText("2");
  expect((await page.locator('.pv[aria-pressed="true"] .not').textContent())!.trim()).toBe(chosen);
  await page.keyboard.press("Escape");
  await expect(message).toHaveCount(0);

  const kept = page.locator(".pv").first();
  await kept.click();
  const moves = (await kept.locator(".not").textContent())!.trim().split(" ");
  await page.waitForTimeout(1000);
  await page.getByRole("button", { name: "Keep in the moves" }).click();
  const plies = await page.getByRole("region", { name: "Moves" }).locator(".ply").allTextContents();
  expect(plies.slice(6)).toEqual(moves);

  /* Without a line they go through the moves, and the focus goes along where the list is another one. */
  await page.locator(".pv").first().focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".tree [aria-current]")).toHaveText(plies[4]!);
  await expect(page.locator("body")).not.toBeFocused();
});

test("a comment begins in its field; the focus is never lost", async ({ page }) => {
  await study(page, "kulami", 6);
  const current = page.locator(".tree [aria-current]");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("one\n\ntwo");
  await page.getByRole("button", { name: "Keep" }).click();
  expect(await page.locator(".tree .say").evaluate((say: HTMLElement) => say.innerText)).toBe("one\n\ntwo");
  await current.click();
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(current).toBeFocused();

  await page.keyboard.press("x");
  await expect(page.getByRole("tab", { name: "Explorer" })).toBeFocused();
  await page.keyboard.press("x");
  await expect(current).toBeFocused();

  await current.click({ button: "right" });
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expect(page.locator(".ply")).toHaveCount(5);
  await expect(current).toBeFocused();
});

test("the seconds go on while the engine looks, rest after a minute, and go on from there", async ({ page }) => {
  await page.clock.install();
  await study(page, "circle-delta", 13);
  const doing = page.locator(".engine .num");
  const seconds = async () => Number(/, (\d+) s/.exec((await doing.textContent()) ?? "")?.[1] ?? -1);
  await expect.poll(seconds).toBeGreaterThanOrEqual(1);
  const first = await seconds();
  await expect.poll(seconds, { timeout: 3000 }).toBeGreaterThan(first);

  /* What was looked into for a minute rests, also when one comes back to it. */
  await page.clock.fastForward(60_000);
  await step(page, "Back");
  await step(page, "On");
  const deeper = page.getByRole("button", { name: "Go deeper" });
  await expect(deeper).toBeVisible();
  const rested = await seconds();
  expect(rested).toBeGreaterThanOrEqual(60);
  await deeper.click();
  await expect(deeper).toHaveCount(0);
  await expect.poll(seconds).toBeGreaterThan(rested);
});

test("without a network the notice takes its room from the board, and nothing scrolls", async ({ page, context }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await study(page, "kulami", 6);
  await expect(page.locator(".pv .val").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await expect(page.locator(".notice")).toBeVisible();
  const share = page.getByRole("button", { name: "Share" });
  await expect.poll(async () => (await share.boundingBox())!.y + (await share.boundingBox())!.height).toBeLessThan(768);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768);
});
