/* What the page says and does in the middle of a game between people, on the real server: answers to requests, keys, clocks
   and lines that break. */
import { expect, test, type Page } from "@playwright/test";
import { possible, whole } from "./pages";
import {
  ask,
  host,
  idOf,
  leave,
  line,
  listed,
  live,
  type Hosting,
  type Player,
  seated,
  sitDown,
  somebody,
  type,
  typing,
  way,
} from "./people";

let server: Hosting;
test.beforeAll(async () => {
  server = await host();
});
test.afterAll(() => server.close());

const message = (page: Page) => page.locator(".msgs");

/** Plays the first moves of a game of Delta. */
async function playSome(players: Player[], count: number): Promise<void> {
  for (const { page } of players) await typing(page);
  const { moves } = whole("delta");
  for (let index = 0; index < count; index++) {
    await type(players[index % 2]!.page, moves[index]!);
    for (const { page } of players) await expect(listed(page)).toHaveCount(index + 1);
  }
}

test("a declined request is reported to the player who made it", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  await seated(one, other, { game: "delta" });
  await one.page.getByRole("button", { name: "Offer draw" }).click();
  await other.page.getByRole("button", { name: "Decline" }).click();
  await expect(message(one.page)).toContainText("Mara declined the draw.");
  await expect(one.page.getByRole("log")).toContainText("Mara declined the draw.");
  await expect(message(other.page)).not.toContainText("declined");
  await other.page.getByRole("button", { name: "Resign" }).click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await one.page.getByRole("button", { name: "Rematch" }).click();
  await other.page.getByRole("button", { name: "No", exact: true }).click();
  await expect(one.page.locator(".outcome")).toContainText("Mara declined the rematch.");
  await leave(one, other);
});

test("a key hides phrases and says so, and no key is listed twice", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  await seated(one, other, { game: "delta" });
  const says = async (phrase: string) => {
    await other.page.getByRole("button", { name: "Say", exact: true }).click();
    await other.page.getByRole("button", { name: phrase }).click();
    await expect(other.page.locator(".said")).toHaveText(`You: ${phrase}`);
  };
  await possible(one.page).first().focus();
  await one.page.keyboard.press("q");
  await expect(message(one.page)).toContainText("Phrases from Mara are hidden.");
  await says("Hello.");
  await one.page.keyboard.press("q");
  await expect(message(one.page)).toContainText("Phrases from Mara are shown again.");
  await expect(one.page.locator(".said")).toHaveText("Mara: Hello.");
  await one.page.keyboard.press("q");
  await expect(one.page.locator(".said")).toHaveCount(0);
  await one.page.keyboard.press("?");
  const keys = await one.page.getByRole("dialog").locator("kbd").allInnerTexts();
  expect(keys).toContain("q");
  expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([]);
  await leave(one, other);
});

test("when time runs out, each player reads who it concerns", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  const short = { kind: "time", seconds: 10, increment: 0 };
  await one.page.route("**/api/games", async (route) => {
    const wish = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...wish, clock: short }) }); /* less than the page offers */
  });
  await seated(one, other, { game: "delta", time: "time", minutes: 1, increment: 0 });
  await playSome([one, other], 2);
  await expect(one.page.locator(".outcome")).toContainText("Your time is up.", { timeout: 20_000 });
  await expect(other.page.locator(".outcome")).toContainText("has run out of time.");
  await expect(one.page.getByText("The time of player")).toHaveCount(0);
  await leave(one, other);
});

test("a clock runs on while the line is dead, though the machine's own clock is wrong", async ({ browser }) => {
  const tunnel = await line(server);
  const [one, other] = [await somebody(browser, server), await somebody(browser, tunnel)];
  other.ignore(/ERR_|WebSocket connection|Failed to load resource/);
  await other.page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() - 3_600_000;
  });
  const [link] = await ask(one, { game: "delta", time: "time", minutes: 10, increment: 0 });
  await sitDown(other, link!, "Mara");
  for (const { page } of [one, other]) await expect(live(page)).toBeVisible();
  await playSome([one, other], 3);
  const left = async () => {
    const text = await other.page.locator(".seat.bottom .clock").innerText();
    const [minutes, seconds] = /(\d+):(\d\d)/.exec(text)!.slice(1).map(Number);
    return minutes! * 60 + seconds!;
  };
  tunnel.stall();
  const before = await left();
  await other.page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow")));
  await expect.poll(left).toBeLessThan(before - 2);
  await leave(one, other);
  await tunnel.close();
});

test("a line is tried again at once when the network is back, and on a touch", async ({ browser }) => {
  const tunnel = await line(server);
  const [one, other] = [await somebody(browser, server), await somebody(browser, tunnel)];
  other.ignore(/ERR_|WebSocket connection|Failed to load resource/);
  const { page } = other;
  await page.clock.install();
  const [link] = await ask(one, { game: "delta" });
  await sitDown(other, link!, "Mara");
  for (const player of [one, other]) await expect(live(player.page)).toBeVisible();
  const now = page.getByRole("button", { name: "Now", exact: true });
  /* From here on no timer goes off: what is tried is tried because of what happens. */
  tunnel.cut();
  await expect(message(page)).toContainText("No connection.");
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await expect(now).toBeVisible();
  tunnel.mend();
  const touched = tunnel.opened;
  await page.getByRole("heading", { level: 1 }).click();
  await expect.poll(() => tunnel.opened).toBeGreaterThan(touched);
  await page.clock.resume();
  await expect(message(page)).not.toContainText("No connection.");
  /* A try that hangs is given up when the network comes back. */
  tunnel.cut();
  tunnel.stall();
  await expect(message(page)).toContainText("No connection.");
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await expect(now).toHaveCount(0);
  tunnel.mend();
  const back = tunnel.opened;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => tunnel.opened).toBeGreaterThan(back);
  await page.clock.resume();
  await expect(message(page)).not.toContainText("No connection.");
  await leave(one, other);
  await tunnel.close();
});

test("a name from right to left stands by itself wherever it is shown", async ({ browser }) => {
  const [one, other, third] = [
    await somebody(browser, server),
    await somebody(browser, server, "phone"),
    await somebody(browser, server),
  ];
  await one.page.goto("/you");
  await one.page.getByRole("textbox", { name: "Your name" }).fill("Mara");
  await one.page.getByRole("button", { name: "Save" }).click();
  const name = "דנה (7)";
  const bdi = (page: Page, where: string) => page.locator(`${where} bdi`);
  const [link] = await ask(one, { game: "delta" });
  await other.page.goto(way(link!));
  await expect(bdi(other.page, "h2")).toHaveText("Mara");
  await sitDown(other, link!, name);
  for (const { page } of [one, other]) await expect(live(page)).toBeVisible();
  await expect(bdi(one.page, ".seat.top .who")).toHaveText(name);
  await expect(bdi(one.page, ".bar")).toContainText([name]);
  await one.page.getByRole("button", { name: "Menu" }).click();
  await expect(one.page.getByRole("button", { name: `Block ${name}` }).locator("bdi")).toHaveText(name);
  await one.page.goBack();
  await playSome([one, other], 1);
  await expect(bdi(one.page, ".msgs")).toHaveText(name);
  /* Both beside each other, in the order of the seats. */
  await third.page.goto(`/g/${idOf(link!)}`);
  await expect(bdi(third.page, ".bar")).toHaveText(["Mara", name]);
  const [left, right] = await bdi(third.page, ".bar").all();
  expect((await left!.boundingBox())!.x).toBeLessThan((await right!.boundingBox())!.x);
  await one.page.getByRole("button", { name: "Close" }).click();
  await one.page.getByRole("button", { name: "Resign" }).click();
  await one.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(bdi(one.page, "#result")).toHaveText(name);
  await one.page.goto("/games");
  await expect(bdi(one.page, ".grow1")).toHaveText([name]);
  await one.page.goto("/records");
  await expect(bdi(one.page, ".record").filter({ hasText: name }).first()).toBeVisible();
  await leave(one, other, third);
});
