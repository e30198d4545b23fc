/* On a phone no page is wider than the screen, in any language. */
import { expect, test } from "./pages";

const games = ["delta", "neo-delta", "kulami", "delfino", "circle-delta"];
const paths = [
  "/",
  "/about",
  "/records",
  "/records/print",
  "/play",
  "/play?game=delta&moves=c3+zz",
  "/problems/delta",
  "/problems/kulami",
  "/problems/chess",
  "/nowhere",
  ...games.flatMap((game) => [`/setup/${game}`, `/rules/${game}`, `/learn/${game}`, `/play?game=${game}`]),
];

/* Whatever sticks out, but for what is scrolled to within something that fits. */
function wide(width: number): string[] {
  const scrolled = (element: Element): boolean =>
    element.parentElement !== null &&
    (getComputedStyle(element.parentElement).overflowX !== "visible" || scrolled(element.parentElement));
  const out = [...document.querySelectorAll("body *")].filter(
    (element) => element.getBoundingClientRect().right > width + 0.5 && !scrolled(element),
  );
  const page = document.documentElement.scrollWidth;
  return [
    ...(page > width ? [`the page: ${page}`] : []),
    ...out.map((element) => `${element.tagName} ${element.className}: ${element.textContent}`),
  ];
}

for (const locale of ["en-GB", "fr", "de", "ru"])
  test.describe(locale, () => {
    test.use({ locale });

    test(`${locale}: every page fits`, async ({ page }) => {
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator("#main:not([aria-busy])")).toBeVisible();
        expect(await page.evaluate(wide, page.viewportSize()!.width), path).toEqual([]);
      }
    });
  });
