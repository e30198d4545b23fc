/* Over plain http from another machine browsers switch much off. Everything still plays, one line says what is missing,
   and copying finds another way. */
import { readFile } from "node:fs/promises";
import { launchOptions } from "../../tools/chromium";
import {
  begin,
  board,
  choose,
  clubName,
  clubRules,
  expect,
  games,
  log,
  message,
  playOn,
  plies,
  port,
  start,
  test,
  titles,
} from "./pages";
import { takenOver } from "./takeover";

test.use({
  baseURL: `http://${clubName}:${port}`,
  launchOptions: { ...launchOptions, args: [...launchOptions.args, clubRules] },
});

test.beforeEach(async ({ page, expectFault }) => {
  expectFault(
    /Cross-Origin-Opener-Policy header has been ignored/,
  ); /* the browser says itself that it trusts plain http less */
  await page.emulateMedia({ reducedMotion: "reduce" });
});

test("one line on home says what is missing", async ({ page }) => {
  await page.goto("/");
  expect(
    await page.evaluate(() => [
      isSecureContext,
      crossOriginIsolated,
      "serviceWorker" in navigator,
      "clipboard" in navigator,
    ]),
  ).toEqual([false, false, false, false]);
  await expect(page.getByText("This address is not secure, so the browser switches some things off")).toBeVisible();
  await begin(page, "delta");
  await expect(page.getByText("This address is not secure")).toHaveCount(0);
});

for (const game of games) {
  test(`${titles[game]} is played`, async ({ page }) => {
    await begin(page, game);
    for (let ply = 0; ply < 2; ply++) await playOn(page);
    await page.reload();
    await expect(message(page)).toContainText("Your game is back.");
    await expect(plies(page)).toHaveCount(2);
  });
}

test("a page that could not clear its lease on leaving has its game back at once when it is loaded anew", async ({
  page,
}) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.delete = function () {
      return this.get(0); /* something that succeeds */
    };
  });
  await begin(page, "delta");
  await playOn(page);
  await page.reload();
  await expect(message(page)).toContainText("Your game is back.", {
    timeout: 5000,
  }); /* a lease lasts for nine seconds */
});

test("the engine moves, and stops when it is told to", async ({ page }) => {
  await choose(page, "kulami");
  await page.getByRole("combobox", { name: "Level of player 2" }).selectOption("10");
  await page.getByRole("radiogroup", { name: "Who begins" }).getByRole("radio", { name: "Level 10" }).check();
  await start(page);
  await page.getByRole("button", { name: "Move now" }).click();
  await expect(plies(page)).toHaveCount(1);
  await playOnce(page);
  await page.getByRole("button", { name: "Move now" }).click();
  await expect(plies(page)).toHaveCount(3);
  await expect(log(page)).toContainText("Level 10");
});

/* One's own ply: a marble. */
async function playOnce(page: Parameters<typeof board>[0]): Promise<void> {
  await board(page)
    .getByRole("gridcell", { name: /, possible$/ })
    .first()
    .click();
  await expect(plies(page)).toHaveCount(2);
}

test("a game can be taken along", async ({ page }) => {
  await begin(page, "delta");
  await playOn(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Save or share" }).click();
  const dialog = page.getByRole("dialog", { name: "Save or share" });
  await dialog.getByRole("button", { name: "Copy: Record" }).click();
  const copied = dialog.getByRole("button", { name: /^Copied: Record/ });
  const byHand = dialog.getByRole("textbox", { name: /^This browser does not let the page copy/ });
  await expect(copied.or(byHand)).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save: Record" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain('[Game "delta"]');
});

test("where copying is forbidden altogether, the text is there to be copied by hand", async ({ page }) => {
  await page.addInitScript(() => {
    document.execCommand = () => false;
  });
  await begin(page, "delta");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Save or share" }).click();
  await page.getByRole("button", { name: "Copy: Position" }).click();
  const byHand = page.getByRole("textbox", { name: /^This browser does not let the page copy/ });
  await expect(byHand).toBeFocused();
  expect(
    await byHand.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd)),
  ).toBe(await byHand.inputValue());
});

test("a game in two tabs: a lease decides who writes", async ({ context, page }) => {
  await page.goto("/about");
  expect(await page.evaluate(() => "locks" in navigator)).toBe(false);
  await takenOver(page, await context.newPage());
});
