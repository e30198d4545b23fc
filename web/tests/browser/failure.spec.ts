/* Whatever fails, there is a calm screen with Try again, which tries again, and nothing is lost. */
import type { BrowserContext, Page } from "@playwright/test";
import { begin, board, expect, isAccessible, plies, playOn, sentences, test, violations } from "./pages";
import { putMatch } from "./saved";

test.beforeEach(async ({ page, expectFault }) => {
  expectFault(/Failed to load resource|Failed to fetch|dynamically imported module|broken by the test|^error: /);
  await page.emulateMedia({ reducedMotion: "reduce" });
});

const words = sentences();
const screen = (page: Page, what: "load" | "old" | "crash", spoken = words) =>
  page.getByRole("heading", { level: 1, name: spoken[`failure.${what}.title`]! });
const again = (page: Page, spoken = words) => page.getByRole("button", { name: spoken["failure.again"]!, exact: true });

/** Files with such a name do not come, until what is returned is called. */
async function without(context: BrowserContext, name: RegExp): Promise<() => Promise<void>> {
  await context.route(name, (route) => route.abort());
  return () => context.unroute(name);
}

/* A page that is loaded anew has forgotten it. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

for (const [what, name, path] of [
  ["the core", /first-.*\.wasm/, "/setup/delta"],
  ["the words", /assets\/en-/, "/"],
] as const)
  test(`without ${what}`, async ({ page, context }) => {
    const mend = await without(context, name);
    await page.goto(path);
    await expect(screen(page, "load")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await mark(page);
    await mend();
    await again(page).click();
    await expect(page.locator("svg.board").first()).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  });

test("a game whose core does not come, from home, which needs none and no pictures either", async ({
  page,
  context,
}) => {
  const mend = await without(context, /\.wasm|pictures-/);
  await page.goto("/");
  const play = page.getByRole("link", { name: "Play now: Kulami" });
  await play.click();
  await expect(screen(page, "load")).toBeVisible();
  await page.goBack();
  await mend();
  await play.click();
  await expect(page.getByRole("button", { name: "Start the game" })).toBeVisible();
});

test("a module that is damaged, which loading the page anew mends", async ({ page, context }) => {
  await context.route(/first-.*\.wasm/, (route) =>
    route.fulfill({ body: "no module", contentType: "application/wasm" }),
  );
  await page.goto("/setup/delta");
  await expect(screen(page, "load")).toBeVisible();
  await mark(page);
  await again(page).click();
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await expect(screen(page, "load")).toBeVisible();
});

test("without WebAssembly", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  await page.goto("/");
  await expect(screen(page, "old")).toBeVisible();
  await expect(page.getByText(words["failure.old"]!)).toBeVisible();
});

for (const code of ["de", "fr", "ru"])
  test.describe(code, () => {
    test.use({ locale: code });
    test("says so in the language of the browser, without its words", async ({ page, context }) => {
      const mend = await without(context, /assets\/(de|fr|ru)-/);
      await page.goto("/about");
      await expect(screen(page, "load", sentences(code))).toBeVisible();
      await mend();
      await again(page, sentences(code)).click();
      await expect(page.locator("html")).toHaveAttribute("lang", code);
      await expect(page.getByRole("heading", { name: sentences(code)["about.licence"]! })).toBeVisible();
    });
  });

test("without the script: it says that it is still loading, and can be loaded anew", async ({ page, context }) => {
  const mend = await without(context, /assets\/page-.*\.js/);
  await page.goto("/");
  const link = page.getByRole("link", { name: /^Try again/ });
  await expect(link).toBeHidden();
  await expect(link).toBeVisible();
  await expect(page.getByText("Still loading")).toBeVisible();
  await mend();
  await link.click();
  await expect(page.locator(".games svg.board").first()).toBeVisible();
});

test("a page that does not come, from the middle of a game", async ({ page, context }) => {
  await begin(page, "delta");
  await playOn(page);
  const mend = await without(context, /RulesPage-/);
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await expect(screen(page, "load")).toBeVisible();
  await isAccessible(page, "a page that could not be loaded");
  await mark(page);
  await again(page).click(); /* the server is there: perhaps it has another version */
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await expect(screen(page, "load")).toBeVisible();
  await mend();
  await again(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Delta" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the game" }).click();
  await expect(plies(page)).toHaveCount(1);
});

test("the words of a game, which do not come", async ({ page, context }) => {
  const mend = await without(context, /assets\/delta-/);
  await page.goto("/setup/delta");
  await expect(screen(page, "load")).toBeVisible();
  await mend();
  await again(page).click();
  await expect(page.getByRole("button", { name: "Start the game" })).toBeVisible();
});

test("without a server the page stays, and says that it did not help", async ({ page, context }) => {
  await page.goto("/");
  await expect(page.locator(".games svg.board").first()).toBeVisible();
  await mark(page);
  await context.setOffline(true);
  await page.getByRole("link", { name: "About Ascona" }).click();
  await expect(screen(page, "load")).toBeVisible();
  await again(page).click();
  await expect(page.getByText(words["failure.still"]!)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.goBack(); /* what is there still works */
  await expect(page.locator(".games svg.board").first()).toBeVisible();
  await page.goForward();
  await expect(screen(page, "load")).toBeVisible();
  await context.setOffline(false);
  await again(page).click();
  await expect(page.getByRole("heading", { name: "Licence" })).toBeVisible();
});

test("a menu that does not come, and one that cannot save", async ({ page, context }) => {
  await begin(page, "delta");
  await playOn(page);
  const mend = await without(context, /(Menu|Export)-/);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.click();
  await expect(page.getByRole("alert")).toContainText(words["failure.part"]!);
  await isAccessible(page, "a menu that could not be loaded", ".alarm");
  await mend();
  const mendSaving = await without(context, /Export-/);
  await again(page).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Save or share" }).click();
  const dialog = page.getByRole("dialog", { name: "Save or share" });
  await expect(dialog.getByText(words["failure.part"]!)).toBeVisible();
  await isAccessible(page, "saving that could not be loaded", "dialog");
  await mendSaving();
  await dialog.getByRole("button", { name: words["failure.again"]! }).click();
  await expect(dialog.getByRole("button", { name: "Save: Record" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(plies(page)).toHaveCount(1);
});

test("a colour whose code does not come is offered again", async ({ page, context }) => {
  const mend = await without(context, /chosen-/);
  await page.goto("/setup/kulami");
  const black = page.getByRole("radiogroup", { name: "Your marbles" }).getByRole("radio", { name: "Black" });
  await black.click();
  await expect(page.getByRole("alert")).toContainText(words["failure.part"]!);
  const saved = () => page.evaluate(() => localStorage.getItem("ascona.settings") ?? "");
  expect(await saved()).not.toContain("kulami");
  await mend();
  await again(page).click();
  await expect.poll(saved).toContain('"kulami":2');
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a match that needs more than has come: it is not locked meanwhile, and opens later", async ({
  page,
  context,
}) => {
  const match = {
    plan: {
      spec: "delta",
      position: "",
      sides: [1, 2].map(() => ({ kind: "person", name: "", level: 0 })),
      begins: 0,
      games: 1,
    },
    finished: [],
    record: '[Game "delta"]\n\n1. c3 d4\n' /* and nothing that is opened without reading it */,
    seed: 1,
    flipped: false,
  };
  await putMatch(page, match);
  const mend = await without(context, /board-.*\.wasm/);
  await page.goto("/play/match");
  await expect(screen(page, "load")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  const held = () => page.evaluate(async () => (await navigator.locks.query()).held!.map(({ name }) => name));
  expect(await held()).toEqual([]);
  await mend();
  await again(page).click();
  await expect(plies(page)).toHaveCount(2);
  await expect.poll(held).toEqual(["ascona.match"]);
});

test("a page that breaks while it is drawn is drawn once more, and then loaded anew", async ({ page }) => {
  await page.addInitScript(() => {
    const get = URLSearchParams.prototype.get;
    URLSearchParams.prototype.get = function (name) {
      if ("broken" in window) throw new Error("broken by the test");
      return get.call(this, name);
    };
  });
  const breakIt = () => page.evaluate(() => Object.assign(window, { broken: true }));
  await begin(page, "delta");
  await playOn(page);
  await page.getByRole("link", { name: "Ascona, home" }).click();
  await breakIt();
  await page.goBack();
  await expect(screen(page, "crash")).toBeVisible();
  await isAccessible(page, "a page that broke");
  await page.evaluate(() => Reflect.deleteProperty(window, "broken"));
  await again(page).click();
  await expect(plies(page)).toHaveCount(1);

  await page.getByRole("link", { name: "Ascona, home" }).click();
  await breakIt();
  await page.goBack();
  await again(page).click();
  await expect(screen(page, "crash")).toBeVisible();
  await again(page).click(); /* as it does not help, the page is loaded anew */
  await expect(board(page)).toBeVisible();
  await expect(plies(page)).toHaveCount(1);
});

test("an error that nobody expected is told, and the game goes on", async ({ page }) => {
  await begin(page, "delta");
  await playOn(page);
  for (const fail of [
    () => void Promise.reject(new Error("nobody waits for this")),
    () =>
      void setTimeout(() => {
        throw new Error("nobody catches this");
      }),
  ]) {
    await page.evaluate(fail);
    const alarm = page.getByRole("alert");
    await expect(alarm).toContainText(words["failure.notice"]!);
    await alarm.getByRole("button", { name: "Close" }).click();
    await expect(alarm).toHaveCount(0);
  }
  await playOn(page);
  await expect(plies(page)).toHaveCount(2);
});
