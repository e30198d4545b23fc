/* Without a network everything works once the page was opened; a new version waits until the person agrees. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  board,
  choose,
  expect,
  log,
  message,
  plies,
  playOn,
  possible,
  serve,
  start,
  test,
  watch,
  web,
  withFriend,
} from "./pages";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

/** The worker has stored everything and answers for this page. */
async function installed(page: Page): Promise<void> {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });
}

test("with the network off the pages load and the engine plays", async ({ page, context }) => {
  await installed(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText("No connection. Everything here works without one.")).toBeVisible();
  await page.goto("/rules/kulami");
  await expect(page.locator("figure svg.board").first()).toBeVisible();
  await choose(page, "delta");
  await page.getByRole("radiogroup", { name: "Who begins" }).getByRole("radio", { name: "You" }).check();
  await page.getByRole("combobox", { name: "Level of player 2" }).selectOption("1");
  await start(page);
  for (const count of [2, 4]) {
    await touchAny(page);
    await expect(plies(page)).toHaveCount(count, { timeout: 20_000 }); /* the engine has answered */
  }
  await page.reload();
  await expect(message(page)).toContainText("Your game is back.");
  await expect(plies(page)).toHaveCount(4);
});

test("screen readers hear that the network is gone: the region is there before its text", async ({ page, context }) => {
  await installed(page);
  const region = page.locator("#app > [role=status]");
  await expect(region).toHaveText("");
  await region.evaluate((element) => (element.id = "before"));
  await context.setOffline(true);
  await expect(page.locator("#before")).toHaveText("No connection. Everything here works without one.");
  await context.setOffline(false);
  await expect(page.locator("#before")).toHaveText("");
});

test("what the server answers is left to it, and so is an address that leads nowhere", async ({
  page,
  context,
  expectFault,
}) => {
  expectFault(/status of 404|ERR_INTERNET_DISCONNECTED/);
  await installed(page);
  const api = await page.goto("/api/nothing");
  expect(api!.status()).toBe(404);
  expect(api!.headers()["content-type"]).toContain("json");
  const embed = await page.goto("/embed/x.html");
  expect(embed!.fromServiceWorker()).toBe(false);
  const nowhere = await page.goto("/nowhere");
  expect(nowhere!.status()).toBe(404);
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
  for (const path of ["/problems/delta/3", "/play/", "/rules/kulami"]) {
    const known = await page.goto(path);
    expect([known!.status(), known!.fromServiceWorker()], path).toEqual([200, true]);
  }
  await context.setOffline(true);
  await page.goto("/nowhere");
  await expect(page.getByText("There is no page at this address.")).toBeVisible();
});

/* One's own ply, without waiting for what follows. */
async function touchAny(page: Page): Promise<void> {
  const before = await plies(page).count();
  await possible(page).first().click();
  if (before === 0) return;
  await expect(page.locator('[data-place][aria-selected="true"]')).toHaveCount(1);
  await possible(page).first().click();
}

/** A copy of the page as a later build would make it: another name for the whole, and a word that tells them apart. */
async function later(folder: string): Promise<void> {
  await cp(web, folder, { recursive: true, filter: (path) => !/sw\.js\.|index\.html\./.test(path) });
  const worker = join(folder, "sw.js");
  const text = await readFile(worker, "utf8");
  const name = /ascona-\$\{[^}]+\}|ascona-[0-9a-f]{12}/.exec(text)?.[0];
  const version = /"([0-9a-f]{12})"|`([0-9a-f]{12})`|ascona-([0-9a-f]{12})/.exec(text);
  if (!version) throw new Error(`sw.js names no version: ${name}`);
  const old = (version[1] ?? version[2] ?? version[3])!;
  await writeFile(worker, text.replaceAll(old, [...old].reverse().join("").replace(/^./, "f")));
  const page = join(folder, "index.html");
  await writeFile(page, (await readFile(page, "utf8")).replace("<html ", '<html data-version="later" '));
}

test("a new version waits until the person agrees, and never comes in mid-game", async ({ browser }) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), "ascona-later-"));
  const first = await serve(web);
  const port = Number(new URL(first.url).port);
  const context = await browser.newContext({ baseURL: first.url, locale: "en-GB", reducedMotion: "reduce" });
  const { faults } = watch(context);
  const page = await context.newPage();
  try {
    await later(folder);
    await installed(page);
    await choose(page, "delta");
    await withFriend(page);
    await start(page);
    await playOn(page);
    await first.stop();
    const second = await serve(folder, port);
    try {
      /* The browser looks for a new worker when a page is loaded; here one asks for it. */
      const waits = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
      await page.reload();
      await expect(board(page)).toBeVisible();
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()));
      await expect.poll(waits, { timeout: 30_000 }).toBe(true);
      await expect(page.getByText("A new version is ready.")).toHaveCount(0);
      await playOn(page);
      await expect(plies(page)).toHaveCount(2);
      await page.reload();
      await expect(plies(page)).toHaveCount(2);
      await expect(page.getByText("A new version is ready.")).toHaveCount(0);
      await expect(page.locator("html")).not.toHaveAttribute("data-version", "later");

      await page.getByRole("link", { name: "Ascona, home" }).click();
      await expect(page.getByText("A new version is ready.")).toBeVisible();
      await page.reload(); /* not asked, not changed */
      await expect(page.getByText("A new version is ready.")).toBeVisible();
      await expect(page.locator("html")).not.toHaveAttribute("data-version", "later");

      await page.getByRole("button", { name: "Use it now" }).click();
      await expect(page.locator("html")).toHaveAttribute("data-version", "later", { timeout: 30_000 });
      await expect(page.getByText("A new version is ready.")).toHaveCount(0);
      await page.getByRole("link", { name: "Continue" }).click();
      await expect(plies(page)).toHaveCount(2);
      await expect(log(page)).toBeAttached();
      const caches = await page.evaluate(async () => (await globalThis.caches.keys()).length);
      expect(caches, "the old version is deleted").toBe(1);
      expect(faults).toEqual([]);
    } finally {
      await second.stop();
    }
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});
