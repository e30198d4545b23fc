/* A man is carried: by the mouse and by a finger. Whatever ends the carrying early puts him back. */
import { Referee } from "./referee";
import { expect, test } from "./support";
import type { Table } from "./table";

let referee: Referee;

test.beforeEach(async ({ table }) => {
  referee = await Referee.open("delta");
  await table.begin("delta");
  for (const move of ["c3", "d3"]) await table.play(move, referee);
});

const middle = (table: Table, id: string) => table.spot(id).then((spot) => spot!);
/* What is in the hand lies above everything else in the drawing. */
const carried = (table: Table) => table.page.locator(".stage svg.board > g:last-child > *");

async function expectBack(table: Table): Promise<void> {
  await expect(carried(table)).toHaveCount(0);
  await expect.poll(() => table.plies()).toEqual(["c3", "d3"]);
  await expect(table.board.locator("[aria-selected=true]")).toHaveCount(0);
  await table.expectStanding(referee);
}

async function lift(table: Table, from: string, to: string): Promise<void> {
  const { mouse } = table.page;
  const [start, end] = [await middle(table, from), await middle(table, to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await mouse.move(end.x, end.y, { steps: 4 });
}

test.describe("with the mouse", () => {
  test("a man dropped on a target moves there", async ({ table, page }) => {
    await lift(table, "c3", "a3");
    await expect(carried(table)).toHaveCount(1);
    await expect(table.place("a3")).toHaveAttribute("data-over", "");
    await page.mouse.up();
    referee.play("c3-a3");
    await table.expectPlayed("c3-a3", referee);
    await expect(carried(table)).toHaveCount(0);
    await table.expectStanding(referee);
  });

  test("the man is under the pointer all the way", async ({ table, page }) => {
    await lift(table, "c3", "a1");
    const end = await middle(table, "a1");
    const box = (await carried(table).boundingBox())!;
    expect(Math.abs(box.x + box.width / 2 - end.x)).toBeLessThan(box.width / 4);
    expect(Math.abs(box.y + box.height / 2 - end.y)).toBeLessThan(box.height / 4);
    await page.mouse.up();
  });

  test("dropped where he cannot go, he is back, and the message says why", async ({ table, page }) => {
    await lift(table, "c3", "b3");
    await page.mouse.up();
    await expect(table.message).toContainText(referee.why(["c3"], "b3"));
    await expect(carried(table)).toHaveCount(0);
    await expect.poll(() => table.plies()).toEqual(["c3", "d3"]);
    await table.expectStanding(referee);
  });

  test("dropped beside the board, he is back", async ({ table, page }) => {
    await lift(table, "c3", "a1");
    await page.mouse.move(5, 5, { steps: 3 });
    await page.mouse.up();
    await expectBack(table);
  });

  test("Escape puts him back, and letting go then does nothing", async ({ table, page }) => {
    await table.place("c3").focus();
    await lift(table, "c3", "a3");
    await page.keyboard.press("Escape");
    await expectBack(table);
    await page.mouse.up();
    await expectBack(table);
  });

  test("when the browser takes the pointer away, he is back", async ({ table, page }) => {
    await lift(table, "c3", "a3");
    await page.evaluate(() => {
      const window_ = document.querySelector(".stage .window")!;
      window_.dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }));
    });
    await expectBack(table);
    await page.mouse.up();
    await expectBack(table);
  });

  test("a man of the other player cannot be carried", async ({ table, page }) => {
    await lift(table, "d3", "d1");
    await expect(carried(table)).toHaveCount(0);
    await page.mouse.up();
    await expect.poll(() => table.plies()).toEqual(["c3", "d3"]);
  });

  test("a move that is taken back meanwhile ends the carrying", async ({ table, page }) => {
    await lift(table, "c3", "a3");
    await expect(carried(table)).toHaveCount(1);
    await page.keyboard.press("u");
    await expect(table.lastPly).toHaveText("c3");
    await expect(carried(table)).toHaveCount(0);
    await page.mouse.up();
    await expect.poll(() => table.plies()).toEqual(["c3"]);
    await table.expectStanding(await Referee.open("delta", ["c3"]));
  });
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true });

  async function fingers(table: Table) {
    const client = await table.page.context().newCDPSession(table.page);
    return (
      type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel",
      ...touchPoints: { x: number; y: number }[]
    ) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
  const FLOAT = 48; /* pixels that the man floats above the finger */

  test("the man floats above it, and is set down where he is seen", async ({ table }) => {
    const touch = await fingers(table);
    const [start, end] = [await middle(table, "c3"), await middle(table, "a3")];
    await touch("touchStart", start);
    await touch("touchMove", { x: start.x - 30, y: start.y + 10 });
    await touch("touchMove", { x: end.x, y: end.y + FLOAT });
    await expect(carried(table)).toHaveCount(1);
    const box = (await carried(table).boundingBox())!;
    expect(Math.abs(box.y + box.height / 2 - end.y)).toBeLessThan(box.height / 4);
    await touch("touchEnd");
    referee.play("c3-a3");
    await table.expectPlayed("c3-a3", referee);
    await table.expectStanding(referee);
  });

  test("a touch that the system takes away puts him back", async ({ table }) => {
    const touch = await fingers(table);
    const [start, end] = [await middle(table, "c3"), await middle(table, "a3")];
    await touch("touchStart", start);
    await touch("touchMove", { x: start.x - 30, y: start.y });
    await touch("touchMove", { x: end.x, y: end.y + FLOAT });
    await expect(carried(table)).toHaveCount(1);
    await touch("touchCancel");
    await expectBack(table);
  });

  test("tap and tap makes a move", async ({ table, page }) => {
    await table.play("c3-a3", referee, (x, y) => page.touchscreen.tap(x, y));
    await table.expectStanding(referee);
  });
});
