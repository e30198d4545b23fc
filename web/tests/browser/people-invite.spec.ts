/* Invitations on the real server: when the game is made, which links work, coming back to a seat, and coming too late. */
import { expect, test, type Page } from "@playwright/test";
import {
  ask,
  command,
  host,
  idOf,
  leave,
  live,
  type Hosting,
  type Player,
  sitDown,
  somebody,
  stands,
  way,
} from "./people";

let server: Hosting;
test.beforeAll(async () => {
  server = await host();
});
test.afterAll(() => server.close());

const linkField = (page: Page) => page.getByLabel("Link for your friend");
const THREE = { game: "delfino", options: { players: "3" }, others: [-1, -1] };

/** The games of a player, as the server lists them; undefined: the server does not know the player. */
async function gamesOf({ page }: Player): Promise<string[] | undefined> {
  const answer = await page.request.get(`${server.url}/api/me/games`, { headers: { "Ascona-Api": "2" } });
  if (answer.status() === 401) return undefined;
  const { games } = (await answer.json()) as { games: { id: string }[] };
  return games.map(({ id }) => id);
}

test("looking makes no game; the first copy does, and a reload finds it again", async ({ browser }) => {
  const one = await somebody(browser, server);
  await one.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page } = one;
  await page.goto("/friend");
  const copy = page.getByRole("button", { name: "Copy" });
  await expect(page.getByRole("button", { name: "Show QR code" })).toBeEnabled();
  await page.getByRole("radiogroup", { name: "Game" }).getByRole("radio", { name: "Kulami" }).check({ force: true });
  expect(await gamesOf(one)).toBeUndefined();
  await copy.click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await linkField(page).inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(await gamesOf(one)).toEqual([idOf(link)]);
  await page.reload();
  await expect(linkField(page)).toHaveValue(link);
  expect(await gamesOf(one)).toEqual([idOf(link)]);
  /* Another invitation is another game, and leaves the first alone. */
  await page.getByRole("button", { name: "New invitation" }).click();
  await page.getByRole("button", { name: "Show QR code" }).click();
  await expect(linkField(page)).toHaveValue(/#\w{26}$/);
  const other = idOf(await linkField(page).inputValue());
  expect((await gamesOf(one))!.sort()).toEqual([idOf(link), other].sort());
  await leave(one);
});

test("a change reaches the invitation although the player leaves at once", async ({ browser }) => {
  const one = await somebody(browser, server);
  const { page } = one;
  const [link] = await ask(one, { game: "delta" });
  const clock = async () => (await stands(one, server, idOf(link!))).clock;
  expect(await clock()).toEqual({ kind: "none" });
  await page.evaluate(() => {
    for (const action of ['[type=radio][value="days"]', ".brand"]) document.querySelector<HTMLElement>(action)!.click();
  });
  await expect(page).toHaveURL(`${server.url}/`);
  await page.goBack();
  await expect(linkField(page)).toHaveValue(link!);
  expect(await clock()).toEqual({ kind: "days", days: 3 });
  await leave(one);
});

test("a new link is remembered, and the old one is offered nowhere", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  const { page } = one;
  const [old] = await ask(one, { game: "delta" });
  await page.goto(`/g/${idOf(old!)}`);
  await expect(linkField(page)).toHaveValue(old!);
  await page.getByRole("button", { name: "New link" }).click();
  await expect(linkField(page)).not.toHaveValue(old!);
  const link = await linkField(page).inputValue();
  await page.reload();
  await expect(linkField(page)).toHaveValue(link);
  await page.goto("/friend");
  await expect(linkField(page)).toHaveValue(link);
  await sitDown(other, link, "Mara");
  for (const player of [one, other]) await expect(live(player.page)).toBeVisible();
  await leave(one, other);
});

test("of three seats the links that still work are shown, and no second game is made", async ({ browser }) => {
  const [one, two, three] = [
    await somebody(browser, server),
    await somebody(browser, server, "phone"),
    await somebody(browser, server),
  ];
  const { page } = one;
  const links = await ask(one, THREE);
  const id = idOf(links[0]!);
  await sitDown(two, links[0]!, "Mara");
  await expect(linkField(page)).toHaveValue(links[1]!);
  await page.reload();
  await expect(page.getByText("Somebody has sat down.")).toBeVisible();
  await expect(linkField(page)).toHaveValue(links[1]!);
  expect(await gamesOf(one)).toEqual([id]);
  await page.goto(`/g/${id}`);
  await expect(linkField(page)).toHaveValue(links[1]!);
  /* A seat that is left can be taken again, by its link, which the browser remembers. */
  await two.page.getByRole("button", { name: "Stand up" }).click();
  await expect(page.getByRole("radiogroup", { name: "Which link" }).getByRole("radio")).toHaveCount(2);
  await two.page.reload();
  await two.page.getByRole("button", { name: "Sit down" }).click();
  await expect(two.page.getByRole("heading", { name: "Waiting for others" })).toBeVisible();
  await expect(linkField(page)).toHaveValue(links[1]!);
  /* A player who comes too late reads why. */
  three.ignore(/status of 403/);
  await sitDown(three, links[0]!, "Aiko");
  await expect(three.page.getByRole("alert")).toHaveText("Another player has taken this seat. Ask for a new link.");
  await sitDown(three, links[1]!, "Aiko");
  for (const player of [one, two, three]) await expect(live(player.page)).toBeVisible();
  await leave(one, two, three);
});

test("the second player with a link reads that the seat is taken", async ({ browser }) => {
  const [one, two, three] = [
    await somebody(browser, server),
    await somebody(browser, server),
    await somebody(browser, server),
  ];
  three.ignore(/status of 404/);
  for (const secret of [false, true]) {
    const [link] = await ask(one, { game: "delta", private: secret });
    await three.page.goto(way(link!));
    await expect(three.page.getByRole("button", { name: "Sit down" })).toBeVisible();
    await sitDown(two, link!, "Mara");
    if (secret)
      await expect(three.page.getByRole("heading", { name: "Another player has taken this seat." })).toBeVisible();
    else {
      const told = "Another player has taken this seat. You are watching.";
      await expect(three.page.locator(".msgs")).toContainText(told);
      await three.page.goto("/about");
      await three.page.goto(way(link!));
      await expect(three.page.locator(".msgs")).toContainText(told);
    }
  }
  await leave(one, two, three);
});

test("a command rejected before the game starts is explained on the waiting page", async ({ browser }) => {
  const [one, two] = [await somebody(browser, server), await somebody(browser, server)];
  let holds = false; /* what happens does not reach the first page */
  await one.page.routeWebSocket(/\/api\/socket/, (socket) => {
    const far = socket.connectToServer();
    far.onMessage((message) => {
      if (!holds || String(message).includes('"re"')) socket.send(message);
    });
  });
  const [link] = await ask(one, THREE);
  const id = idOf(link!);
  await one.page.goto(`/g/${id}`);
  const start = one.page.getByRole("button", { name: "Start, with programs in the free seats" });
  await expect(start).toBeVisible();
  await two.page.goto("/you");
  await two.page.getByRole("textbox", { name: "Your name" }).fill("Mara");
  await two.page.getByRole("button", { name: "Save" }).click();
  await expect(two.page.getByRole("region", { name: "Your devices" })).toBeVisible();
  const last = async () => (await stands(one, server, id)).last;
  expect(await command(two, server, id, "join", { last: await last(), key: link!.split("#")[1] })).toBe(200);
  await expect(one.page.locator(".seatline")).toContainText(["You", "Mara", "Your friend"]);
  holds = true;
  expect(await command(two, server, id, "leave", { last: await last() })).toBe(200);
  await start.click();
  await expect(one.page.getByRole("alert")).toHaveText("The game has changed in the meantime. Check it and try again.");
  holds = false;
  await start.click();
  await expect(live(one.page)).toBeVisible();
  await leave(one, two);
});
