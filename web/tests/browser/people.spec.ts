/* Two people play over a link, on the real server: whole games of all five, a server that is restarted, a line that is
   lost, four at a table with a program, days a move with the page closed. */
import { expect, test } from "@playwright/test";
import { isAccessible, possible, whole } from "./pages";
import {
  ask,
  command,
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
  stands,
  type,
  typing,
} from "./people";
import { Referee } from "./referee";

let server: Hosting;
test.beforeAll(async () => {
  server = await host();
});
test.afterAll(() => server.close());

const result = ({ page }: Player) => page.locator("#result");

/** Plays moves from the pages of those whose turn it is, each seen by the other. */
async function playTyped(players: Player[], spec: string, moves: string[], after = 0): Promise<Referee> {
  const referee = await Referee.open(spec, moves.slice(0, after));
  for (const { page } of players) await typing(page);
  for (const [index, move] of moves.entries()) {
    if (index < after) continue;
    await type(players[referee.state.seat - 1]!.page, move);
    referee.play(move);
    if (referee.state.end !== "open") break;
    for (const { page } of players) await expect(listed(page)).toHaveCount(index + 1);
  }
  return referee;
}

const SPECS = [
  "delta",
  "neo-delta",
  "kulami:board=irregular,level=2",
  "circle-delta:board=rose,rings=2,petals=3,men=1,reds=3,greens=1",
] as const;

for (const spec of SPECS) {
  const [game, list = ""] = spec.split(":");
  test(`a whole game of ${game}, one at a phone`, async ({ browser }) => {
    const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
    const options = Object.fromEntries(
      list
        .split(",")
        .filter(Boolean)
        .map((part) => part.split("=")),
    );
    await seated(one, other, { game: game!, options });
    const { moves } = whole(spec);
    const referee = await playTyped([one, other], spec, moves);
    for (const player of [one, other]) await expect(result(player)).toBeVisible();
    const { winner } = referee;
    const told = (seat: number) => (winner === 0 ? "A draw" : winner === seat ? "You win" : /wins$/);
    await expect(result(one)).toHaveText(told(1));
    await expect(result(other)).toHaveText(told(2));
    /* Each has it among his own records. */
    await other.page.goto("/records");
    await expect(other.page.locator(".record")).toHaveCount(1);
    await leave(one, other);
  });
}

test("Delfino of four, with a program and dice of the server, to its end", async ({ browser }) => {
  const [one, two, three] = [
    await somebody(browser, server),
    await somebody(browser, server, "phone"),
    await somebody(browser, server),
  ];
  const players = [one, two, three];
  const links = await ask(one, { game: "delfino", options: { players: "4" }, others: [-1, -1, 2] });
  expect(links).toHaveLength(2);
  await sitDown(two, links[0]!, "Mara");
  await expect(one.page.getByText("Somebody has sat down.")).toBeVisible();
  await sitDown(three, links[1]!, "Aiko");
  for (const { page } of players) await expect(live(page)).toBeVisible();
  const id = idOf(links[0]!);
  await isAccessible(one.page, "Delfino of four");
  /* Each places a pawn, and the first rolls and moves, by touch. */
  for (const { page } of players) {
    const before = await listed(page).count();
    await expect(possible(page)).not.toHaveCount(0);
    await possible(page).first().click();
    await expect.poll(() => listed(page).count()).toBeGreaterThan(before);
  }
  await one.page.getByRole("button", { name: "Roll", exact: true }).click();
  await expect(one.page.locator(".tray")).toContainText(/steps? left/);
  await expect(two.page.locator(".tray")).toContainText(/steps? left/);
  const before = await listed(two.page).count();
  await possible(one.page).first().click();
  await expect.poll(() => listed(two.page).count()).toBeGreaterThan(before);
  await one.page.getByRole("button", { name: "End turn" }).click();
  await expect(two.page.getByRole("button", { name: "Roll", exact: true })).toHaveClass(/btn--go/);
  /* Two have to go: those who are there let the program play for them, one by one. */
  const now = async () => ({ last: (await stands(one, server, id)).last });
  /* A program may move in between: then it is said again, of what stands now. */
  const done = (player: Player, what: string, more = {}) =>
    expect.poll(async () => command(player, server, id, what, { ...more, ...(await now()) })).toBe(200);
  await done(two, "leave");
  await done(one, "offer", { offer: "engine", seat: 2, level: 5 });
  await expect(three.page.locator(".msgs")).toContainText("Shall the program play for Mara?");
  await three.page.getByRole("button", { name: "Program", exact: true }).click();
  await expect(two.page.locator(".msgs")).toContainText("The program plays for you.");
  await done(three, "leave");
  await done(one, "offer", { offer: "engine", seat: 3, level: 5 });
  for (const { page } of [two, three]) await page.goto("/about");
  await playOut(one, id, "delfino:players=4");
  for (const { page } of [two, three]) await page.goto(`/g/${id}`);
  for (const player of players) await expect(result(player)).toBeVisible();
  const { state, cause } = await stands(one, server, id);
  expect([state, cause]).toEqual(["ended", "rules"]);
  await leave(...players);
});

interface Happened {
  n: number;
  type: string;
  move?: string;
}

/** The first person plays at random, past the page, against programs in the other seats, until the rules end it. */
async function playOut(player: Player, id: string, spec: string): Promise<void> {
  const referee = await Referee.open(spec);
  let last = 0;
  let chance = 7;
  const pick = (count: number) => (chance = (chance * 48271) % 2147483647) % count;
  for (;;) {
    const path = `${server.url}/api/games/${id}/events?from=${last + 1}`;
    const text = await (await player.page.request.get(path, { headers: { "Ascona-Api": "2" } })).text();
    for (const line of text.split("\n").filter(Boolean)) {
      const event = JSON.parse(line) as Happened;
      last = event.n;
      if (event.type === "moved" || event.type === "rolled") referee.play(event.move!);
    }
    const { steps, turn, end, seat } = referee.state;
    if (end !== "open") return;
    if (seat !== 1) await player.page.waitForTimeout(50); /* the programs think */
    else if (turn === "chance") await command(player, server, id, "roll", { last });
    else await command(player, server, id, "move", { last, move: steps[pick(steps.length)]!.move });
  }
}

test("a server that dies in the middle of a game, and a move made meanwhile", async ({ browser }) => {
  const own = await host();
  const [one, other] = [await somebody(browser, own), await somebody(browser, own, "phone")];
  for (const player of [one, other])
    player.ignore(/WebSocket connection|ERR_CONNECTION_REFUSED|Failed to load resource/);
  await seated(one, other, { game: "delta", time: "time", minutes: 10, increment: 5 });
  const { moves } = whole("delta");
  for (const { page } of [one, other]) await typing(page);
  await type(one.page, moves[0]!);
  await expect(listed(other.page)).toHaveCount(1);
  await type(other.page, moves[1]!);
  await expect(listed(one.page)).toHaveCount(2);
  await own.stop("SIGKILL");
  await type(one.page, moves[2]!); /* shown, and kept to be sent */
  await expect(listed(one.page)).toHaveCount(3);
  await expect(one.page.locator(".msgs")).toContainText("No connection.", { timeout: 15_000 });
  await expect(one.page.locator(".cell.is-pending")).not.toHaveCount(0);
  await own.start();
  await one.page
    .getByRole("button", { name: "Now", exact: true })
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await expect(one.page.locator(".msgs")).toContainText(`Your move ${moves[2]} was sent.`, { timeout: 30_000 });
  await expect(one.page.locator(".cell.is-pending")).toHaveCount(0);
  await expect(listed(other.page)).toHaveCount(3, { timeout: 30_000 });
  await type(other.page, moves[3]!);
  await expect(listed(one.page)).toHaveCount(4);
  /* No clock ran while nobody served, and both pages show what the server has. */
  const { clocks } = await stands(one, own, idOf(one.page.url()));
  const shown = await one.page.locator(".seat.bottom .clock").innerText();
  const [minutes, seconds] = /(\d+):(\d\d)/.exec(shown)!.slice(1).map(Number);
  expect(Math.abs(minutes! * 60 + seconds! - clocks![0]! / 1000)).toBeLessThan(3);
  await leave(one, other);
  await own.close();
});

test("a line that is lost for a while, and what happened meanwhile", async ({ browser }) => {
  const tunnel = await line(server);
  const [one, other] = [await somebody(browser, server), await somebody(browser, tunnel, "phone")];
  other.ignore(/ERR_|WebSocket connection|Failed to load resource/);
  const [link] = await ask(one, { game: "kulami" });
  await sitDown(other, link!, "Mara");
  for (const { page } of [one, other]) await expect(live(page)).toBeVisible();
  const id = idOf(link!);
  const { moves } = whole("kulami");
  for (const { page } of [one, other]) await typing(page);
  for (const [index, move] of moves.slice(0, 2).entries()) {
    await type([one, other][index]!.page, move);
    await expect(listed([other, one][index]!.page)).toHaveCount(index + 1);
  }
  tunnel.cut();
  await type(one.page, moves[2]!);
  await expect(listed(one.page)).toHaveCount(3);
  await expect(other.page.locator(".msgs")).toContainText("No connection.");
  /* Meanwhile the same person moves on another device. */
  const { last } = await stands(one, server, id);
  const cookies = await other.context.cookies();
  const moved = await one.page.request.fetch(`${server.url}/api/games/${id}/move`, {
    method: "POST",
    headers: {
      "Ascona-Api": "2",
      Origin: server.url,
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    },
    data: { id: "elsewhere", last, move: moves[3] },
  });
  expect(moved.status()).toBe(200);
  await expect(listed(one.page)).toHaveCount(4);
  tunnel.mend();
  await expect(listed(other.page)).toHaveCount(4, { timeout: 30_000 });
  await expect(other.page.locator(".msgs")).toContainText(/You are back|You moved on another device/);
  await type(one.page, moves[4]!);
  await expect(listed(other.page)).toHaveCount(5);
  await leave(one, other);
  await tunnel.close();
});

test("days a move, with the page closed between the moves", async ({ browser }) => {
  const [one, other] = [await somebody(browser, server), await somebody(browser, server, "phone")];
  const id = await seated(one, other, { game: "neo-delta", time: "days", days: 3 });
  const { moves } = whole("neo-delta");
  await one.page.goto("/about");
  await other.page.goto("/about");
  const players = [one, other];
  const referee = await Referee.open("neo-delta");
  for (const move of moves) {
    const { page } = players[referee.state.seat - 1]!;
    await page.goto("/games");
    const yours = page.getByRole("region", { name: "Your turn" });
    await expect(yours.getByRole("link")).toHaveCount(1);
    await yours.getByRole("link").click();
    await expect(live(page)).toBeVisible();
    await expect(page.locator(".seat.bottom .clock")).toContainText("3 days");
    await typing(page);
    await type(page, move);
    referee.play(move);
    await expect
      .poll(async () => (await stands(one, server, id)).turn)
      .toBe(referee.state.end === "open" ? referee.state.seat : 0);
    await page.goto("/about");
  }
  await one.page.goto("/games");
  const ended = one.page.getByRole("region", { name: "Just ended" });
  await expect(ended.getByRole("link", { name: /Néo-Delta with Mara/ })).toBeVisible();
  await isAccessible(one.page, "your games");
  await leave(one, other);
});
