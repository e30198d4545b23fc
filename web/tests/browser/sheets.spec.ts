/* What the pages say about the published games: whose they are, and what the setup takes from their sheets. */
import { expect, games, putLocal, sentences, test, titles } from "./pages";

const FACTS = {
  delta: ["Erich Brunner", "Ravensburger, 1975; self-published before 1938", "Ages 8 and up"],
  "neo-delta": ["Erich Brunner", "Ravensburger, 1975", "Ages 8 and up"],
  kulami: ["Andreas Kuhnekath", "Steffen-Spiele, 2011", "Ages 9 and up", "Sheet translated by Anais Gaulard"],
  delfino: [
    "Hajo Bücken",
    "Franckh, 1989",
    "Ages 10 and up, according to a review; the sheets give no age",
    "Sheet translated by François Haffner, after Andreas Keirat, July 2005",
  ],
  "circle-delta": ["Author unknown", "A Russian rule sheet; publisher and year unknown", "No age given"],
};

test("about names author, publisher, year, age and translator of every game", async ({ page }) => {
  await page.goto("/about");
  for (const game of games) {
    const term = page.locator("dt", { has: page.getByRole("link", { name: titles[game], exact: true }) });
    await expect(term.locator("+ dd").locator("div:not(:empty)")).toHaveText(FACTS[game]);
  }
});

test("the setup names the half point, the source of the faces and the letter on draws", async ({ page }) => {
  const words = sentences("fr");
  await putLocal(page, "settings", { language: "fr" });
  const group = (key: string) => page.getByRole("radiogroup", { name: words[key]!, exact: true });
  for (const game of ["delta", "neo-delta"]) {
    await page.goto(`/setup/${game}`);
    await expect(group(`option.${game}.scoring`).getByRole("radio", { name: "1 et ½" })).toBeVisible();
    await expect(group(`option.${game}.scoring`)).toHaveAccessibleDescription(/1 et ½/);
  }
  await page.goto("/setup/delfino");
  await expect(group("option.delfino.die")).toHaveAccessibleDescription(/selon une critique/);
  await page.goto("/setup/circle-delta");
  await group("option.circle-delta.draw").getByRole("radio", { name: "À la lettre" }).check();
  await page.getByRole("button", { name: words["setup.start"]! }).click();
  await expect(page.getByRole("grid")).toBeVisible();
});
