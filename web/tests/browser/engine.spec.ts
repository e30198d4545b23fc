/* Against the engine: to the end of a game, moving at once when told, and never in the way of the page. */
import type { Page } from "@playwright/test";
import { Referee } from "./referee";
import { expect, test } from "./support";
import type { Table } from "./table";
import { against, anyMove, myTurn } from "./walk";

test.use({ trace: "off" });

/** What the page shows is a legal game with this result. */
async function expectTrue(table: Table, spec: string): Promise<void> {
  const over = await table.result.isVisible();
  if (over) await table.button("Review").click();
  const referee = await Referee.open(spec, await table.plies());
  await table.expectStanding(referee);
  expect(referee.state.end === "open").toBe(!over);
  if (!over) return;
  await table.button("Result").click();
  const { points } = referee.state;
  await expect(table.result.locator(".score")).toContainText(`${points[0]} : ${points[1]}`);
  await expect(table.result.getByRole("heading")).toHaveText([/^A draw$/, /^You win$/, /^Level \d wins$/][referee.winner]!);
}

const whole = [["delta", 1], ["delta", 3], ["neo-delta", 3], ["kulami:board=irregular,level=2", 1]] as const;
for (const [spec, level] of whole)
  test(`${spec} against level ${level} to the end`, async ({ table }) => {
    await table.begin(spec, { players: ["Person", level] });
    await against(table, 100);
    await expect(table.result).toBeVisible();
    await expectTrue(table, spec);
  });

const some = [["neo-delta", 1], ["kulami", 3], ["delfino", 1], ["delfino", 3], ["circle-delta", 1], ["circle-delta", 3]] as const;
for (const [spec, level] of some)
  test(`some moves of ${spec} against level ${level}`, async ({ table }) => {
    await table.begin(spec, { players: ["Person", level] });
    await against(table, 6);
    await expectTrue(table, spec);
  });

/* As a page that may not share memory: over plain http. */
function alone(): void {
  Object.defineProperty(globalThis, "crossOriginIsolated", { value: false });
  Object.defineProperty(globalThis, "SharedArrayBuffer", { value: undefined });
}

/** Presses a button as soon as it is there. Milliseconds from then until the list of moves has changed, as the page
    itself sees them. */
function pressed(page: Page, button: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((done) => {
        let began = 0;
        const watch = new MutationObserver((changes) => {
          const found = [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name);
          if (began === 0 && found) {
            setTimeout(() => {
              began = performance.now();
              found.click();
            });
            began = Infinity;
          }
          if (began > 0 && began < Infinity && changes.some(({ target }) => (target as Element).closest(".moves"))) {
            watch.disconnect();
            done(performance.now() - began);
          }
        });
        watch.observe(document.body, { childList: true, subtree: true });
      }),
    button,
  );
}

for (const shared of [true, false])
  test.describe(shared ? "with shared memory" : "without shared memory", () => {
    test.beforeEach(async ({ table, page }) => {
      if (!shared) await page.addInitScript(alone);
      await table.begin("kulami", { players: ["Person", 10] });
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(shared);
    });

    test("Move now is answered in less than 100 ms", async ({ table, page }) => {
      const took: number[] = [];
      for (let turn = 0; turn < 3; turn++) {
        const time = pressed(page, "Move now");
        await anyMove(table);
        took.push(await time);
        await myTurn(table);
      }
      console.log(`Move now, shared memory ${shared}: ${took.map((time) => Math.round(time)).join(", ")} ms`);
      expect(Math.min(...took)).toBeLessThan(100); /* the least: other programs may take the processor meanwhile */
      await expectTrue(table, "kulami");
    });

    test("a move is taken back while it thinks, and another one is played", async ({ table, page }) => {
      await anyMove(table);
      await expect(page.getByText("Level 10 is thinking.")).toBeVisible();
      await table.button("Take back").click();
      await myTurn(table);
      expect(await table.plies()).toEqual([]);
      await table.expectStanding(await Referee.open("kulami"));
      await table.click("b2");
      await expect.poll(() => table.plies()).toHaveLength(2); /* the engine answers the new move, and not the old one */
      expect((await table.plies())[0]).toBe("b2");
      await expectTrue(table, "kulami");
    });
  });
