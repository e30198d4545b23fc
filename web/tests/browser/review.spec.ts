/* A game under review: card, moves and graph tell of the move that is shown, and what is tried again can be played whole,
   whatever a move needs. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { board, cell, expect, isAccessible, program, test } from "./pages";

type Page = import("@playwright/test").Page;

const NEO =
  '[Game "neo-delta"]\n\n1. rf3 d2 2. f3-c3 f6 3. d3-d5 f6-b6:c3 4. d4-a4:c6 b4-b2 5. d5-d3 d2-f2 6. d3-b5 f2-f4:b2 ' +
  "7. d4-d6:f3 e2-c2 8. c4-c6 f4-f2:d5 9. c5-c3:f3 c4-e2 p2win\n";
const DELFINO =
  '[Game "delfino:players=2"]\n\n1. 4.4 1.1 2. r4 s2 turn nw1 r4 ne1 end 3. r2 nw1 end r3 w1 turn ne1 ' +
  "4. r4 se1 turn se1 end r4 end 5. r2 w2 r4 s2 end none\n";

/* `solve` proves 10 before and 7 after 4. c2-e4. */
const DELTA =
  '[Game "delta"]\n[Player2 "engine:3"]\n\n1. b4 c5 2. b4-e1 c3 3. d2-b2 c5-e3 4. c2-e4 d4-a4 5. b2-e2 b4-d4 ' +
  "6. e1-a1 c3-a5 p2win\n";
/* Three guesses change who is ahead, and later one mistake is proved: f3. */
const KULAMI =
  '[Game "kulami"]\n[Position "1:oRBooRoB/RooRoBoB/oRBRBRBo/BoRoRBoB/BoooRRoo/oooooooo/BooooRoR/BBBoRoRo:a5:H"]\n\n' +
  "a3 c3 c4 h4 h6 h1 d1 d4 d3 f3 f1 p1win\n";
/* Both actions of Black's turn lose something. */
const CIRCLE_DELTA =
  '[Game "circle-delta"]\n[Position "1:....b.../r....b.g/.w....../.w.g..../......gr/...g.r../..r.....:w:first:8:8:2"]\n\n' +
  "b1-b2 d2-e6 g3-g6 a5-a6 none\n";

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
  await expect(box).toHaveAccessibleName(/, suggested$/);
  await box.click();
  await expect(page.getByText("b6-b4 is right.")).toBeVisible({ timeout: 30_000 });
  await expect(box).toBeHidden();
});

test("the settings open once, and give the focus back", async ({ page }) => {
  await review(page, CIRCLE_DELTA);
  const button = page.getByRole("button", { name: "Settings" });
  await button.click();
  await expect(page.getByRole("dialog", { name: "Settings" }).getByRole("radio").first()).toBeAttached();
  await expect(page.locator("dialog")).toHaveCount(1);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(button).toBeFocused();
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

/* The move that the moves mark, the card is about, and the graph says. */
async function tells(page: Page, move: string, value: RegExp): Promise<void> {
  await expect(page.getByRole("region", { name: "Moves" }).locator("[aria-current]")).toContainText(move);
  await expect(page.locator(".why h2")).toContainText(` ${move} `);
  const said = await page.getByRole("slider").getAttribute("aria-valuetext");
  expect(said).toContain(`, ${move}, `);
  expect(said).toMatch(value);
  const row = page.locator(".graph table tr").filter({ has: page.getByRole("rowheader", { name: move, exact: true }) });
  await expect(row).toContainText(value);
}

test("whatever move is shown, card, moves and graph tell of that one and its value", async ({ page }) => {
  await review(page, NEO);
  const tab = page.locator(".turn[aria-current]");
  const lost = /White, 21 points, proved/;
  for (const side of ["Before", "The move", "Better", "Before"]) {
    await page.getByRole("button", { name: side, exact: true }).click();
    await expect(page.getByRole("button", { name: side, exact: true })).toHaveAttribute("aria-pressed", "true");
    await tells(page, "d2-f2", lost);
    await expect(tab).toContainText("d2-f2");
  }
  /* The mark of a turning point stands where its move is. */
  const x = (what: string) => page.locator(what).evaluate((element) => element.getBoundingClientRect().x);
  expect(Math.abs((await x(".graph .now")) - (await x(".graph .tp:has-text('1') text")))).toBeLessThan(9);

  await page.getByRole("button", { name: "Back", exact: true }).click();
  await tells(page, "d5-d3", /Black, 28 points, proved/);
  await expect(tab).toHaveCount(0);
  await expect(page.locator(".study-disc")).toHaveCount(0);
  await page.getByRole("button", { name: "On", exact: true }).click();
  await tells(page, "d2-f2", lost);
  await page.getByRole("link", { name: "f3-c3" }).click();
  await tells(page, "f3-c3", /estimate/);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(tab).toContainText("d2-f2");
  await expect(page.getByRole("button", { name: "Previous" })).toHaveAttribute("aria-disabled", "true");

  /* To the ends by key; how the game ended is always there. */
  await page.getByRole("slider").focus();
  await page.keyboard.press("End");
  await tells(page, "c4-e2", /Black, 24 points, proved/);
  await page.keyboard.press("Home");
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", /^The start, /);
  await expect(page.locator(".why")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Black won by 24" })).toBeVisible();
  await expect(page.locator(".graph").getByText("White ahead")).toBeAttached();
});

test("a review says what a proof says, and calls the player at the screen you", async ({ page }) => {
  await review(page, DELTA);
  await expect(page.locator(".turn")).toContainText(["c3", "d2-b2", "b2-e2"]);
  await page.getByRole("link", { name: "c2-e4" }).click();
  await expect(page.locator(".why h2")).toHaveText(/4 c2-e4\s+Mistake\s*You lost 3$/);
  await expect(page.locator(".why .sum")).toHaveText(/You, 10 points, proved.*You, 7 points, proved/);
  await page.locator(".turn").nth(0).click();
  await expect(page.locator(".why h2")).toHaveText(/2 c3\s+Mistake\s*Level 3 lost 4$/);
  await expect(page.locator(".why")).toContainText(/You answer \S+ and (win|are ahead) by/);
  await page.getByRole("button", { name: "Numbers" }).click();
  await expect(page.getByRole("columnheader", { name: "You" })).toBeVisible();
});

test("a move that is no mistake is accepted, and the panel says that there is a better one", async ({ page }) => {
  await review(page, DELTA);
  await page.getByRole("link", { name: "c2-e4" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("It’s your turn. You played c2-e4.")).toBeVisible();
  await cell(page, "b2").click();
  await cell(page, "b4").click();
  await expect(page.getByText("b2-b4 is no mistake, but there is a better move.")).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".tried li")).toContainText("You, 8 points, proved");
});

test("the move that was played, and one that loses the win, are not accepted", async ({ page }) => {
  await review(page, DELTA);
  await page.getByRole("link", { name: "c2-e4" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  for (const [from, to] of [
    ["c2", "e4"],
    ["c2", "a4"],
  ] as const) {
    await cell(page, from).click();
    await cell(page, to).click();
    await expect(page.getByText(`Not ${from}-${to}.`)).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Try another" }).click();
  }
});

test("trying again for the computer, your answer is called yours", async ({ page }) => {
  await review(page, DELTA);
  await page.locator(".turn").nth(0).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await cell(page, "c3").click();
  await expect(page.getByText("Not c3.")).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".msg--why")).toContainText(/You answer \S+ and (win|are ahead) by/);
});

test("study from a turning point opens where the board is", async ({ page }) => {
  await review(page, DELTA);
  await page.locator(".turn").nth(1).click();
  await page.locator(".go3").getByRole("link", { name: "Study" }).click();
  await expect(page).toHaveURL(/\/study$/);
  await expect(page.getByRole("region", { name: "Moves" }).locator("[aria-current]")).toHaveText("c3");
});

test("after a look at the rules the review is where it was, and nothing is graded again", async ({ page }) => {
  await review(page, DELTA);
  await page.locator(".turn").nth(1).click();
  await page.getByRole("button", { name: "Better", exact: true }).click();
  const card = await page.locator(".why").innerText();
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, ...message: unknown[]) {
      document.documentElement.dataset["asked"] = "";
      return Reflect.apply(postMessage, this, message);
    };
  });
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await expect(page).toHaveURL(/\/rules\/delta$/);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Numbers" })).toBeVisible();
  await expect(page.locator(".turn").nth(1)).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("button", { name: "Better", exact: true })).toHaveAttribute("aria-pressed", "true");
  expect(await page.locator(".why").innerText()).toBe(card);
  await expect(page.locator("html")).not.toHaveAttribute("data-asked");
});

test("the mistake that is proved is a turning point, whatever guesses change who is ahead", async ({ page }) => {
  await review(page, KULAMI);
  await expect(page.locator(".turn")).toHaveCount(3);
  await expect(page.locator(".turn").last()).toContainText("f3");
});

test("a turn of several actions loses the value before it minus the value after it", async ({ page }) => {
  await review(page, CIRCLE_DELTA);
  await page.getByRole("link", { name: "a5-a6" }).click();
  await expect(page.locator(".why .sum .sr")).toHaveText([/^Black, 79.?%/, /^White, 79.?%/]);
  await expect(page.locator(".why h2 small")).toHaveText(/^Black lost ≈.58\.5.?%$/);
});

test("an unfinished game without turning points says so, and leads nowhere", async ({ page }) => {
  await review(page, '[Game "delta"]\n\n1. c3 b3 2. c3-e5 b3-b1 none\n');
  await expect(page.getByText("No turning points.")).toBeVisible();
  for (const name of ["Previous", "Next"])
    await expect(page.getByRole("button", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
});

test("on a phone the sides and the actions are in sight, and no move is broken", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await review(page, NEO);
  for (const name of ["Before", "The move", "Better", "Try again", "Next"])
    await expect(page.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  for (const move of await page.locator(".turn .nobr").all())
    expect(await move.evaluate((element) => element.getClientRects().length)).toBe(1);
  await isAccessible(page, "the review on a phone");
  await page.getByRole("button", { name: "Try again" }).click();
  await isAccessible(page, "trying again on a phone");
});

test("a review that was stopped says how far it came, and goes on", async ({ page }) => {
  const file = test.info().outputPath("game.txt");
  execFileSync(program, ["match", "kulami", "engine:1", "engine:1", "-n", "1", "--save", file], { stdio: "ignore" });
  await page.goto("/study/new");
  await page.getByLabel("A position, or a record of a game").fill(readFileSync(file, "utf8"));
  await page.getByRole("button", { name: "Study it" }).click();
  await expect(board(page)).toBeVisible();
  await page.goto("/study/review");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText(/^\d+ of \d+ reviewed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Numbers" })).toBeHidden();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("button", { name: "Numbers" })).toBeVisible({ timeout: 60_000 });
});
