/* The colour of one's men, where the rules leave it to the players: chosen in the setup or the settings, it is seen on the
   board and heard in the words, and it is saved. Records and the other screen have the usual colours. */
import type { Page } from "@playwright/test";
import { languages } from "../../src/i18n/languages";
import { cell, choose, expect, isAccessible, putLocal, linkTo, message, start, test, whole, withFriend } from "./pages";
import { host, leave, live, seated, somebody } from "./people";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

const colour = (page: Page, group: string, name: string) =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { name, exact: true });

/* What a man on a place is painted with, by the end of its name: "mr" is the red marble's, "mb" the black one's. */
async function paint(page: Page, place: string): Promise<string> {
  return page.evaluate((id) => {
    const man = document.querySelector(`svg.board [id$="-on-${id}"]`)!;
    const href = (man.matches("use") ? man : man.querySelector("use"))!.getAttribute("href")!;
    const drawing = document.querySelector(`svg.board ${CSS.escape(href).replace("\\#", "#")}`)!;
    return drawing.querySelector("[class*=-c]")?.getAttribute("class") ?? drawing.innerHTML.match(/-m[rb](?=\))/)![0];
  }, place);
}

test("your marbles in Kulami are black although you go first", async ({ page }) => {
  await choose(page, "kulami");
  await withFriend(page);
  await page.getByRole("radiogroup", { name: "Who begins" }).getByRole("radio", { name: "Player 1" }).check();
  await expect(colour(page, "Your marbles", "By turn order")).toBeChecked();
  await colour(page, "Your marbles", "By turn order").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(colour(page, "Your marbles", "Black")).toBeChecked();
  await isAccessible(page, "the choice of a colour", ".opts");
  await start(page);
  await expect(message(page)).toContainText("Black begins: put a marble into any hollow.");
  await cell(page, "d4").click();
  await expect(cell(page, "d4")).toHaveAttribute("aria-label", /black marble/);
  await expect(message(page)).toContainText("Red: put a marble into column d or row 4");
  await cell(page, "d7").click();
  await expect(cell(page, "d7")).toHaveAttribute("aria-label", /red marble/);
  expect([await paint(page, "d4"), await paint(page, "d7")]).toEqual(["-mb", "-mr"]);
  await cell(page, "d4").click();
  await expect(message(page)).toContainText("d4 holds a black marble.");

  await page.reload();
  await expect(cell(page, "d4")).toHaveAttribute("aria-label", /black marble/);
  expect(await paint(page, "d4")).toBe("-mb");

  /* In mid-game the settings change it at once. */
  await page.getByRole("button", { name: "Settings" }).click();
  await colour(page, "Your marbles", "By turn order").check();
  await page.keyboard.press("Escape");
  await expect(cell(page, "d4")).toHaveAttribute("aria-label", /red marble/);
  expect([await paint(page, "d4"), await paint(page, "d7")]).toEqual(["-mr", "-mb"]);
});

test("the end of a game names the colours that are shown", async ({ page }) => {
  const { game, moves } = whole("kulami");
  await putLocal(page, "settings", { colours: { kulami: 2 } });
  await page.goto(linkTo(game, moves.slice(0, -1)));
  const last = moves.at(-1)!;
  const usual = moves.length % 2 === 1 ? "red" : "black"; /* Red begins */
  await cell(page, last).click();
  await expect(cell(page, last)).toHaveAttribute(
    "aria-label",
    new RegExp(usual === "red" ? "black marble" : "red marble"),
  );
  await expect(page.locator("#result")).toBeVisible();
  /* Who leads a plate has the colour of the marbles there. */
  const tints = () =>
    page.evaluate(() =>
      ["w1", "w2"].map((name) => getComputedStyle(document.querySelector(`svg.board [class$="-${name}"]`)!).fill),
    );
  const [first, second] = await tints();
  await page.getByRole("button", { name: "Settings" }).click();
  await colour(page, "Your marbles", "By turn order").check();
  await page.keyboard.press("Escape");
  await expect.poll(tints).toEqual([second, first]);
});

test("your pawn in Delfino is green", async ({ page }) => {
  await choose(page, "delfino");
  await withFriend(page);
  await page.getByRole("radiogroup", { name: "Who begins" }).getByRole("radio", { name: "Player 1" }).check();
  await colour(page, "Your pawn", "Green").check();
  await start(page);
  await expect(message(page)).toContainText("Green puts the pawn on a corner card.");
  await cell(page, "1.1").click();
  await expect(cell(page, "1.1")).toHaveAttribute("aria-label", /Green's pawn on a card/);
  expect(await paint(page, "1.1")).toMatch(/-c3$/);
  await expect(message(page)).toContainText("Black puts the pawn on 4.4, the opposite corner.");
  await cell(page, "4.4").click();
  await expect(cell(page, "4.4")).toHaveAttribute("aria-label", /Black's pawn on a card/);
  expect(await paint(page, "4.4")).toMatch(/-c2$/);
  await expect(message(page)).toContainText("Green rolls the die.");
});

test("the choice has room on the smallest phone, in every language", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { code } of languages) {
    for (const game of ["kulami", "delfino"]) {
      await page.goto("/about");
      await page.evaluate((language) => localStorage.setItem("ascona.settings", JSON.stringify({ language })), code);
      await page.goto(`/setup/${game}`);
      await expect(page.locator("html")).toHaveAttribute("lang", code);
      const row = page.locator(".opt", { has: page.getByRole("radio").nth(0) }).last();
      await expect(row).toBeVisible();
      const wide = await page.evaluate(() => {
        const rows = [...document.querySelectorAll(".opt .seg")];
        return rows.filter(
          (each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > 320,
        ).length;
      });
      expect(wide, `${code} ${game}`).toBe(0);
    }
  }
});

test("online, each player sees their chosen colour only on their own screen", async ({ browser }) => {
  const server = await host();
  try {
    const [one, other] = [await somebody(browser, server), await somebody(browser, server)];
    await putLocal(one.page, "settings", { colours: { kulami: 2 } });
    await seated(one, other, { game: "kulami" });
    await cell(one.page, "d4").click();
    await expect(cell(one.page, "d4")).toHaveAttribute("aria-label", /black marble/);
    expect(await paint(one.page, "d4")).toBe("-mb");
    await expect(cell(other.page, "d4")).toHaveAttribute("aria-label", /red marble/);
    expect(await paint(other.page, "d4")).toBe("-mr");
    await expect(live(one.page).getByText("27 black marbles in hand")).toBeVisible();
    await leave(one, other);
  } finally {
    await server.close();
  }
});
