/* A man shows where he can go before he is chosen: to the pointer, to the keys; and men in hand show which one is put. */
import { Referee } from "./referee";
import { expect, test } from "./support";

test("a man under the pointer or the focus shows his targets faintly, and nothing is chosen by it", async ({
  table,
  page,
}) => {
  const referee = await Referee.open("delta");
  await table.begin("delta");
  for (const move of ["c3", "d3"]) await table.play(move, referee);
  const faint = page.locator(".stage .is-faint > *");
  const away = () => page.mouse.move(2, 2);
  await away();
  await expect(faint).toHaveCount(0);
  const { x, y } = (await table.spot("c3"))!;
  await page.mouse.move(x, y);
  await expect(faint).not.toHaveCount(0);
  await expect(table.board.locator("[aria-selected=true]")).toHaveCount(0);
  await away();
  await expect(faint).toHaveCount(0);
  const other = (await table.spot("d3"))!;
  await page.mouse.move(other.x, other.y); /* a man of the other player has none to show */
  await expect(faint).toHaveCount(0);
  await away();

  await table.board.locator("[tabindex='0']").focus();
  await page.keyboard.press("Home");
  for (const arrow of referee.way(
    (await page.evaluate(() => (document.activeElement as HTMLElement).dataset["place"]))!,
    "c3",
  ))
    await page.keyboard.press(`Arrow${arrow[0]!.toUpperCase()}${arrow.slice(1)}`);
  await expect(table.place("c3")).toBeFocused();
  await expect(faint).not.toHaveCount(0);
  await page.keyboard.press("Enter"); /* chosen: plain targets, and another man shows none */
  await expect(table.place("c3")).toHaveAttribute("aria-selected", "true");
  await expect(faint).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(faint).not.toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(faint).toHaveCount(0);
});

test("the man in hand that a place alone puts is shown as chosen, and the tray is empty when none is to be chosen", async ({
  table,
  page,
}) => {
  const referee = await Referee.open("neo-delta");
  await table.begin("neo-delta");
  const [own, red] = [table.button(referee.called("box")), table.button(referee.called("red"))];
  await expect(own).toHaveAttribute("aria-pressed", "true");
  await expect(own).not.toHaveAttribute("aria-disabled");
  await red.click();
  await expect(red).toHaveAttribute("aria-pressed", "true");
  await expect(own).not.toHaveAttribute("aria-pressed");
  await own.click();
  await expect(own).toHaveAttribute("aria-pressed", "true");
  await expect(red).not.toHaveAttribute("aria-pressed");
  for (const move of ["c3", "d4"]) await table.play(move, referee);
  await expect(page.locator(".tray button")).toHaveCount(0);
});
