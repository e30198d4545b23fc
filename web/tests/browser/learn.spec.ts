/* The first game of each game: one who does what the page says gets to its end; a refused touch and a move that was not
   asked for are answered. Delfino's, which has the die and the tray, is played whole. Of the others each kind of step is
   done and the rest skipped: that all of them can be done as asked is for lesson.test.ts to say, on the same core. */
import type { Page } from "@playwright/test";
import { learningOf } from "../../build/learning";
import type { Learning } from "../../src/rules/learning";
import { board, cell, expect, games, test, titles } from "./pages";
import { lessonOf } from "./referee";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

const all = learningOf("en") as Record<string, Learning>;

/* What is ringed, on the board and beside it. */
const ringed = (page: Page) => page.locator(".cell.is-hint, .lesson-tray .is-hinted");

/** Has it shown, and touches what is ringed until the step is done: never more than one thing is. */
async function follow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show me" }).click();
  await expect(page.getByText("Touch what is ringed.", { exact: true })).toBeVisible();
  const done = page.getByRole("button", { name: "Next", exact: true });
  for (let touched = ""; !(await done.isVisible()); ) {
    const here = async () => {
      if (await done.isVisible()) return [];
      return ringed(page).evaluateAll((all: HTMLElement[]) =>
        all.map((one) => one.dataset["place"] ?? one.textContent ?? ""),
      );
    };
    await expect.poll(async () => (await here()).join()).not.toBe(touched); /* the board comes a frame after */
    const ids = await here();
    if (ids.length === 0) break; /* the move is made: the answer is waited for */
    expect(ids.length).toBe(1);
    touched = ids[0]!;
    await ringed(page).click();
  }
}

for (const game of games) {
  const { lesson, sentences } = all[game]!;

  test(`${titles[game]}: the first game, to its end`, async ({ page }) => {
    test.slow();
    await page.goto(`/learn/${game}`);
    const steps = await lessonOf(lesson);
    const done = new Set<string>();
    for (const [index, { name, goal, wanted }] of steps.entries()) {
      await expect(page.getByText(`${index + 1} of ${steps.length}`, { exact: true })).toBeVisible();
      await expect(page.getByText(sentences[`lesson.${name}.task`]!, { exact: true })).toBeVisible();
      const open = goal === "watch" ? "true" : "false"; /* replies have been made */
      await expect(board(page)).toHaveAttribute("aria-readonly", open);
      if (game !== "delfino" && done.has(goal) && index < steps.length - 1) {
        await page.getByRole("button", { name: "Skip" }).click();
        continue;
      }
      done.add(goal);
      if (/^r\d$/.test(wanted[0] ?? "")) await page.getByRole("button", { name: "Roll", exact: true }).click();
      else if (goal !== "watch") await follow(page);
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
  await page.getByRole("button", { name: "Next", exact: true }).click(); /* the aim */
  await cell(page, "a1").click();
  await expect(
    page.getByText("That move is allowed, but here something else is asked. It is taken back."),
  ).toBeVisible();
  await expect(cell(page, "a1")).toHaveAccessibleName(/^a1, free/);
  await cell(page, "c3").click();
  await expect(page.getByText(all["delta"]!.sentences["lesson.open.done"]!)).toBeVisible(); /* after the reply */
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText("3 of 13", { exact: true })).toBeVisible();
  await expect(cell(page, "d4")).toHaveAccessibleName(/black pawn/);
  await cell(page, "d4").click();
  await expect(page.locator(".lesson-said .msg--why")).toBeVisible();
  await expect(page.getByRole("button", { name: "Skip" })).toBeVisible();
});

test("it is where it was after a reload, and can begin anew", async ({ page }) => {
  await page.goto("/learn/kulami");
  await page.getByRole("button", { name: "Next", exact: true }).click();
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

test("the board plays a win of its own accord, and again when asked", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/learn/delta");
  const aim = all["delta"]!.sentences;
  await expect(page.getByText(aim["lesson.aim.task"]!, { exact: true })).toBeVisible();
  await expect(cell(page, "b3")).toHaveAccessibleName(/white pawn/);
  await expect(cell(page, "b5")).toHaveAccessibleName(/white pawn/, { timeout: 15_000 });
  await expect(page.getByText(aim["lesson.aim.done"]!, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(cell(page, "b3")).toHaveAccessibleName(/white pawn/);
  await expect(page.getByText(aim["lesson.aim.done"]!, { exact: true })).toBeHidden();
  await expect(cell(page, "b5")).toHaveAccessibleName(/white pawn/, { timeout: 15_000 });
});
