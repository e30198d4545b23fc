/* The analysis board on a phone: the arrows stay where they are, the current move is in sight, and so is what can be done
   with a line. */
import { board, expect, test, whole } from "./pages";

test("arrows, the current move and the acts of a line are where a thumb finds them", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { game, moves } = whole("circle-delta");
  await page.goto(`/study?game=${game}&moves=${moves.join("+")}`);
  await expect(board(page)).toBeVisible();
  const arrows = page.locator(".step5");
  const current = page.locator(".tree [aria-current]");
  const back = page.getByRole("button", { name: "Back", exact: true });
  const { y } = (await arrows.boundingBox())!;
  expect(y).toBeGreaterThan(780);
  const inSight = () =>
    expect(async () => {
      const [move, list] = [(await current.boundingBox())!, (await page.locator(".tree").boundingBox())!];
      expect(move.y).toBeGreaterThanOrEqual(list.y);
      expect(move.y + move.height).toBeLessThanOrEqual(y + 1);
    }).toPass({ timeout: 10_000 });
  await inSight();
  for (let steps = 0; steps < 30; steps++) await back.tap();
  await inSight();
  expect((await arrows.boundingBox())!.y).toBe(y);
  await page.getByRole("switch", { name: "Engine" }).tap();
  await back.tap();
  expect((await arrows.boundingBox())!.y).toBe(y);
  await page.getByRole("switch", { name: "Engine" }).tap();

  for (const height of [844, 640]) {
    await page.setViewportSize({ width: 360, height });
    await page.locator(".pv").nth(1).tap();
    const [goBack, keep, row, below] = await Promise.all(
      [".msg-acts .btn:first-child", ".msg-acts .btn:last-child", '.pv[aria-pressed="true"]', ".step5"].map(
        async (part) => (await page.locator(part).boundingBox())!,
      ),
    );
    expect(goBack!.y).toBe(keep!.y);
    expect(keep!.y + keep!.height).toBeLessThanOrEqual(below!.y);
    expect(row!.y + row!.height).toBeLessThanOrEqual((await page.locator(".msg--line").boundingBox())!.y + 1);
    await page.getByRole("button", { name: "Back to the position" }).tap();
  }
});
