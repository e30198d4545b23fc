/* A game nobody prepared the page for: it stands among the others, has a plain board, and is played to the end. */
import { putRecords } from "./saved";
import { cell, choose, expect, message, plies, port, start, test, withFriend } from "./pages";

test.use({ baseURL: `http://localhost:${port + 1}`, reducedMotion: "reduce" } as object);

test("noughts and crosses is chosen, set up and won by clicks", async ({ page }) => {
  await page.goto("/");
  const card = page.getByRole("listitem").filter({ hasText: "three in a row on a board of three by three" });
  await expect(card).toContainText("2 players");
  await expect(card.locator("svg.board")).toBeVisible();
  await card.getByRole("link", { name: /^Play now/ }).click();
  await expect(page.getByRole("complementary", { name: "Your game" }).locator("svg.board")).toBeVisible();
  await withFriend(page);
  await start(page);
  await expect(message(page)).toContainText("Nought puts a man on a free cell.");
  await expect(page.getByRole("gridcell")).toHaveCount(9);
  for (const [index, id] of ["b2", "a1", "a2", "a3", "c2"].entries()) {
    await cell(page, id).click();
    if (index < 4) await expect(plies(page)).toHaveCount(index + 1);
  }
  await expect(page.getByRole("heading", { level: 2, name: /wins/ })).toBeVisible();
  await expect(page.getByText("Nought has three in a row and wins.").first()).toBeVisible();
  await expect(cell(page, "b2")).toHaveAccessibleName(/^b2, nought/);
  await expect(cell(page, "a1")).toHaveAccessibleName(/^a1, cross/);
});

test("a taken cell is refused in the game's own words, and a draw is a draw", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Play now: nought/i }).click();
  await withFriend(page);
  await start(page);
  await cell(page, "b2").click();
  await expect(plies(page)).toHaveCount(1);
  await cell(page, "b2").click();
  await expect(message(page).locator(".msg--why")).toBeVisible();
  await expect(plies(page)).toHaveCount(1);
  for (const id of ["a1", "a2", "c2", "a3", "c1", "b1", "b3", "c3"]) await cell(page, id).click();
  await expect(page.getByText("The board is full: a draw.").first()).toBeVisible();
});

test("its rules can be read, and the other game is still there", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Rules of nought/i }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Noughts and crosses" })).toBeVisible();
  await choose(page, "delta");
});

test("it is studied, explored and set up like the others", async ({ page }) => {
  await putRecords(page, ['[Game "noughts"]\n[Player2 "engine:1"]\n\n1. b2 a1 2. a2 c2 none\n']);
  await page.goto("/study?game=noughts&moves=b2+a1");
  await expect(page.locator(".pv").first()).toContainText(/[abc][123]/);
  await page.getByRole("tab", { name: "Explorer" }).click();
  const own = page.getByRole("region", { name: "Your games from here" });
  await expect(own.getByRole("button")).toHaveText(["a21 gamenot finished 1"]);
  await own.getByRole("button").click();
  await expect(own.getByRole("button")).toHaveText(["c21 gamenot finished 1"]);
  await page.goto("/editor/noughts");
  await expect(cell(page, "b2")).toBeVisible();
  await expect(page.getByText("This can be played.")).toBeVisible();
});

test("dodgem has an option, a control to touch and an editor of its own", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: /^Play now: dodgem/i }).click();
  await expect(page.getByText("rows and columns of the board").first()).toBeVisible();
  await withFriend(page);
  await start(page);
  await expect(page.getByRole("gridcell")).toHaveCount(9);
  const moves = ["a3-b3", "b1-a1", "b3-c3", "c1-b1"];
  for (const [index, move] of moves.entries()) {
    for (const id of move.split("-")) await cell(page, id).click();
    await expect(plies(page)).toHaveCount(index + 1);
  }
  await cell(page, "b1").click();
  await expect(message(page).locator(".msg--why")).toContainText("The car on b1 is your opponent's.");
  await cell(page, "c3").click();
  await page.getByRole("button", { name: "Leave the board" }).click();
  await expect(plies(page)).toHaveCount(5);
  await expect(cell(page, "c3")).toHaveAccessibleName(/^c3, free/);
  await page.goto("/editor/dodgem");
  await expect(page.getByText("This can be played.")).toBeVisible();
  await expect(page.getByText("To move").first()).toBeVisible();
});
