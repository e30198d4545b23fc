/* The first game of each game: one who does what the page says gets to its end; a refused touch and a move that was not
   asked for are answered. */
import type { Page } from "@playwright/test";
import { learningOf } from "../../build/learning";
import type { Learning } from "../../src/rules/learning";
import { board, cell, expect, games, test, titles } from "./pages";
import { lessonOf } from "./referee";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

const all = learningOf("en") as Record<string, Learning>;

/* What is ringed, on the board and beside it. */
const ringed = (page: Page) => page.locator(".cell.is-hint, .lesson-tray .is-hint");

/** Has it shown, and touches what is ringed, in the order in which the notation names it and the board takes it. */
async function follow(page: Page, goal: string): Promise<void> {
  await page.getByRole("button", { name: "Show me" }).click();
  await expect(page.getByText("Touch what is ringed.")).toBeVisible();
  await expect(ringed(page).first()).toBeVisible(); /* the board may come a frame after the words */
  const ids = await ringed(page).evaluateAll((elements) =>
    elements.map((element) => (element as HTMLElement).dataset["place"] ?? `beside ${element.textContent}`),
  );
  expect(ids.length).toBeGreaterThan(0);
  const left = ids.sort((a, b) => goal.indexOf(a) - goal.indexOf(b));
  const done = page.getByRole("button", { name: "Next", exact: true });
  while (left.length > 0 && !(await done.isVisible())) {
    let next = goal.startsWith("touch") ? 0 : -1;
    if (next < 0)
      await expect
        .poll(async () => (next = (await done.isVisible()) ? left.length : await first(page, left)))
        .toBeGreaterThanOrEqual(0);
    if (next === left.length) return;
    const [id] = left.splice(next, 1);
    await (id!.startsWith("beside ")
      ? page.getByRole("button", { name: id!.slice(7), exact: true })
      : cell(page, id!)
    ).click();
  }
}

/* The first of these that can be touched now, or -1. */
async function first(page: Page, ids: string[]): Promise<number> {
  for (const [index, id] of ids.entries()) {
    if (id.startsWith("beside ") || /\bis-(mine|target)\b/.test((await cell(page, id).getAttribute("class")) ?? ""))
      return index;
  }
  return -1;
}

for (const game of games) {
  const { lesson, sentences } = all[game]!;

  test(`${titles[game]}: the first game, to its end`, async ({ page }) => {
    test.slow();
    await page.goto(`/learn/${game}`);
    const steps = await lessonOf(lesson);
    for (const [index, { name, goal, wanted }] of steps.entries()) {
      await expect(page.getByText(`${index + 1} of ${steps.length}`, { exact: true })).toBeVisible();
      await expect(page.getByText(sentences[`lesson.${name}.task`]!, { exact: true })).toBeVisible();
      await expect(board(page)).toHaveAttribute("aria-readonly", "false"); /* replies have been made */
      if (/^r\d$/.test(wanted[0] ?? "")) await page.getByRole("button", { name: "Roll", exact: true }).click();
      else await follow(page, [goal, ...wanted].join(" "));
      await expect(page.getByText(sentences[`lesson.${name}.done`]!, { exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Next", exact: true }).click();
    }
    await expect(page.getByRole("heading", { name: "That was all" })).toBeVisible();
    await page.getByRole("link", { name: "Play a game" }).click();
    await expect(page).toHaveURL(new RegExp(`/setup/${game}$`));
  });
}

test("a move that was not asked for is taken back, and a refused touch says why", async ({ page }) => {
  await page.goto("/learn/delta");
  await cell(page, "a1").click();
  await expect(
    page.getByText("That move is allowed, but here something else is asked. It is taken back."),
  ).toBeVisible();
  await expect(cell(page, "a1")).toHaveAccessibleName(/^a1, free/);
  await cell(page, "c3").click();
  await expect(page.getByText(all["delta"]!.sentences["lesson.open.done"]!)).toBeVisible(); /* after the reply */
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("2 of 12", { exact: true })).toBeVisible();
  await expect(cell(page, "d4")).toHaveAccessibleName(/black pawn/);
  await cell(page, "d4").click();
  await expect(page.locator(".lesson-said .msg--why")).toBeVisible();
  await expect(page.getByRole("button", { name: "Skip" })).toBeVisible();
});

test("it is where it was after a reload, and can begin anew", async ({ page }) => {
  await page.goto("/learn/kulami");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.getByText(/^3 of \d+$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^3 of \d+$/)).toBeVisible();
  await expect(board(page)).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
});
