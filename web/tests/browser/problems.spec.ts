/* Problems: one is solved by clicks with a wrong try first, what is solved is remembered, and the solution can be had. */
import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { board, cell, expect, isAccessible, problemsOf, program, test } from "./pages";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

const all = problemsOf("delta");
const inTwo = all.find(({ moves, strict }) => moves === 2 && strict)!;
const inOne = all.find(({ moves }) => moves === 1)!;

/** All of a grade, which is closed but for the one of the next problem. */
async function openGrade(page: Page, grade: number): Promise<void> {
  const button = page.getByRole("button", { name: new RegExp(`^Grade ${grade}\\b`) });
  if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
}

const ascona = (...args: string[]) => execFileSync(program, args, { encoding: "utf8" });

/** By its squares, one after the other. */
async function touch(page: Page, move: string): Promise<void> {
  for (const square of move.split("-")) await cell(page, square).click();
}

test("without a game there are the games that have problems, each with its next one", async ({ page }) => {
  await page.goto("/problems");
  await expect(page.getByRole("heading", { name: "Problems", level: 1 })).toBeVisible();
  await isAccessible(page, "problems of all games");
  await page.getByRole("link", { name: "Solve problem 1" }).click();
  await expect(page).toHaveURL(/\/problems\/delta\/1$/);
  await page.goBack();
  await page.getByRole("link", { name: "Problems of Delta" }).click();
  await expect(page.getByRole("heading", { name: "Problems of Delta", level: 1 })).toBeVisible();
  await page.goto("/problems/kulami");
  await expect(page.getByRole("heading", { name: "There are no problems of Kulami yet." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Problems of Delta" })).toBeVisible();
});

test("a wrong try is refuted and taken back, the key is answered, and the problem solved", async ({ page }) => {
  const { number, position, key, points } = inTwo;
  const wrong = ascona("moves", "delta", "--position", position)
    .trim()
    .split("\n")
    .find((move) => move !== key)!;
  await page.goto("/problems/delta");
  await expect(page.getByRole("heading", { name: "Problems of Delta" })).toBeVisible();
  await openGrade(page, inTwo.grade);
  await page.getByRole("link", { name: `Problem ${number}, win in 2`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/problems/delta/${number}$`));
  await expect(page.getByText("White to play and win by force in 2 moves.")).toBeVisible();
  await expect(page.getByText("Only one move wins.")).toBeVisible();

  await touch(page, wrong);
  await expect(
    page.getByText(
      new RegExp(`^${wrong} is not it: Black answers \\w+-\\w+, and with best play (the game is drawn|Black wins)`),
    ),
  ).toBeVisible();
  await expect(board(page)).toHaveAttribute("aria-readonly", "true");
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText(" is not it")).toHaveCount(0);

  await touch(page, key);
  await expect(page.getByText(new RegExp(`^${key} is right\\. Black answers \\w+-\\w+\\.$`))).toBeVisible();
  const reply = (await page.locator(".problem-note p").first().innerText()).replace(/.*answers |\.$/g, "");
  const { best } = JSON.parse(
    ascona("solve", "delta", "--position", position, "--moves", `${key} ${reply}`, "--json"),
  ) as { best: string[] };
  await touch(page, best[0]!);
  await expect(page.getByText(`Solved: White has won ${points} points in 2 moves.`)).toBeVisible();

  await page.getByRole("link", { name: "All problems" }).click();
  await openGrade(page, inTwo.grade);
  await expect(page.getByRole("link", { name: `Problem ${number}, win in 2, solved` })).toBeVisible();
  await expect(page.locator(".problems-head")).toContainText(`1 of ${all.length} solved`);
  await page.reload();
  await openGrade(page, inTwo.grade);
  await expect(page.getByRole("link", { name: `Problem ${number}, win in 2, solved` })).toBeVisible();
});

test("hints ring the pawn, then the move; the next problem follows", async ({ page }) => {
  const { number, key } = inOne;
  await page.goto(`/problems/delta/${number}`);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".cell.is-hint")).toHaveCount(1);
  await expect(cell(page, key.split("-")[0]!)).toHaveClass(/is-hint/);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".cell.is-hint")).toHaveCount(2);
  await touch(page, key);
  await expect(page.getByText(/^Solved: /)).toBeVisible();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/problems/delta/${number + 1}$`));
  await expect(page.getByRole("heading", { name: `Problem ${number + 1}` })).toBeVisible();
  await expect(board(page)).toHaveAttribute("aria-readonly", "false");
});

test("who looks at the solution has not solved it", async ({ page }) => {
  const { number, key, position } = inTwo;
  await page.goto(`/problems/delta/${number}`);
  await page.getByRole("button", { name: "Solution" }).click();
  await expect(page.getByText(`The key is ${key}.`)).toBeVisible();
  await expect(
    page
      .getByRole("region", { name: /^The longest defences/ })
      .getByRole("listitem")
      .first(),
  ).toBeVisible();
  await isAccessible(page, "a problem with its solution");
  await touch(page, key);
  await expect(page.getByText(new RegExp(`^${key} is right`))).toBeVisible();
  const reply = (await page.locator(".problem-note p").first().innerText()).replace(/.*answers |\.$/g, "");
  const { best } = JSON.parse(
    ascona("solve", "delta", "--position", position, "--moves", `${key} ${reply}`, "--json"),
  ) as { best: string[] };
  await touch(page, best[0]!);
  await expect(page.getByText("Won, with the solution at hand.")).toBeVisible();
  await page.getByRole("link", { name: "All problems" }).click();
  await openGrade(page, inTwo.grade);
  await expect(page.getByRole("link", { name: `Problem ${number}, win in 2`, exact: true })).toBeVisible();
});

test("the ways in: home, the rules; and addresses that lead nowhere", async ({ page, expectFault }) => {
  expectFault(/status of 404/);
  await page.goto("/");
  await page.getByRole("link", { name: "Problems", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Problems of Delta" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
  await expect(page.locator(".problem-item svg.board")).toHaveCount(all.filter(({ grade }) => grade === 1).length);
  await isAccessible(page, "the list of problems");
  await page.goto("/");
  await expect(page.getByText(`0 of ${all.length} solved`)).toBeVisible();
  await page.getByRole("link", { name: "Solve one" }).click();
  await expect(page).toHaveURL(/\/problems\/delta\/1$/);
  await page.getByRole("link", { name: "All problems" }).click();
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.locator("#main").getByRole("link", { name: "Problems", exact: true }).click();
  await expect(page).toHaveURL(/\/problems\/delta$/);
  await page.goto("/problems/kulami");
  await expect(page.getByRole("heading", { name: "There are no problems of Kulami yet." })).toBeVisible();
  await page.getByRole("link", { name: "Problems of Delta" }).click();
  await expect(page.getByRole("link", { name: /^Problem 1,/ })).toBeVisible();
  await page.goto("/about/x");
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
  await page.goto("/problems/chess");
  await expect(page.getByText("There is no such game.")).toBeVisible();
  await page.goto("/problems/delta/100000");
  await expect(page.getByRole("heading", { name: "Problems of Delta" })).toBeVisible();
});

test("a solution of one move has no line besides", async ({ page }) => {
  await page.goto(`/problems/delta/${inOne.number}`);
  await page.getByRole("button", { name: "Solution" }).click();
  await expect(page.getByText(`The key is ${inOne.key}.`)).toBeVisible();
  await expect(page.getByText("The line:")).toHaveCount(0);
});

for (const [language, title, task] of [
  ["fr", "Problèmes de Delta", "Blanc joue et gagne de force en 2 coups."],
  ["de", "Probleme zu Delta", "Weiß am Zug gewinnt zwingend in 2 Zügen."],
  ["ru", "Задачи: Дельта", "Белые начинают и форсированно выигрывают в 2 хода."],
] as const) {
  test.describe(language, () => {
    test.use({ locale: language });
    test(`in ${language}`, async ({ page }) => {
      await page.goto("/problems/delta");
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page.goto(`/problems/delta/${inTwo.number}`);
      await expect(page.getByText(task)).toBeVisible();
    });
  });
}
