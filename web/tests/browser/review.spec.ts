/* A game under review: what is tried again can be played whole, whatever a move needs. */
import { board, cell, expect, test } from "./pages";

type Page = import("@playwright/test").Page;

const NEO =
  '[Game "neo-delta"]\n\n1. rf3 d2 2. f3-c3 f6 3. d3-d5 f6-b6:c3 4. d4-a4:c6 b4-b2 5. d5-d3 d2-f2 6. d3-b5 f2-f4:b2 ' +
  "7. d4-d6:f3 e2-c2 8. c4-c6 f4-f2:d5 9. c5-c3:f3 c4-e2 p2win\n";
const DELFINO =
  '[Game "delfino:players=2"]\n\n1. 4.4 1.1 2. r4 s2 turn nw1 r4 ne1 end 3. r2 nw1 end r3 w1 turn ne1 ' +
  "4. r4 se1 turn se1 end r4 end 5. r2 w2 r4 s2 end none\n";

async function review(page: Page, text: string): Promise<void> {
  await page.goto("/study/new");
  await page.getByLabel("A position, or a record of a game").fill(text);
  await page.getByRole("button", { name: "Study it" }).click();
  await expect(board(page)).toBeVisible();
  await page.goto("/study/review");
  await expect(page.locator(".graph .ln").first()).toBeAttached();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden({ timeout: 60_000 });
}

test("a hint leads through a move that needs a pawn from the box", async ({ page }) => {
  await review(page, NEO);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  await cell(page, "b6").click();
  await cell(page, "b4").click();
  await expect(page.getByText("Now choose the tracer")).toBeVisible();
  const box = page.getByRole("button", { name: "black pawns in the box" });
  await expect(box).toHaveClass(/is-hinted/);
  await box.click();
  await expect(page.getByText("b6-b4 is right.")).toBeVisible({ timeout: 30_000 });
  await expect(box).toBeHidden();
});

test("what a turn of Delfino has beside the board can be tried, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await review(page, DELFINO);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("img", { name: /^The die shows \d/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Turn card" })).toBeInViewport();
  await page.getByRole("button", { name: "End turn" }).click();
  await expect(page.locator(".tried li")).toContainText("end", { timeout: 30_000 });
});
