/* A match against the computer that was left goes on when the player comes back: the computer answers, and hints work. */
import { games } from "./pages";
import { expect, test } from "./support";
import type { Table } from "./table";
import { anyMove, myTurn } from "./walk";

/** How many turns the computer, which goes second, has played. */
async function answers({ moves }: Table): Promise<number> {
  const [rows, plies] = [await moves.locator(".turns li").count(), await moves.locator(".ply").count()];
  return Math.floor((rows || plies) / 2);
}

/** The player takes a turn, and the computer answers. */
async function answered(table: Table): Promise<void> {
  const before = await answers(table);
  for (let acts = 0; acts < 12 && (await answers(table)) === before; acts++) {
    await anyMove(table);
    await myTurn(table);
  }
  expect(await answers(table)).toBe(before + 1);
}

const ways: Record<string, (table: Table) => Promise<void>> = {
  async rules({ page }) {
    await page.getByRole("link", { name: "Rules", exact: true }).click();
    await page.getByRole("link", { name: "Back to the game" }).click();
  },
  async home({ page }) {
    await page.getByRole("link", { name: "Ascona, home" }).click();
    await page.getByRole("link", { name: /^Continue/ }).click();
  },
  async study(table) {
    await table.button("Menu").click();
    await table.button("Study").click();
    await expect(table.page).toHaveURL(/\/study/);
    await table.page.goBack();
  },
  async language({ page }) {
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("radio", { name: "Français", exact: true }).check();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await page.getByRole("radio", { name: "English", exact: true }).check();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.keyboard.press("Escape");
  },
};

for (const game of games)
  test(`${game} goes on after the player left by ${Object.keys(ways).join(", ")}`, async ({ table }) => {
    await table.loadDice(1n); /* a game that is not over so soon */
    await table.begin(game, { players: ["Person", 1] });
    await answered(table);
    for (const leave of Object.values(ways)) {
      await leave(table);
      await expect(table.board).toBeVisible();
      await myTurn(table);
      await answered(table);
    }
    await ways["rules"]!(table);
    await myTurn(table);
    const roll = table.button("Roll");
    if (await roll.isVisible()) await roll.click();
    await table.button("Hint").click();
    await expect(table.page.locator(".msg--hint")).toBeVisible();
  });

test("the computer that was left while it thinks thinks again", async ({ table }) => {
  await table.begin("kulami", { players: ["Person", 10] });
  await anyMove(table);
  await expect(table.page.getByText("Level 10 is thinking.")).toBeVisible();
  await ways["rules"]!(table);
  await table.button("Move now").click();
  await expect.poll(() => table.plies()).toHaveLength(2);
});
