/* The browser's Back: it closes what is open, one thing after the other, and leads from what was read back to the game. */
import type { Page } from "@playwright/test";
import { begin, board, expect, playOn, plies, test } from "./pages";

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/about"); /* where back leads to from the game */
});

async function inGame(page: Page): Promise<void> {
  await begin(page, "delta");
  await playOn(page);
  await expect(page).toHaveURL(/\/play\/[\w-]+$/);
}

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const open = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Nothing is open over the game, and going back once more leaves it. */
async function leaves(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(plies(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
}

test("closes a dialog, and the game is as it was", async ({ page }) => {
  await inGame(page);
  await open(page, "Resign");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Resign" })).toBeFocused();
  await page.goForward(); /* an entry like any other */
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await leaves(page);
});

test("closes a dialog that was opened from another one before that one", async ({ page }) => {
  await inGame(page);
  await open(page, "Menu");
  await dialog(page, "Menu").getByRole("button", { name: "Settings" }).click();
  await expect(dialog(page, "Settings")).toBeVisible();
  await page.getByRole("radio", { name: "Deutsch" }).check(); /* draws everything anew */
  await expect(dialog(page, "Einstellungen")).toBeVisible();
  await page.getByRole("radio", { name: "English" }).check();
  await expect(dialog(page, "Settings")).toBeVisible();
  await page.goBack();
  await expect(dialog(page, "Menu")).toBeVisible();
  await page.goBack();
  await leaves(page);
});

test("what was closed otherwise is not in the way", async ({ page }) => {
  await inGame(page);
  await open(page, "Menu");
  await dialog(page, "Menu").getByRole("button", { name: "Close" }).click();
  await open(page, "Menu"); /* at once: the browser may still be closing */
  await dialog(page, "Menu").getByRole("button", { name: "Keys" }).click();
  await expect(dialog(page, "Keys")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open(page, "Menu");
  await page.getByRole("button", { name: "Type a move" }).click();
  await expect(page.getByRole("textbox", { name: "Type a move" })).toBeFocused();
  await page.keyboard.press("Escape");
  await leaves(page);
});

test("a dialog is still there after a reload, and back closes it", async ({ page }) => {
  await inGame(page);
  await open(page, "Menu");
  await dialog(page, "Menu").getByRole("button", { name: "Keys" }).click();
  await expect(dialog(page, "Keys")).toBeVisible();
  await page.reload();
  await expect(dialog(page, "Keys")).toBeVisible();
  await page.goBack();
  await expect(dialog(page, "Menu")).toBeVisible();
  await page.reload();
  await dialog(page, "Menu").getByRole("button", { name: "Close" }).click();
  await leaves(page);
});

test("closes the settings of other pages", async ({ page }) => {
  await page.goto("/");
  await open(page, "Settings");
  await expect(dialog(page, "Settings")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});

test("from the rules and the problems, read in the middle of a game, a link leads back to it", async ({ page }) => {
  await inGame(page);
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  const back = page.getByRole("link", { name: "Back to the game" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await back.click();
  await expect(plies(page)).toHaveCount(1);

  await open(page, "Menu");
  await dialog(page, "Menu").getByRole("link", { name: "Rules" }).click();
  await page.locator("#main").getByRole("link", { name: "Problems", exact: true }).click();
  await page.getByRole("link", { name: /^Problem 1,/ }).click();
  await expect(board(page)).toBeVisible();
  await page.reload();
  await back.click();
  await expect(page).toHaveURL(/\/play\/[\w-]+$/);
  await leaves(page);
});

test("leads from the rules back to the game, with nothing open", async ({ page }) => {
  await inGame(page);
  await open(page, "Menu");
  await dialog(page, "Menu").getByRole("link", { name: "Rules" }).click();
  await expect(page).toHaveURL(/\/rules\/delta$/);
  await page.goBack();
  await leaves(page);
});

test("who reads the rules without a game has no way back to one", async ({ page }) => {
  await page.goto("/rules/delta");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the game" })).toHaveCount(0);
});
