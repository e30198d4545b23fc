/* Every language: chosen from the browser at first, and switched at any time without losing the game. That every page
   has room for its words is seen on a phone (phone-room.spec.ts). */
import { languages } from "../../src/i18n/languages";
import { begin, expect, plies, playOn, sentences, test } from "./pages";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

const others = languages.filter(({ code }) => code !== "en");

for (const { code, name } of languages) {
  test.describe(name, () => {
    test.use({ locale: code === "en" ? "en-GB" : code });

    test("the browser's language is the first one", async ({ page }) => {
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("lang", code);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(sentences(code)["home.title"]!);
      await expect(page.getByRole("navigation").getByRole("button", { name, exact: true })).toHaveAttribute(
        "aria-current",
        "true",
      );
    });
  });
}

test.describe("a language there is not", () => {
  test.use({ locale: "ja" });
  test("gets English", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});

test("languages are switched on home, and the choice is kept", async ({ page }) => {
  await page.goto("/");
  for (const { code, name } of [...others, languages[0]]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.click();
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sentences(code)["home.title"]!);
    await expect(button).toBeFocused();
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", code);
  }
});

test("a language that another tab chooses leaves the focus in the menu", async ({ context, page }) => {
  await begin(page, "delta");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Settings" }).focus();
  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Deutsch", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Einstellungen" })).toBeFocused();
});

test("languages are switched in the game, and the game goes on", async ({ page }) => {
  await begin(page, "delta");
  await playOn(page);
  await playOn(page);
  await page.getByRole("button", { name: "Settings" }).click();
  for (const { code, name } of others) {
    const words = sentences(code);
    await page.getByRole("radio", { name, exact: true }).check();
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    await expect(page.getByRole("dialog", { name: words["settings.title"]! })).toBeVisible();
    await expect(
      page.getByRole("region", { name: words["moves.name"]!, includeHidden: true }).locator(".ply"),
    ).toHaveCount(2);
  }
  await page.getByRole("radio", { name: "English", exact: true }).check();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await playOn(page);
  await expect(plies(page)).toHaveCount(3);
});
