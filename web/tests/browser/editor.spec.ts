/* Setting up a position: by click, by dragging, by keys, as text; what is wrong is said and marked, and what is right can be
   played and sent. */
import { isAccessible, cell, expect, test } from "./pages";

const status = ".edit-panel > .msg";

test("men are put, counted, dragged and lifted, and one message says how it stands", async ({ page }) => {
  await page.goto("/editor/delta");
  await page.getByRole("button", { name: "Empty" }).click();
  await expect(page.locator(status)).toContainText("White needs two pawns on the board. Put 2 white pawns");
  await expect(page.locator(status)).toContainText("And 1 more.");
  for (const name of ["Play from here", "Analyse", "Share"])
    await expect(page.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");
  for (const place of ["b2", "c2"]) await cell(page, place).click();
  await expect(page.getByRole("radio", { name: /White/ }).first()).toContainText("2 of 9");
  await page.getByRole("radio", { name: /Black/ }).first().click();
  for (const place of ["b4", "c4"]) await cell(page, place).click();
  await expect(page.locator(status)).toContainText("This can be played.");
  /* From place to place, and off the board. */
  await cell(page, "b4").dragTo(cell(page, "e5"));
  await expect(page.getByLabel("Position as text")).toHaveValue("1:....b/..b../...../.ww../.....:w7b7:w");
  const box = (await cell(page, "e5").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x, 20, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator(status)).toContainText("Black needs two pawns");
  /* By keys: digits choose, Enter puts, Delete lifts. */
  await cell(page, "c2").focus();
  await page.keyboard.press("Delete");
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Position as text")).toHaveValue("1:...../..b../..w../.w.../.....:w7b8:w");
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.locator(status)).toContainText("This can be played.");
  await page.emulateMedia({ reducedMotion: "reduce" }); /* colours change at once */
  await isAccessible(page, "the editor");
  await page.getByRole("button", { name: "Play from here" }).click();
  await expect(page).toHaveURL(/\/play\//);
  await expect(cell(page, "d3")).toHaveAccessibleName(/black/);
});

test("what is wrong is marked, on the board and in the rows", async ({ page }) => {
  const position = "1:g....w.ww..b/.rrr.gg...../.....rw...w./..b...g...b.:w:first:4:5:0";
  await page.goto(`/editor/circle-delta?options=board%3Drose,petals%3D6&position=${encodeURIComponent(position)}`);
  await expect(page.locator(status)).toContainText("This can be played.");
  const more = page.getByRole("button", { name: /more/i }).first();
  await more.click();
  await more.click();
  await expect(page.locator(status)).toContainText("White has 11 men. There are 10. Lower the reserve by 1");
  await expect(page.locator(".cell.is-wrong")).toHaveCount(5);
  await expect(page.locator(".rows .is-wrong")).toContainText("In reserve");
  await page.emulateMedia({ reducedMotion: "reduce" }); /* colours change at once */
  await isAccessible(page, "the editor");
});

test("a text is read on Enter; one that cannot be stays, with its column", async ({ page }) => {
  await page.goto("/editor/kulami");
  const field = page.getByLabel("Position as text");
  const good = "1:oooooooo/oooBoRoo/oooooooo/oooooooo/oooRoooo/oooooooo/oooooooo/oooooooo:f7:E";
  await field.fill(good.replace("oooB", "oooX"));
  await field.press("Enter");
  await expect(page.locator(status)).toContainText("Column 15: R, B or o is expected");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(14);
  await field.fill(good);
  await field.press("Enter");
  await expect(page.locator(status)).toContainText("This can be played.");
  await page.getByRole("radio", { name: /Last marble/ }).click();
  await cell(page, "d7").click();
  await expect(page.locator(status)).toContainText("The last marble was red.");
});

test("Back and a reload find the position again, and a study can be edited", async ({ page }) => {
  await page.goto("/study?game=delta&moves=c3+d4");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("link", { name: "Edit the position" }).click();
  const field = page.getByLabel("Position as text");
  const before = await field.inputValue();
  await cell(page, "a1").click();
  await expect(field).not.toHaveValue(before);
  const after = await field.inputValue();
  await page.reload();
  await expect(field).toHaveValue(after);
  await page.getByRole("link", { name: "Rules" }).first().click();
  await expect(page).toHaveURL(/rules/);
  await page.goBack();
  await expect(field).toHaveValue(after);
});

/* Sentences that are missing fail the unit tests; here each game speaks one of the languages. */
test("every game has an editor, and speaks", async ({ browser }) => {
  for (const [game, locale, said] of [
    ["neo-delta", "de", "So kann gespielt werden."],
    ["delfino", "fr", "Cette position peut se jouer."],
    ["circle-delta", "ru", "Отсюда можно играть."],
  ] as const) {
    const page = await browser.newPage({ locale });
    await page.goto(`/editor/${game}`);
    await expect(page.locator(status)).toContainText(said);
    await page.locator(".rows > div:last-child .btn").first().click();
    for (const part of [status, ".palette", ".rows"]) await expect(page.locator(part)).not.toContainText("edit.");
    await page.close();
  }
});
