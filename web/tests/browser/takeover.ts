/* A game in two tabs, with Web Locks and without. */
import type { Page } from "@playwright/test";
import { cell, expect, linkTo, plies } from "./pages";

/** A game for two at this screen, one move old, so that it is kept. Its address. */
export async function begun(page: Page, spec: string, moves: string[], next: string): Promise<string> {
  await page.goto(linkTo(spec, moves));
  await cell(page, next).click();
  await expect(plies(page)).toHaveCount(moves.length + 1);
  await expect(page).toHaveURL(/\/play\/\w+$/);
  return new URL(page.url()).pathname;
}

/** The same game in two tabs: the second is told, and takes it over. */
export async function takenOver(page: Page, other: Page): Promise<void> {
  const path = await begun(page, "delta", ["c3"], "d3");
  await other.goto(path);
  await expect(other.getByRole("heading", { name: "This game is open in another tab" })).toBeVisible();
  await expect(other.locator("main svg.board")).toBeVisible();
  await cell(page, "c3").click();
  await cell(page, "a3").click();
  await expect(plies(page)).toHaveCount(3);
  await other.getByRole("button", { name: "Play it here" }).click();
  await expect(plies(other)).toHaveCount(3);
  await expect(page.getByRole("heading", { name: "This game is open in another tab" })).toBeVisible();
  await cell(other, "d3").click();
  await cell(other, "d1").click();
  await expect(plies(other)).toHaveCount(4);
  await page.getByRole("button", { name: "Play it here" }).click();
  await expect(plies(page)).toHaveCount(4);
  await expect(other.getByRole("heading", { name: "This game is open in another tab" })).toBeVisible();
  /* A tab that is gone holds nothing. */
  await page.close();
  await other.reload();
  await expect(plies(other)).toHaveCount(4);
}
