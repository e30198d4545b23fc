/* A problem on a phone: by touch, with the buttons in sight and no word cut, in every language. */
import { cell, expect, problemsOf, test } from "./pages";

const all = problemsOf("delta");
const { number, key } = all.find(({ moves }) => moves === 3)!;

/* Words that do not fit their button, and buttons that one has to scroll to. The page is not asked how wide it is: it
   grows with what is too wide. */
function cut({ width, height }: { width: number; height: number }): string[] {
  const buttons = [...document.querySelectorAll<HTMLElement>(".bar .btn, .lesson-ways .btn")];
  const hidden = (element: HTMLElement) => {
    const { right, bottom } = element.getBoundingClientRect();
    return element.scrollWidth > element.clientWidth || right > width || bottom > height;
  };
  return buttons.filter(hidden).map((element) => element.textContent!);
}

for (const locale of ["en-GB", "fr", "de", "ru"])
  test.describe(locale, () => {
    test.use({ locale });

    test(`${locale}: the list is short, with a picture of each`, async ({ page }) => {
      await page.goto("/problems/delta");
      await expect(page.locator(".problem-item svg.board").last()).toBeVisible();
      const { width, height } = page.viewportSize()!;
      const [wide, tall] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth, scrollHeight];
      });
      expect(wide).toBeLessThanOrEqual(width);
      expect(tall!, "screens").toBeLessThan(3 * height);
      const next = (await page.locator(".problem-next .btn").boundingBox())!;
      expect(next.y + next.height, "the next one is in sight").toBeLessThan(height);
      expect(await page.evaluate(cut, page.viewportSize()!)).toEqual([]);
    });

    test(`${locale}: a problem`, async ({ page }) => {
      await page.goto(`/problems/delta/${number}`);
      for (const square of key.split("-")) await cell(page, square).tap();
      await expect(page.locator(".problem-note .msg--good")).toContainText(key);
      expect(await page.evaluate(cut, page.viewportSize()!)).toEqual([]);
      await page.locator(".lesson-ways .btn").nth(2).tap();
      await expect(page.locator(".problem-lines li").first()).toBeAttached();
      expect(await page.evaluate(cut, page.viewportSize()!)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        page.viewportSize()!.width,
      );
      const title = page.getByRole("heading", { level: 1 });
      expect(await title.evaluate((element) => element.clientHeight), "the title takes one line").toBeLessThan(30);
    });
  });
