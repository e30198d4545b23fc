/* The result of a game: each game that ends shows its own, and the archive says the same of it. */
import type { Page } from "@playwright/test";
import { board, expect, putLocal, linkTo, test, whole } from "./pages";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

const { game: spec, moves } = whole("neo-delta"); /* the second player wins */
const result = (page: Page) => page.locator("section.outcome");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function type(page: Page, move: string): Promise<void> {
  await page.getByRole("textbox", { name: "Type a move" }).fill(move);
  await page.keyboard.press("Enter");
}

/** A new game against the computer, which the player gives up. */
async function lose(page: Page): Promise<void> {
  await putLocal(page, "setup.delta", {
    sides: [
      { kind: "person", name: "", level: 3 },
      { kind: "engine", name: "", level: 1 },
    ],
    begins: 0,
    options: {},
    games: 1,
  });
  await page.goto("/setup/delta");
  await startAndResign(page);
}

async function startAndResign(page: Page): Promise<void> {
  await press(page, "Start the game");
  await press(page, "Resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
}

test("shows the result of the next game after the moves of the last one were shown", async ({ page }) => {
  await lose(page);
  await expect(result(page)).toBeVisible();
  await press(page, "Moves");
  await expect(result(page)).toBeHidden();
  await press(page, "Menu");
  await page.getByRole("dialog").getByRole("link", { name: "New game" }).click();
  await startAndResign(page);
  await expect(result(page)).toBeVisible();
});

test("shows the result again after the last move was taken back and played again", async ({ page }) => {
  await page.goto(linkTo(spec, moves));
  await expect(result(page)).toBeVisible();
  await press(page, "Moves");
  await press(page, "Take back");
  await board(page).locator("[tabindex='0']").press("/");
  await type(page, moves.at(-1)!);
  await expect(result(page)).toBeVisible();
});

test("closes the field for moves when the next game starts", async ({ page }) => {
  await page.goto(linkTo(spec, moves.slice(0, -1)));
  await board(page).locator("[tabindex='0']").press("/");
  await type(page, moves.at(-1)!);
  await press(page, "Rematch");
  await expect(page.getByRole("button", { name: "Resign" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Type a move" })).toBeHidden();
});

test("has no green check mark for a game that the player lost", async ({ page }) => {
  await lose(page);
  await press(page, "Moves");
  await expect(page.locator(".msg")).toContainText("Level 1 wins");
  await expect(page.locator(".msg--good")).toHaveCount(0);
  await page.goto(linkTo(spec, moves)); /* two players: somebody won */
  await press(page, "Moves");
  await expect(page.locator(".msg--good")).toContainText("Black wins");
});

test("says in the archive what it said at the board, winner first", async ({ page }) => {
  for (const [players, won, names] of [
    ["p1=engine:1", "You won.", "You and Level 1"],
    ["p2=engine:1", "Level 1 won.", "Level 1 and You"],
  ] as const) {
    await page.goto("/about");
    await page.goto(`/play#game=${spec}&${players}&moves=${moves.join(",")}`);
    await press(page, "Save or share");
    await press(page, "Keep: Game archive");
    await expect(page.getByRole("button", { name: "Kept: Game archive" })).toBeVisible();
    await page.goto("/records");
    const entry = page.locator(".record-text").first();
    await expect(entry).toContainText(names.replace(" and ", ", "));
    await expect(entry).toContainText(won);
    await expect(entry).toContainText("31 : 0");
  }
});

test.describe("late in the evening, west of Greenwich", () => {
  test.use({ timezoneId: "America/Los_Angeles" });

  test("the archive and files have the day of the player", async ({ page }) => {
    await page.clock.setFixedTime(new Date("2026-03-02T05:30:00Z")); /* 1 March, half past nine in the evening */
    await lose(page);
    await press(page, "Save or share");
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Save: Record")]);
    expect(file.suggestedFilename()).toBe("delta-2026-03-01.txt");
    await page.goto("/records");
    await expect(page.locator(".record-text")).toContainText("1 Mar 2026");
  });
});
