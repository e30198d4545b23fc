/* Why the core refuses something, in the language of the page: a record, a link, options. English has no use for the
   translations and does not load them. */
import { expect, sentences, test } from "./pages";

test.describe("in French", () => {
  test.use({ locale: "fr" });
  const words = sentences("fr");

  test("a bad record", async ({ page }) => {
    await page.goto("/records");
    await page
      .getByRole("textbox", { name: words["records.text"]! })
      .fill('[Game "delta"]\n[Options "size=9"]\n\n1. c3\n');
    await page.getByRole("button", { name: words["records.read"]! }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText(words["records.bad"]!);
    const reason = alert.getByText("Size va de 4 à 6.");
    await expect(reason).toHaveAttribute("lang", "fr");
    await expect(alert.locator("[lang=en]")).toHaveCount(0);
    await page.getByRole("textbox").fill("bonjour");
    await page.getByRole("button", { name: words["records.read"]! }).click();
    await expect(alert).toContainText('Une partie commence par ses étiquettes\u00a0; la première est [Game "…"].');
  });

  test("a file with a bad game among others", async ({ page }) => {
    await page.goto("/records");
    await page
      .getByRole("textbox", { name: words["records.text"]! })
      .fill('[Game "delta"]\n\n1. c3\n\n[Game "kulami:level=7"]\n\n1. d4\n');
    await page.getByRole("button", { name: words["records.read"]! }).click();
    await expect(page.locator(".choice .msg--bad")).toContainText("Level va de 0 à 3.");
  });

  test("a bad link", async ({ page }) => {
    await page.goto("/play?game=delta&position=1:...../...../...../...../.....:w9b9:b1");
    await expect(page.getByText("Le coup 1 revient à Blanc.")).toHaveAttribute("lang", "fr");
  });

  test("options that do not go together, without advice to those who write them", async ({ page }) => {
    await page.goto("/setup/delta");
    await page
      .getByRole("group", { name: words["option.delta.size"]!, exact: true })
      .getByRole("button")
      .first()
      .click();
    const refused = page.locator("#refused");
    await expect(refused).toContainText(`${words["setup.refused"]!} 9 pions chacun, c’est trop pour 16 cases.`);
    await expect(refused).not.toContainText("pawns=");
  });
});

test("English loads no translations", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/play?game=delta:size=9");
  await expect(page.getByText("Size is 4 to 6.")).toHaveAttribute("lang", "en");
  expect(asked.some((path) => /\/assets\/en-/.test(path))).toBe(true);
  expect(asked.filter((path) => /\/assets\/(reasons|fr|de|ru)-/.test(path))).toEqual([]);
});
