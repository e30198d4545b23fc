/* How it stands and what to do next, as it is seen: who leads a plate, the way before a move, the middle of a move, four
   players on a phone. */
import { putLocal } from "./pages";
import { expect, test } from "./support";
import type { Page } from "@playwright/test";

const layer = (page: Page, name: string) => page.locator(`.stage [data-layer=${name}] > *`);
const cell = (page: Page, id: string) => page.locator(`.stage [data-place="${id}"]`);
const message = (page: Page) => page.locator(".msg");

async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: item }).click();
}

test("Kulami: who leads a plate is shown to whoever asks", async ({ page }) => {
  await page.goto("/play?game=kulami&moves=d4+a4");
  await expect(layer(page, "men")).not.toHaveCount(0);
  await expect(layer(page, "leads")).toHaveCount(0);
  await fromMenu(page, "Show who leads");
  await expect(layer(page, "leads")).toHaveCount(2);
  await expect(cell(page, "c4")).toHaveAccessibleName(/Red leads 1 to 0 and has 6 points/);
  await page.reload();
  await expect(layer(page, "leads")).toHaveCount(2);
  await fromMenu(page, "Hide who leads");
  await expect(layer(page, "leads")).toHaveCount(0);
});

test("Circle Delta: men, dangers, and the way before the move", async ({ page }) => {
  /* White's man on c1; the red one has moved. */
  await page.goto("/play?game=circle-delta:reds=2,greens=2&moves=c3+e7+d2+b6+c3-c5+c1+e7-e6+d3+b6-a6");
  const seat = page.getByRole("region", { name: "White" });
  await expect(seat).toContainText("board 1, reserve 9, lost 0");
  await expect(seat.locator(".pts")).toHaveText(/^10\s*men$/);
  await expect(layer(page, "threats")).toHaveCount(0);
  await fromMenu(page, "Show men in danger");
  await expect(layer(page, "threats")).toHaveCount(2);
  await expect(cell(page, "d3")).toHaveAccessibleName(/black man, .*could be captured/);
  await cell(page, "c1").click();
  await page.mouse.move(2, 2);
  const way = layer(page, "ahead");
  await expect(way).toHaveCount(0);
  await cell(page, "d3").hover();
  await expect(way).not.toHaveCount(0); /* along ring c, with a bend on c3 */
  await expect(page.locator(".moves .ply")).toHaveCount(9);
  await page.mouse.move(2, 2);
  await expect(way).toHaveCount(0);
  await cell(page, "c1").focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, "c2")).toBeFocused();
  await expect(way).not.toHaveCount(0);
  await cell(page, "d3").click();
  await expect(page.getByRole("region", { name: "Black" })).toContainText("board 0, reserve 9, lost 1");
});

test("Néo-Delta in mid-move says what is next, and the pawn stands where it went", async ({ page }) => {
  await page.goto("/play?game=neo-delta&moves=d1+c2+d1-d4+d3-d1+d4-f6+d2-d4");
  const man = (id: string) => page.locator(`.stage [data-layer=men] [id$="-on-${id}"]`);
  await cell(page, "e5").click();
  await cell(page, "c5").click();
  await expect(message(page)).toHaveText("Now choose the tracer: a white pawn from the box, or the red one.");
  await expect(page.getByRole("log")).toContainText("Now choose the tracer");
  await expect(man("c5")).toHaveCount(1);
  await expect(man("e5")).toHaveCount(0);
  await page.keyboard.press("Escape"); /* let go: it stands where it stood */
  await expect(man("e5")).toHaveCount(1);
  await cell(page, "e5").click();
  await cell(page, "c5").click();
  await cell(page, "d1").click();
  await expect(page.locator(".ply[aria-current]")).toHaveText("e5-c5:d1");
  await expect(man("c5")).toHaveCount(1);
  await expect(man("d5")).toHaveCount(1);
});

test("Delfino: four players are told apart on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const names = ["Anna", "Bernhard", "Maximiliane", "Jo"];
  const sides = names.map((name) => ({ kind: "person", name, level: 3 }));
  await putLocal(page, "setup.delfino", { sides, begins: 0, options: { players: "4" }, games: 1 });
  await page.goto("/setup/delfino");
  await page.getByRole("button", { name: "Start the game" }).click();
  const seats = page.locator(".seats > .seat");
  await expect(seats).toHaveCount(4);
  for (const [index, colour] of ["Red", "Black", "Green", "Yellow"].entries()) {
    await expect(seats.nth(index)).toContainText(names[index]!);
    await expect(seats.nth(index).locator(".colour")).toHaveText(colour);
    await expect(seats.nth(index).locator(".pts")).toHaveText(/^0\s*of 5$/);
    expect(
      await seats
        .nth(index)
        .locator(".sub")
        .evaluate((sub) => sub.scrollWidth <= sub.clientWidth),
    ).toBe(true);
  }
  await expect(page.locator(".seats .tag:visible")).toHaveText(["to move"]);
  await expect(seats.first().locator(".tag")).toBeVisible();
  await cell(page, "1.1").click();
  await expect(seats.nth(1).locator(".tag")).toHaveText("to move");
});
