/* On a phone every page has room for its words, in every language, and none is wider than the screen. A sentence that is
   missing is an error on the console, which fails every test. */
import type { Page } from "@playwright/test";
import { languages } from "../../src/i18n/languages";
import { board, expect, games, linkTo, sentences, test, whole } from "./pages";

for (const { code, name } of languages)
  test.describe(name, () => {
    test.use({ locale: code === "en" ? "en-GB" : code, reducedMotion: "reduce" } as object);

    test("every page speaks it, and has room for it", ({ page, expectFault }) => {
      expectFault(/status of 404/); /* of the pages that are not there */
      return visitAll(page, code);
    });
  });

/* Pages of one sentence, or of none. */
const PLAIN = [
  "/records/print",
  "/play",
  "/play?game=delta&moves=c3+zz",
  "/problems",
  "/problems/delta",
  "/problems/delta/1",
  "/problems/kulami",
  "/problems/chess",
  "/nowhere",
];

/** Elements that reach out of the window, and buttons and messages whose text does not fit into them. The page is not
    asked how wide it is: it grows with what is too wide. */
async function cramped(wide: number): Promise<string[]> {
  /* After a change of size, letters that give way do so in the next frame. */
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const found: string[] = [];
  const scrolls = (element: Element): boolean => {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (box !== document.documentElement && box !== document.body && (overflowX === "auto" || overflowX === "scroll"))
        return true;
    }
    return false;
  };
  const told = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} "${(element.textContent ?? "").trim().slice(0, 50)}"`;
  for (const element of document.querySelectorAll<HTMLElement>("body *:not(svg *)")) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".sr, .skip")) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || scrolls(element)) continue;
    if (box.right > wide + 1 || box.left < -1)
      found.push(`out of the window: ${told(element)} ${Math.round(box.left)} to ${Math.round(box.right)} of ${wide}`);
    const style = getComputedStyle(element);
    const cut = element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "visible";
    if (element.matches("button, a, label, h1, h2, h3, p, legend, td, th") && !element.closest(".who") && cut)
      found.push(`cut off: ${told(element)}`);
    if (
      element.matches("button, a.btn") &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    )
      found.push(`text reaches out of its button: ${told(element)}`);
    const frame = element.matches(".msg p") ? element.closest(".msg")!.getBoundingClientRect() : box;
    if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
      found.push(`text reaches out of its message: ${told(element)}`);
  }
  if (document.documentElement.scrollWidth > wide)
    found.push(`the page scrolls sideways: ${document.documentElement.scrollWidth}`);
  return found;
}

const PHONE = { width: 360, height: 740 };
const NARROWEST = { width: 320, height: 640 };

/* The size that the page has comes first: a change of it costs time. */
async function roomy(page: Page, where: string): Promise<void> {
  const { width } = page.viewportSize()!;
  for (const size of width === PHONE.width ? [PHONE, NARROWEST] : [NARROWEST, PHONE]) {
    if (size.width !== width) await page.setViewportSize(size);
    expect(await page.evaluate(cramped, size.width), `${where} at ${size.width}`).toEqual([]);
  }
}

/* As the browser does when one goes back: the page is not loaded anew, which takes most of the time. */
function go(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

async function visitAll(page: Page, code: string): Promise<void> {
  const words = sentences(code);
  await page.goto("/");
  const look = async (path: string, ready = async () => {}) => {
    await page.evaluate(go, path);
    await expect(page.locator("#main:not([aria-busy])")).toBeVisible();
    await ready();
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    await roomy(page, `${code} ${path}`);
  };
  await look("/", () => expect(page.locator(".games svg.board").nth(games.length - 1)).toBeVisible());
  await look("/records", () => expect(page.getByRole("heading", { name: words["records.open"]! })).toBeVisible());
  await look("/study", () => expect(page.locator("main svg.board").nth(games.length - 1)).toBeVisible());
  await look("/about", () => expect(page.getByRole("heading", { name: words["about.licence"]! })).toBeVisible());
  for (const path of PLAIN) await look(path);
  /* The table is laid anew when one comes to it from elsewhere: so something is read between two games. */
  for (const game of games) {
    const { game: spec, moves } = whole(game);
    await look(`/setup/${game}`, () => expect(page.getByRole("button", { name: words["setup.start"]! })).toBeVisible());
    await look(linkTo(game, []), () => expect(board(page)).toBeVisible());
    await look(`/rules/${game}`, () => expect(page.locator("figure").first()).toBeVisible());
    await look(linkTo(spec, moves.slice(0, -2)), () => expect(board(page)).toBeVisible());
    await look(`/learn/${game}`, () => expect(page.locator(".lesson [role=grid]")).toBeVisible());
    await look(linkTo(spec, moves), () => expect(page.locator("#result")).toBeVisible());
  }
  const dialog = async (open: () => Promise<void>, title: string) => {
    await open();
    await expect(page.getByRole("dialog", { name: words[title]! })).toBeVisible();
    await roomy(page, `${code} ${title}`);
    await page.keyboard.press("Escape");
  };
  const menu = () => page.getByRole("button", { name: words["menu.title"]!, exact: true }).click();
  const item = (key: string) => async () => {
    await menu();
    await page.getByRole("dialog").getByRole("button", { name: words[key]!, exact: true }).click();
  };
  await page.goto(linkTo("delta", ["c3", "d4"]));
  await dialog(menu, "menu.title");
  await dialog(item("settings.title"), "settings.title");
  await dialog(item("keys.title"), "keys.title");
  await dialog(item("menu.export"), "menu.export");
  await dialog(item("draw.offer"), "draw.title-people");
  /* What is read beside a game has a way back to it in its bar. */
  await menu();
  for (const path of ["/rules/delta", "/problems/delta", "/problems/delta/1"]) {
    await page.locator(`:is(dialog, #main) a[href="${path}"]`).first().click();
    await expect(page.locator("#main:not([aria-busy])")).toBeVisible();
    await expect(page.getByRole("link", { name: words["nav.game"]! })).toBeVisible();
    await roomy(page, `${code} ${path}, beside a game`);
  }
}

test.describe("the list of moves, where it is behind Menu", () => {
  test.use({ reducedMotion: "reduce" } as object);

  for (const [game, width, height] of [
    ["delta", 360, 640],
    ["circle-delta", 375, 667],
  ] as const)
    test(`of ${game} fills its dialog at ${width}x${height}, and a move leads to its position`, async ({ page }) => {
      const { game: spec, moves } = whole(game);
      await page.setViewportSize({ width, height });
      await page.goto(linkTo(spec, moves.slice(0, -1)));
      await page.getByRole("button", { name: "Menu", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Moves", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Moves" });
      const list = dialog.getByRole("region", { name: "Moves" });
      await expect(list.locator("[aria-current=step]")).toBeInViewport({ ratio: 1 });
      expect((await list.boundingBox())!.width).toBeGreaterThan(0.85 * (await dialog.boundingBox())!.width);
      for (const button of await dialog.getByRole("group", { name: "Through the moves" }).getByRole("button").all())
        await expect(button).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(cramped, width)).toEqual([]);
      await list
        .getByRole("button", { name: new RegExp(`^${moves[2]}`) })
        .first()
        .click();
      await expect(dialog).toBeHidden();
      await expect(page.locator(".msg")).toContainText("After 3 of");
    });
});
