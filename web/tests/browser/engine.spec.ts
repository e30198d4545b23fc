/* Against the engine: to the end of a game, moving at once when told, and never in the way of the page. */
import { Referee } from "./referee";
import { alone, pressed } from "./stop";
import { expect, test } from "./support";
import type { Table } from "./table";
import { against, anyMove, myTurn } from "./walk";

test.use({ trace: "off" });

/** What the page shows is a legal game with this result. */
async function expectTrue(table: Table, spec: string): Promise<void> {
  const over = await table.result.isVisible();
  if (over) await table.button("Moves").click();
  const referee = await Referee.open(spec, await table.plies());
  await table.expectStanding(referee);
  expect(referee.state.end === "open").toBe(!over);
  if (!over) return;
  await table.button("Result").click();
  const { points } = referee.state;
  await expect(table.result.locator(".score")).toContainText(`${points[0]} : ${points[1]}`);
  await expect(table.result.getByRole("heading")).toHaveText(
    [/^A draw$/, /^You win$/, /^Level \d wins$/][referee.winner]!,
  );
}

/* Which level is asked for is the setup's matter, how it plays the engine's, how a game ends the core's: one game to its
   end, some moves of each of the others. */
test("delta against level 1 to the end", async ({ table }) => {
  await table.begin("delta", { players: ["Person", 1] });
  await against(table, 100);
  await expect(table.result).toBeVisible();
  await expectTrue(table, "delta");
});

const some = [
  ["neo-delta", 3],
  ["kulami:board=irregular,level=2", 1],
  ["delfino", 1],
  ["circle-delta", 3],
] as const;
for (const [spec, level] of some)
  test(`some moves of ${spec} against level ${level}`, async ({ table }) => {
    await table.begin(spec, { players: ["Person", level] });
    await against(table, 3);
    await expectTrue(table, spec);
  });

for (const shared of [true, false])
  test.describe(shared ? "with shared memory" : "without shared memory", () => {
    test.beforeEach(async ({ table, page }) => {
      if (!shared) await page.addInitScript(alone);
      await table.begin("kulami", { players: ["Person", 10] });
      expect(await page.evaluate(() => globalThis.crossOriginIsolated)).toBe(shared);
    });

    test("Move now is answered with a move", async ({ table, page }) => {
      for (let turn = 0; turn < 3; turn++) {
        const moved = pressed(page, "Move now");
        await anyMove(table);
        await moved;
        await myTurn(table);
      }
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
