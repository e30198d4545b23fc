/* On a phone, 360 by 740, by touch: everything fits, nothing scrolls, and what would be too small is enlarged. */
import { Referee, vector } from "./referee";
import { expect, test } from "./support";
import type { Table } from "./table";

const LEAST = 24; /* pixels that a finger can hit */

/** Nothing but the list of moves scrolls, and everything is on the screen, whose size the page does not know: what it
    takes for it grows with what is too wide. */
async function expectFits(table: Table): Promise<void> {
  const { page } = table;
  const { width, height } = page.viewportSize()!;
  const size = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { scrollWidth, scrollHeight };
  });
  expect(size.scrollWidth).toBeLessThanOrEqual(width);
  expect(size.scrollHeight).toBeLessThanOrEqual(height);
  for (const part of [page.locator(".stage .plane"), table.message, page.getByRole("group", { name: "Game controls" })])
    await expect(part).toBeInViewport({ ratio: 0.99 });
}

const strip = (table: Table) => table.page.getByRole("group", { name: "View of the board" });

const middle = (table: Table) =>
  table.page.locator(".stage .window").evaluate((box) => {
    const { x, y, width, height } = box.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
const width = async (table: Table) =>
  Math.round((await table.board.getByRole("gridcell").first().boundingBox())!.width);

for (const game of ["delta", "neo-delta", "kulami", "delfino", "circle-delta"])
  test(`${game} starts with two touches and fits`, async ({ table, page }) => {
    const title = (await Referee.open(game)).state.title;
    await page.goto("/");
    await page.getByRole("link", { name: `Play now: ${title}`, exact: true }).tap();
    await page.getByRole("button", { name: "Start the game" }).tap();
    await expect(table.board).toBeVisible();
    await expectFits(table);
    const widths = await table.board
      .getByRole("gridcell")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    if (Math.round(Math.min(...widths)) < LEAST) await expect(strip(table)).toBeVisible();
  });

test("a whole game of Delta by taps", async ({ table, page }) => {
  const { spec, moves, points } = vector("delta");
  const referee = await Referee.open(spec);
  await table.begin(spec);
  for (const move of moves) {
    await table.play(move, referee, (x, y) => page.touchscreen.tap(x, y));
    if (referee.state.end === "open") await expectFits(table);
  }
  await table.expectResult(referee, points);
});

test("a Kulami board ten hollows wide has places that a finger can hit", async ({ table }) => {
  await table.begin("kulami:board=irregular");
  await expectFits(table);
  const columns = await table.board
    .getByRole("gridcell")
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset["place"]![0]));
  expect(columns).toContain("j");
  expect(await width(table)).toBeGreaterThanOrEqual(LEAST);
});

for (const spec of ["circle-delta", "circle-delta:board=rose,rings=6,petals=8"])
  test.describe(spec, () => {
    test.beforeEach(async ({ table }) => table.begin(spec));

    test("places too small for a finger are enlarged by a button, and the whole board comes back", async ({
      table,
    }) => {
      const rest = await width(table);
      expect(rest).toBeLessThan(LEAST);
      await expectFits(table);
      const larger = strip(table).getByRole("button", { name: "Larger" });
      while ((await width(table)) < LEAST) await larger.tap();
      expect(await table.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        table.page.viewportSize()!.width,
      );
      await strip(table).getByRole("button", { name: "Whole board" }).tap();
      expect(await width(table)).toBe(rest);
    });

    test("two fingers enlarge it, one moves it about", async ({ table, page }) => {
      const client = await page.context().newCDPSession(page);
      const touch = (
        type: "touchStart" | "touchMove" | "touchEnd",
        ...touchPoints: { x: number; y: number; id?: number }[]
      ) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
      const rest = await width(table);
      const { x, y } = await middle(table);
      const two = (apart: number) =>
        [
          { x: x - apart, y, id: 1 },
          { x: x + apart, y, id: 2 },
        ] as const;
      await touch("touchStart", ...two(30));
      for (const apart of [50, 70, 90]) await touch("touchMove", ...two(apart));
      await touch("touchEnd");
      await expect.poll(() => width(table)).toBeGreaterThan(2 * rest);
      expect(await page.evaluate(() => visualViewport!.scale)).toBe(1); /* the board, and not the page */
      const id = (await table.offers())[0]!;
      const before = (await table.spot(id))!;
      await touch("touchStart", { x, y });
      for (const by of [10, 25, 40]) await touch("touchMove", { x: x + by, y: y + by });
      await touch("touchEnd");
      const after = (await table.spot(id))!;
      expect(Math.abs(after.x - before.x)).toBeGreaterThan(20);
      expect(await table.plies()).toEqual([]); /* moving it about touches nothing */
    });

    test("a touch takes the nearest place", async ({ table, page }) => {
      const referee = await Referee.open(spec);
      await strip(table).getByRole("button", { name: "Larger" }).tap();
      await strip(table).getByRole("button", { name: "Larger" }).tap();
      const seen = (await page.locator(".stage .window").boundingBox())!;
      const spots = await Promise.all((await table.offers()).map(async (id) => ({ id, ...(await table.spot(id))! })));
      const {
        id,
        x,
        y,
        width: size,
      } = spots.find(
        (spot) =>
          Math.abs(spot.x - seen.x - seen.width / 2) < seen.width / 3 &&
          Math.abs(spot.y - seen.y - seen.height / 2) < seen.height / 3,
      )!;
      /* Off its middle, but nearer to it than to any other. */
      await page.touchscreen.tap(x + 0.3 * size, y + 0.2 * size);
      const move = referee.state.steps.find(({ steps }) => steps.length === 1 && steps[0] === id)!.move;
      await expect.poll(() => table.plies()).toEqual([move]);
    });
  });

test("the marks on the board are explained behind Menu, also one that is gone from it", async ({ page }) => {
  await page.goto("/play?game=delta&moves=c3+d4+c3-e3");
  await page.getByRole("button", { name: "Menu" }).tap();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("button", { name: "Marks on the board" }).tap();
  const legend = page.getByRole("dialog", { name: "Marks on the board" });
  for (const words of ["You can play here", "Last move: from here", "What it put"])
    await expect(legend.getByRole("listitem").filter({ hasText: words }).locator("svg")).toBeVisible();
  await legend.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("button", { name: "Take back" }).tap();
  await page.getByRole("button", { name: "Menu" }).tap();
  await menu.getByRole("button", { name: "Marks on the board" }).tap();
  await expect(legend).toContainText("What it put");
});
