/* The rules page of each game in each language: all that its file says, and all diagrams, drawn. */
import { languages } from "../../src/i18n/languages";
import { learningOf } from "../../build/learning";
import { parsePage, plain } from "../../src/rules/markdown";
import type { Learning } from "../../src/rules/learning";
import { board, expect, games, test } from "./pages";
import { diagramsOf } from "./referee";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

/* The board draws the same in every language: that each diagram is drawn is seen in one of them, that each has its words
   in all. */
for (const { code, name } of languages) {
  const all = learningOf(code) as Record<string, Learning>;

  test.describe(name, () => {
    test.use({ locale: code === "en" ? "en-GB" : code });

    test("headings, diagrams and rulings of every game", async ({ page }) => {
      for (const game of games) {
        const { rules, rulings, sentences } = all[game]!;
        const diagrams = await diagramsOf(game, all[game]!.diagrams);
        const { title, sections } = parsePage(rules);
        await page.goto(`/rules/${game}`);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(plain(title));
        await expect(page.getByRole("heading", { level: 2 })).toHaveText(
          sections.map((section) => plain(section.title)),
        );
        await expect(page.getByRole("navigation").getByRole("listitem")).toHaveText(
          sections.map((section) => plain(section.title)),
        );
        const shown = sections.flatMap(({ blocks }, index) =>
          blocks.flatMap((block) => (block.kind === "diagram" ? [{ name: block.name, section: index + 1 }] : [])),
        );
        expect(shown.map(({ name }) => name).sort()).toEqual(diagrams.map(({ name }) => name).sort());
        const figures = page.getByRole("figure");
        await expect(figures).toContainText(shown.map(({ name }) => sentences[`diagram.${name}`]!));
        expect(await figures.evaluateAll((all) => all.map((figure) => figure.closest("section")?.id))).toEqual(
          shown.map(({ section }) => `section-${section}`),
        );
        for (const figure of code === "en" ? await figures.all() : []) {
          await figure.scrollIntoViewIfNeeded();
          await expect(figure.locator("svg.board use, svg.board path").first()).toBeAttached();
        }
        const said = sections[rulings - 1]!.blocks.flatMap((block) =>
          block.kind === "list" && block.ordered ? block.items : [],
        );
        expect(said.length).toBeGreaterThan(0);
        await expect(page.locator("ol.rulings > li")).toHaveCount(said.length);
      }
    });
  });
}

test("a diagram is gone through move by move", async ({ page }) => {
  await page.goto("/rules/delta");
  const figure = page
    .getByRole("figure")
    .filter({ has: page.getByRole("button", { name: "Previous move" }) })
    .first();
  const back = figure.getByRole("button", { name: "Previous move" });
  const on = figure.getByRole("button", { name: "Next move" });
  await expect(on).toBeDisabled();
  while (await back.isEnabled()) await back.click();
  await expect(figure).toContainText("Before the first move");
  await on.click();
  await expect(figure).toContainText(/Move 1 of \d/);
});

test("the contents lead to their sections, and the rules to a game", async ({ page }) => {
  await page.goto("/rules/kulami");
  const link = page.getByRole("navigation", { name: "On this page" }).getByRole("link").last();
  await link.click();
  await expect(page.getByRole("heading", { level: 2, name: (await link.textContent())! })).toBeInViewport();
  await expect(link).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Learn by playing" }).click();
  await expect(board(page)).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Play now" }).click();
  await expect(page).toHaveURL(/\/setup\/kulami$/);
});
