/* The pages around games between people: from home to the link, sitting down, rematch and match, devices, being forgotten;
   on plain http, without a server, for the ear and in both themes. */
import { expect, test } from "@playwright/test";
import { launchOptions } from "../../tools/chromium";
import type { Me } from "../../src/online/line/types";
import { clubName, clubRules, isAccessible, watch } from "./pages";
import {
  host,
  idOf,
  leave,
  listed,
  live,
  seated,
  send,
  sitDown,
  somebody,
  stands,
  type,
  typing,
  way,
  type Hosting,
} from "./people";

/* A name that browsers trust no more than any other machine of a club. */
test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions.args, clubRules] },
});

let server: Hosting;
test.beforeAll(async () => {
  server = await host();
});
test.afterAll(() => server.close());

test("from home to the link in two touches, and from the link to the board", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  const { page } = one;
  await page.goto("/");
  await page.getByRole("link", { name: "Ask a friend" }).click();
  await isAccessible(page, "ask a friend, before there is a game");
  await page.getByRole("button", { name: "Copy" }).click();
  const link = page.getByLabel("Link for your friend");
  await expect(link).toHaveValue(/\/g\/\w{16}#\w{26}$/);
  await expect(page.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await isAccessible(page, "ask a friend");
  /* Every change is in the same link. */
  const before = await link.inputValue();
  await page.getByRole("radiogroup", { name: "Game" }).getByRole("radio", { name: "Kulami" }).check({ force: true });
  await page
    .getByRole("radiogroup", { name: "Time" })
    .getByRole("radio", { name: "Clock", exact: true })
    .check({ force: true });
  await page
    .getByRole("radiogroup", { name: "Who begins" })
    .getByRole("radio", { name: "I", exact: true })
    .check({ force: true });
  await page.getByRole("textbox", { name: "Your name" }).fill("Jonas");
  await page.getByRole("textbox", { name: "Your name" }).press("Tab");
  const id = idOf(before);
  await expect.poll(async () => JSON.stringify(await stands(one, server, id))).toMatch(/kulami.*"kind":"time"/);
  expect(await link.inputValue()).toBe(before);
  /* Looking takes no seat. */
  await other.page.goto(way(before));
  await expect(other.page.getByRole("heading", { name: "Jonas asks you for a game" })).toBeVisible();
  await expect(other.page.getByText("Kulami. 10 minutes each")).toBeVisible();
  await isAccessible(other.page, "an invitation");
  expect((await stands(one, server, id)).state).toBe("invited");
  await sitDown(other, before, "Mara");
  for (const player of [one, other]) await expect(live(player.page)).toBeVisible();
  expect(other.page.url()).not.toContain("#"); /* the key is spent */
  await expect(page.getByRole("region", { name: "Mara" })).toContainText("here");
  await expect(page.getByRole("region", { name: "You" }).locator(".clock")).toContainText("10:00");
  await isAccessible(page, "a live game");
  await isAccessible(other.page, "a live game on a phone");
  /* The link seats nobody else: a third one watches. */
  const third = await somebody(browser, server);
  third.ignore(/status of 40/);
  await third.page.goto(way(before));
  await expect(live(third.page)).toBeVisible();
  await expect(third.page.locator(".msgs")).toContainText("You are watching.");
  await expect(third.page.getByRole("button", { name: "Resign" })).toHaveCount(0);
  await expect(page.locator(".crowd")).toContainText("1");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Nobody may watch" }).click();
  await expect(third.page.locator(".msgs")).toContainText("by themselves");
  await leave(one, other, third);
});

test("the name given in a setup is offered online, and one that is cleared is gone here and there", async ({
  browser,
}) => {
  const { page, faults } = await somebody(browser, server);
  const name = page.getByRole("textbox", { name: /^Your name|^Name of player 1/ });
  await page.goto("/setup/delta");
  await name.fill("Zoë");
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.getByRole("region", { name: "Zoë" })).toBeVisible();
  const online = async () => ((await (await send(page, server.url, "me", {})).json()) as Me).name;
  await page.goto("/you");
  await expect(name).toHaveValue("Zoë");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Saved.");
  expect(await online()).toBe("Zoë");
  await page.goto("/friend");
  await expect(name).toHaveValue("Zoë");
  await page.goto("/you");
  await name.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Saved.");
  expect(await online()).toBe("");
  for (const path of ["/you", "/friend", "/setup/delta"]) {
    await page.goto(path);
    await expect(name).toHaveValue("");
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a lost game: the winner's points come first, and the records know who reads them", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server)];
  await seated(one, other, { game: "delta", begins: "friend" });
  for (const { page } of [one, other]) await typing(page);
  await type(other.page, "b2");
  await type(one.page, "c3");
  await expect(listed(other.page)).toHaveCount(2);
  await other.page.getByRole("button", { name: "Close" }).click(); /* the field for moves */
  await other.page.getByRole("button", { name: "Resign" }).click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  for (const [{ page }, said, result, players] of [
    [one, "You won", "You won.", "You, Mara"],
    [other, "You lost", "Black won.", "Black, You"],
  ] as const) {
    await expect(page.locator("#result")).toBeVisible();
    await page.goto("/games");
    await expect(page.locator(".grow1-text")).toContainText(new RegExp(`${said} [1-9]\\d* : 0`));
    await page.goto("/records");
    await expect(page.locator(".record")).toContainText(result);
    await expect(page.locator(".record")).toContainText(players);
  }
  await leave(one, other);
});

test("one name: a change in the settings is the name online, and a change online that of the settings", async ({
  browser,
}) => {
  const { page, faults } = await somebody(browser, server);
  const online = async () => ((await (await send(page, server.url, "me", {})).json()) as Me).name;
  const name = page.getByRole("textbox", { name: "Your name" });
  const setting = page.getByRole("dialog", { name: "Settings" }).getByRole("textbox", { name: "Your name" });
  const settle = async (before: string, text: string) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Settings" }).click();
    await expect(setting).toHaveValue(before);
    await setting.fill(text);
    await setting.press("Tab");
  };
  await page.goto("/you");
  await name.fill("Lena");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Saved.");
  await settle("Lena", "Max");
  await page.goto("/friend");
  await expect(page.getByRole("navigation").getByText("Max")).toBeVisible();
  await expect(name).toHaveValue("Max");
  expect(await online()).toBe("Max");
  /* Another device of the same player changes it. */
  await send(page, server.url, "me", { name: "Lena" });
  await page.goto("/friend");
  await expect(name).toHaveValue("Lena");
  await settle("Lena", "");
  await page.goto("/you");
  await expect(name).toHaveValue("");
  await expect.poll(online).toBe("");
  expect(faults).toEqual([]);
  await page.context().close();
});

test("draw, phrases, rematch with sides changed, more time, and a match of two games", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  const first = await seated(one, other, { game: "delta", time: "time", minutes: 5, increment: 0 });
  await other.page.getByRole("button", { name: "Say", exact: true }).click();
  await other.page.getByRole("button", { name: "Good luck." }).click();
  await expect(one.page.locator(".said")).toHaveText("Mara: Good luck.");
  await expect(one.page.getByRole("log")).toContainText("Mara says: Good luck.");
  for (const { page } of [one, other]) await typing(page);
  await type(one.page, "b2");
  await type(other.page, "c3");
  await expect(listed(one.page)).toHaveCount(2);
  await one.page.getByRole("button", { name: "Menu" }).click();
  await expect(one.page.getByRole("button", { name: /^Study\s*Closed while you play this game\.$/ })).toBeDisabled();
  await one.page.getByRole("button", { name: "Give Mara a minute" }).click();
  await expect.poll(async () => (await stands(one, server, first)).clocks?.[1] ?? 0).toBeGreaterThan(330_000);
  await one.page.getByRole("button", { name: "Close" }).click();
  await one.page.getByRole("button", { name: "Take back" }).click();
  await expect(other.page.locator(".msgs")).toContainText("asks for b2 back.");
  await other.page.getByRole("button", { name: "Allow" }).click();
  await expect(listed(one.page)).toHaveCount(0);
  await one.page.getByRole("button", { name: "Offer draw" }).click();
  await expect(one.page.locator(".msgs")).toContainText("You offered a draw.");
  await other.page.getByRole("button", { name: "Accept" }).click();
  for (const { page } of [one, other]) await expect(page.locator("#result")).toHaveText("A draw");
  await isAccessible(one.page, "the end of a live game", ".outcome");
  await one.page.getByRole("button", { name: "Rematch" }).click();
  await other.page.getByRole("button", { name: "Play", exact: true }).click();
  for (const { page } of [one, other]) await expect(page).not.toHaveURL(new RegExp(first));
  await expect(other.page.locator(".seat.bottom")).toContainText("to move"); /* she begins now */
  /* Whom one has blocked, on whatever device, is not heard any more. */
  const { seats } = await stands(one, server, idOf(one.page.url()));
  const mara = seats[0]!.person;
  expect((await send(one.page, server.url, "me/block", { person: mara, blocked: true })).status()).toBe(200);
  await one.page.reload();
  await expect(live(one.page)).toBeVisible();
  await other.page.getByRole("button", { name: "Say", exact: true }).click();
  await other.page.getByRole("button", { name: "Hello." }).click();
  await expect(other.page.locator(".said")).toHaveText("You: Hello.");
  /* Who resigned can be asked for another game. */
  await other.page.getByRole("button", { name: "Resign" }).click();
  await other.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(one.page.locator("#result")).toHaveText("You win");
  await expect(one.page.getByText("Hello.")).toHaveCount(0);
  await one.page.getByRole("button", { name: "Rematch" }).click();
  await expect(one.page.locator(".outcome .msg")).toContainText("You asked for a rematch.");
  await expect(other.page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  expect((await send(one.page, server.url, "me/block", { person: mara, blocked: false })).status()).toBe(200);
  /* A match: the next game follows by itself. */
  await seated(one, other, { game: "neo-delta", games: 2 });
  await expect(one.page.getByText("Game 1 of 2")).toBeVisible();
  await one.page.getByRole("button", { name: "Resign" }).click();
  await one.page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(other.page.locator("#result")).toHaveText("You win");
  await expect(other.page.getByText(/The match stands/)).toBeVisible();
  /* What is over can be studied. */
  await one.page.getByRole("button", { name: "Study" }).click();
  await expect(one.page.getByRole("region", { name: "Moves" })).toContainText("resigns");
  await one.page.goBack();
  for (const { page } of [one, other]) await page.getByRole("link", { name: "Next game" }).click();
  await expect(other.page.getByText("Game 2 of 2")).toBeVisible();
  await expect(other.page.locator(".seat.bottom")).toContainText("to move");
  await leave(one, other);
});

test("another device is the same person by six words, is put out, and is forgotten", async ({ browser }) => {
  const [one, phone] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  phone.ignore(/status of 401|WebSocket/);
  const other = await somebody(browser, server);
  const id = await seated(one, other, { game: "delta" });
  await one.page.goto("/you");
  await one.page.getByRole("textbox", { name: "Your name" }).fill("Jonas");
  await one.page.getByRole("button", { name: "Save" }).click();
  await expect(one.page.getByText("Saved.")).toBeVisible();
  await one.page.getByRole("button", { name: "Make a code" }).click();
  const words = await one.page.locator(".words").innerText();
  await isAccessible(one.page, "you");
  await phone.page.goto(`/you#${words.replaceAll(" ", "-")}`);
  await expect(phone.page.getByRole("heading", { name: "Be Jonas on this device too?" })).toBeVisible();
  expect(phone.page.url()).not.toContain("#");
  await phone.page.getByRole("button", { name: "Take over" }).click();
  await expect(phone.page.getByText("This device is Jonas now.")).toBeVisible();
  /* Both have the game, and a move on one is seen on the other. */
  await phone.page.goto(`/g/${id}`);
  await one.page.goto(`/g/${id}`);
  await typing(phone.page);
  await type(phone.page, "b2");
  await expect(listed(one.page)).toHaveCount(1);
  await expect(one.page.locator(".msgs")).toContainText("You moved on another device: b2.");
  await one.page.goto("/you");
  /* Back closes a question and leaves the page where it is. */
  for (const question of ["Put out", "Forget me"]) {
    await one.page.getByRole("button", { name: question }).click();
    await expect(one.page.getByRole("dialog")).toBeVisible();
    await one.page.goBack();
    await expect(one.page.getByRole("dialog")).toHaveCount(0);
    await expect(one.page).toHaveURL(/\/you$/);
  }
  await one.page.getByRole("button", { name: "Put out" }).click();
  await one.page.getByRole("dialog").getByRole("button", { name: "Put out" }).click();
  await expect(phone.page.locator(".msgs")).toContainText("This device was put out.");
  await phone.page.evaluate(() => history.pushState(null, "", "/games"));
  await phone.page.evaluate(() => dispatchEvent(new PopStateEvent("popstate")));
  await expect(phone.page.getByRole("main")).toContainText("This device was put out.");
  await one.page.getByRole("button", { name: "Forget me" }).click();
  await expect(one.page.getByRole("dialog")).toContainText("no other device");
  await one.page.getByRole("dialog").getByRole("button", { name: "Forget me" }).click();
  await expect(one.page).toHaveURL(/\/$/);
  await one.page.goto("/games");
  await expect(one.page.getByText("You have no games with people yet.")).toBeVisible();
  await leave(one, phone, other);
});

test("your games: as they stand, the next one, and a notice that was asked for", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  const first = await seated(one, other, { game: "delta", time: "days", days: 3 });
  const second = await seated(one, other, { game: "delta", time: "days", days: 1 });
  const { page } = one;
  for (const each of [page, other.page]) await each.goto(`/g/${first}`);
  for (const each of [page, other.page]) await typing(each);
  await type(page, "b2");
  await expect(listed(other.page)).toHaveCount(1);
  await type(other.page, "c3");
  await expect(listed(page)).toHaveCount(2);
  await page.goto("/games");
  await expect(page).toHaveTitle("(2) Your games · Ascona");
  const rows = page.getByRole("region", { name: "Your turn" }).getByRole("link");
  await expect(rows.locator(".grow1-text")).toHaveText([
    "Delta with MaraYour move.",
    "Delta with MaraYour move. Mara: c3, today",
  ]);
  /* The picture of the one shows what was played, that of the other an empty board. */
  const men = (row: number) => rows.nth(row).locator("svg.board").innerHTML();
  expect((await men(1)).length).toBeGreaterThan((await men(0)).length);
  /* Nobody was asked yet; asked, this browser will not. */
  const wanted = page.getByRole("switch", { name: "While Ascona is open" });
  await expect(wanted).not.toBeChecked();
  await wanted.click();
  await expect(page.getByText("This browser does not allow notices.")).toBeVisible();
  await expect(wanted).not.toBeChecked();
  await isAccessible(page, "your games");
  await one.context.grantPermissions(["notifications"]);
  await page.evaluate(() => {
    const told: string[] = [];
    class Told {
      static readonly permission = "granted";
      static requestPermission = () => Promise.resolve("granted");
      constructor(_: string, { body }: { body: string }) {
        told.push(body);
      }
    }
    Object.assign(window, { Notification: Told, told });
  });
  await wanted.click();
  await expect(wanted).toBeChecked();
  /* From one game to the next that waits, by the bar and by a key. */
  await rows.nth(1).click();
  await expect(page).toHaveURL(new RegExp(first));
  const next = page.getByRole("link", { name: "Next game (1)" });
  await isAccessible(page, "a game while another waits", ".bar");
  await next.click();
  await expect(page).toHaveURL(new RegExp(second));
  await typing(page);
  await type(page, "b2");
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("gridcell").first().focus();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(new RegExp(first));
  /* In the game that is not before one's eyes the other moves. */
  await other.page.goto(`/g/${second}`);
  await typing(other.page);
  await type(other.page, "c3");
  await expect(listed(other.page)).toHaveCount(2);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveTitle(/^\(2\) /);
  expect(await page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([
    "Delta with \u2068Mara\u2069: your turn.",
  ]);
  await leave(one, other);
});

test("a link made on the machine itself leads to it from the network, or the page says that it does not", async ({
  browser,
}) => {
  const { page, context, faults } = await somebody(browser, server);
  const addresses: string[] = [];
  await context.route("**/api/me", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), addresses } });
  });
  await page.goto("/friend");
  await page.getByRole("button", { name: "Show QR code" }).click();
  const link = page.getByLabel("Link for your friend");
  await expect(link).toHaveValue(new RegExp(`^${server.url}/g/`));
  await expect(page.getByText("This link works on this machine alone.")).toBeVisible();
  addresses.push("http://192.168.1.5:8080");
  await page.reload();
  await expect(link).toHaveValue(/^http:\/\/192\.168\.1\.5:8080\/g\/\w{16}#\w{26}$/);
  await expect(page.getByText("This link works on this machine alone.")).toHaveCount(0);
  /* A window that keeps nothing says so beside the name. */
  await page.addInitScript(() => {
    StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException("", "SecurityError"));
  });
  await page.goto("/you");
  await expect(page.getByText("This browser will forget your games when you close it.")).toBeVisible();
  await isAccessible(page, "you, in a private window");
  await context.close();
  expect(faults).toEqual([]);
});

test("without a server every page says so, and everything else works", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, locale: "en-GB", serviceWorkers: "block" });
  const { faults, ignore } = watch(context);
  ignore(/status of 40[45]/);
  const page = await context.newPage();
  await page.goto("/");
  await page.getByRole("link", { name: "Ask a friend" }).click();
  await expect(page.getByRole("heading", { name: "Here is no server for games" })).toBeVisible();
  await isAccessible(page, "no server");
  await page.getByRole("link", { name: "Choose a game" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/g/abcdefghijkmnpqr#abc");
  await expect(page.getByRole("heading", { name: "Here is no server for games" })).toBeVisible();
  await page.goto("/games");
  await expect(page.getByText("You have no games with people yet.")).toBeVisible();
  await context.close();
  expect(faults).toEqual([]);
});

test("on plain http in a club a link is copied by hand, a friend sits down, and they play", async ({ browser }) => {
  const club = { url: server.url.replace("localhost", clubName) };
  const [one, other] = [await somebody(browser, club), await somebody(browser, club, "phone")];
  for (const player of [one, other]) player.ignore(/Cross-Origin-Opener-Policy/);
  await one.page.goto("/friend");
  expect(await one.page.evaluate(() => [isSecureContext, "clipboard" in navigator])).toEqual([false, false]);
  await one.page.getByRole("button", { name: "Copy" }).click();
  const link = one.page.getByLabel("Link for your friend");
  await expect(link).toHaveValue(/#\w{26}$/);
  await expect(one.page.getByText(/Copied|Selected/).first()).toBeAttached();
  await sitDown(other, await link.inputValue(), "Mara");
  for (const { page } of [one, other]) await expect(live(page)).toBeVisible();
  for (const { page } of [one, other]) await typing(page);
  const begins = (await one.page.locator(".seat.bottom.is-turn").count()) > 0 ? [one, other] : [other, one];
  await type(begins[0]!.page, "b2");
  await expect(listed(begins[1]!.page)).toHaveCount(1);
  await leave(one, other);
});
