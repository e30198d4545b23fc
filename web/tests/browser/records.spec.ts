/* Games leave the page as records, JSON, positions, links, pictures and sheets of paper, and come back; a bad record is
   explained beside the field, and what was typed stays. */
import { putRecords } from "./saved";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { board, expect, games, linkTo, longest, message, plies, root, test, titles, whole } from "./pages";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

async function sharing(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Save or share" }).click();
  return page.getByRole("dialog", { name: "Save or share" });
}

async function saved(page: Page, dialog: Locator, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name }).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function copied(page: Page, dialog: Locator, name: string): Promise<string> {
  await dialog.getByRole("button", { name: `Copy: ${name}`, exact: true }).click();
  await expect(dialog.getByRole("button", { name: `Copied: ${name}`, exact: true })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function openText(page: Page, text: string): Promise<void> {
  await page.goto("/records");
  await page.getByRole("textbox", { name: "The text of the record" }).fill(text);
  await page.getByRole("button", { name: "Open the record" }).click();
}

const moveList = (page: Page) => plies(page).evaluateAll((all) => all.map((ply) => ply.firstChild!.textContent));

/* Where the game stands at the end: the result stands in the place of the list. */
async function review(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Moves", exact: true }).click();
}

for (const game of games) {
  const { game: spec, moves } = whole(game);

  test(`${titles[game]}: a record and JSON come back as the same game`, async ({ page }) => {
    await page.goto(linkTo(spec, moves));
    await expect(page.locator("#result")).toBeVisible();
    const result = await page.locator(".outcome .head").innerText();
    const dialog = await sharing(page);
    const text = await saved(page, dialog, "Save: Record");
    expect(text.name).toMatch(new RegExp(`^${game}-\\d{4}-\\d\\d-\\d\\d\\.txt$`));
    const json = await saved(page, dialog, "Save: JSON");
    expect(JSON.parse(json.bytes.toString())).toMatchObject({ tags: { Game: game }, moves });
    expect(await copied(page, dialog, "Record")).toBe(text.bytes.toString());

    await openText(page, text.bytes.toString());
    await expect(page.locator("#result")).toBeVisible();
    expect(await page.locator(".outcome .head").innerText()).toBe(result);
    await review(page);
    await expect.poll(() => moveList(page)).toEqual(moves);

    await page.goto("/records");
    await page
      .getByLabel("Choose a file")
      .setInputFiles({ name: json.name, mimeType: "application/json", buffer: json.bytes });
    await expect(page.locator("#result")).toBeVisible();
    expect(await page.locator(".outcome .head").innerText()).toBe(result);
    await review(page);
    await expect.poll(() => moveList(page)).toEqual(moves);

    const link = await copied(page, await sharing(page), "Link to the game");
    expect(new URL(link).search).toBe(""); /* no server sees it */
    await page.goto("/about");
    await page.goto(link);
    await expect(page.locator("#result")).toBeVisible();
    expect(await page.locator(".outcome .head").innerText()).toBe(result);
    await review(page);
    await expect.poll(() => moveList(page)).toEqual(moves);
  });

  test(`${titles[game]}: position, link and pictures`, async ({ page }) => {
    await page.goto(linkTo(spec, moves.slice(0, 9)));
    await expect(board(page)).toBeVisible();
    const cells = () =>
      page
        .getByRole("gridcell")
        .evaluateAll((all) =>
          all.map((cell) =>
            cell
              .getAttribute("aria-label")!
              .replace(
                /, (the last move began here|moved last|put by the last move|taken by the last move|turned by the last move)/g,
                "",
              ),
          ),
        );
    const stands = await cells();
    const dialog = await sharing(page);
    const position = await copied(page, dialog, "Position");
    const link = await copied(page, dialog, "Link to the position");
    expect(new URL(link).searchParams.get("position")).toBe(position);
    const svg = (await saved(page, dialog, "SVG: Picture")).bytes.toString();
    expect(await rootOf(page, svg)).toBe("svg");
    expect(svg).not.toMatch(/(href|src)="https?:/);
    const png = (await saved(page, dialog, "PNG: Picture")).bytes;
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect(Math.max(png.readUInt32BE(16), png.readUInt32BE(20))).toBe(2048);
    expect(await colours(page, png)).toBeGreaterThan(20);
    await page.goto(link);
    await expect(board(page)).toBeVisible();
    expect(await cells()).toEqual(stands);
  });

  test(`${titles[game]}: the score sheet has all moves`, async ({ page }) => {
    await page.goto(linkTo(spec, moves));
    await expect(page.locator("#result")).toBeVisible();
    const dialog = await sharing(page);
    await dialog.getByRole("link", { name: "Print" }).click();
    await expect(page.getByRole("heading", { level: 1, name: titles[game] })).toBeVisible();
    const printed = await page
      .locator(".cell-plies > span")
      .evaluateAll((all) => all.map((ply) => ply.firstChild!.textContent));
    expect(printed).toEqual(moves);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.locator(".scoresheet svg.board")).toBeVisible();
    expect((await page.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
  });
}

test("a game from a link is kept when asked for, and goes on when one plays", async ({ page }) => {
  await page.goto("/play#game=delta&p1=Ann&p2=engine:3&moves=c3,d4");
  await expect(message(page)).toContainText("A game from a link");
  await expect(page.getByRole("region", { name: "Ann" })).toBeVisible();
  const dialog = await sharing(page);
  await dialog.getByRole("button", { name: "Keep: Game archive" }).click();
  await expect(dialog.getByRole("button", { name: "Kept: Game archive" })).toBeVisible();
  await page.goto("/records");
  await expect(page.locator(".record-text")).toContainText(/Ann(,|,? and) Level 3/);
  await page.goto("/play#game=delta&moves=c3,d4");
  await page.evaluate(() => (location.hash = "#game=delta&moves=c3,d5")); /* another one, pasted over it */
  await expect(plies(page).last()).toHaveText("d5");
  for (const id of ["c3", "e3"]) await board(page).locator(`[data-place="${id}"]`).click();
  await expect(page).toHaveURL(/\/play\/\w+$/);
  await expect(plies(page)).toHaveCount(3);
});

test("a game that is too long for a link says so, and a wrong link which move it is", async ({ page }) => {
  const { game, moves } = longest();
  await page.goto("/records");
  await openText(page, `[Game "${game}"]\n\n${moves.join(" ")}\n`);
  await expect(board(page)).toBeVisible();
  const dialog = await sharing(page);
  await expect(dialog).toContainText("This game is too long for a link.");
  await expect(dialog.getByRole("button", { name: "Copy: Link to the game" })).toHaveCount(0);
  await page.goto("/play#game=delta&moves=c3,d4,c3-c4");
  await expect(page.getByRole("heading", { name: "This link cannot be opened." })).toBeVisible();
  await expect(page.locator("main")).toContainText("c4 is too near.");
});

test("a name is asked for in the setup alone, and stands in the result, the list, the sheet and the record", async ({
  page,
}) => {
  await page.goto("/setup/delta");
  await page.getByRole("textbox", { name: "Name of player 1" }).fill("Zoë");
  await page.getByRole("radio", { name: "Zoë" }).check();
  await page.getByRole("button", { name: "Games in the match: more" }).click();
  await page.getByRole("button", { name: "Start the game" }).click();
  const resign = async () => {
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  };
  await expect(page.getByRole("region", { name: "Zoë" })).toBeVisible();
  await resign();
  await expect(page.locator(".outcome .head")).toContainText("Zoë has given up.");
  await page.getByRole("button", { name: "Next game" }).click();
  await resign();
  await expect(page.locator("#result")).toHaveText("Level 3 wins the match");
  /* The end is written in its own time, and nobody leaves that soon. */
  const kept = async () => JSON.stringify(await page.context().storageState({ indexedDB: true }));
  await expect.poll(kept).toContain('"over":true');
  await page.goto("/records");
  const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name: "Delta" }) });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText(/Level 3(,|,? and) Zoë/); /* the winner stands first */
  await expect(entry).toContainText("Match of 2 games");
  await expect(entry).toContainText("Level 3 won the match.");
  await entry.getByRole("button", { name: /^Games/ }).click();
  const games = entry.locator(".record-games > li");
  await expect(games).toHaveCount(2);
  await games.nth(1).getByRole("button", { name: "Save or share" }).click();
  expect(await copied(page, games.nth(1) as Locator, "Record")).toContain('[Player2 "Zoë"]');
  await games.nth(1).getByRole("link", { name: "Print" }).click();
  await expect(page.getByRole("columnheader", { name: "Zoë" })).toBeVisible();
  await expect(page.getByText("Level 3 won. Zoë has given up.")).toBeVisible();
  await page.goto("/setup/kulami");
  await expect(page.getByRole("textbox", { name: "Name of player 1" })).toHaveValue("Zoë");
});

/* What the drawing is to a reader of XML; on a page of its own, because ours allows no styles from elsewhere. */
async function rootOf(page: Page, svg: string): Promise<string> {
  const empty = await page.context().newPage();
  const name = await empty.evaluate(
    (text) => new DOMParser().parseFromString(text, "image/svg+xml").documentElement.nodeName,
    svg,
  );
  await empty.close();
  return name;
}

/* How many colours there are in a picture, looked at coarsely: an empty one has one. */
function colours(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(64, 64).getContext("2d")!;
    context.drawImage(image, 0, 0, 64, 64);
    const { data: pixels } = context.getImageData(0, 0, 64, 64);
    const seen = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4)
      seen.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!);
    return seen.size;
  }, png.toString("base64"));
}

/* ---- what cannot be read ---- */

const BAD: { what: string; text: string; says: RegExp[] }[] = [
  {
    what: "a move that is not possible",
    text: '[Game "delta"]\n\n1. c3 d4 2. c3-c4\n',
    says: [/Move 3, c3-c4, is not possible\./, /Line 3, column 13\./],
  },
  { what: "no such game", text: '[Game "chess"]\n\n1. e4 e5\n', says: [/chess/, /Line 1/] },
  { what: "no record at all", text: "Dear reader,\nthis is a letter.\n", says: [/Line 1/] },
  { what: "JSON cut off", text: '{"game":"delta","moves":["c3",', says: [/./] },
  { what: "a token from nowhere", text: '[Game "kulami"]\n\n1. d4 x99\n', says: [/x99/, /Line 3, column 7\./] },
];

for (const { what, text, says } of BAD) {
  test(`${what} is explained beside the field`, async ({ page }) => {
    await openText(page, text);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("This record cannot be read.");
    for (const words of says) await expect(alert).toContainText(words);
    const field = page.getByRole("textbox", { name: "The text of the record" });
    await expect(field).toHaveValue(text);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/This record cannot be read\./);
    await expect(page).toHaveURL(/\/records$/);
  });
}

test("an empty field asks for a record; a mended record opens", async ({ page }) => {
  await page.goto("/records");
  await page.getByRole("button", { name: "Open the record" }).click();
  await expect(page.getByRole("alert")).toHaveText("Paste a record or choose a file first.");
  const field = page.getByRole("textbox", { name: "The text of the record" });
  await field.fill('[Game "delta"]\n\n1. c3 d4 2. c3-c4\n');
  await page.getByRole("button", { name: "Open the record" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(
    await field.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe("c3-c4");
  await page.keyboard.type("c3-e3");
  await page.getByRole("button", { name: "Open the record" }).click();
  await expect(board(page)).toBeVisible();
  await expect(plies(page)).toHaveCount(3);
});

test("a file with several games asks which one; a bad one among them is told", async ({ page }) => {
  const records = ['[Game "delta"]\n\n1. c3 d4\n', '[Game "kulami"]\n\n1. d4 d7\n', '[Game "delta"]\n\n1. c3 c3\n'];
  await page.goto("/records");
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "three.txt", mimeType: "text/plain", buffer: Buffer.from(records.join("\n")) });
  await expect(page.getByText("There are 3 games in it. Which one?")).toBeVisible();
  const choice = page.locator(".choice").getByRole("listitem");
  await expect(choice).toHaveCount(3);
  await expect(choice.nth(2)).toContainText("c3");
  await expect(choice.nth(2).getByRole("button")).toHaveCount(0);
  await choice.nth(1).getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1, name: "Kulami" })).toBeVisible();
  await expect.poll(() => moveList(page)).toEqual(["d4", "d7"]);
});

test("a file can be dropped, and a record of 1996 is gone through", async ({ page }) => {
  const text = await readFile(join(root, "tests/data/records/postal-1996.txt"), "utf8");
  await page.goto("/records");
  const file = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "postal.txt", { type: "text/plain" }));
    return data;
  }, text);
  await page.locator("#open").dispatchEvent("drop", { dataTransfer: file });
  const first = page.locator(".choice").getByRole("button").first();
  await expect(first.or(board(page))).toBeVisible();
  if (await first.isVisible()) await first.click();
  await expect(board(page)).toBeVisible();
  const result = page.getByRole("button", { name: "Moves", exact: true });
  if (await result.isVisible()) await result.click();
  await expect(plies(page)).not.toHaveCount(0); /* the list is drawn after the board */
  const count = await plies(page).count();
  await page.getByRole("button", { name: "First" }).click();
  await expect(message(page)).toContainText("The start of the game.");
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(message(page)).toContainText(`After 1 of ${count} moves.`);
  await board(page).locator("[tabindex='0']").press("]");
  await expect(message(page)).toContainText(`After 2 of ${count} moves.`);
});

test("a finished game is kept, opened, removed, and brought back", async ({ page }) => {
  await page.goto(linkTo("delta", whole("delta").moves.slice(0, -1)));
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Type a move" }).click();
  await page.getByRole("textbox", { name: "Type a move" }).fill(whole("delta").moves.at(-1)!);
  await page.keyboard.press("Enter");
  await expect(page.locator("#result")).toBeVisible();
  await page.getByRole("link", { name: "Other games" }).click();
  await page.getByRole("link", { name: "Game archive" }).click();
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name: "Delta" }) });
  await expect(row).toHaveCount(1);
  await row.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No games yet.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await row.getByRole("button", { name: /^Open/ }).click();
  await expect(page.locator("#result")).toBeVisible();
});

test("on a middling screen a game of the list has room for its text, and who gave up is called as on the sheet", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await putRecords(page, [
    '[Game "delta"]\n[Player1 "Level 3"]\n[Date "2026.11.15"]\n\n1. c4 d3 2. c4-a2 d3-d1 p1resigns\n',
  ]);
  await page.goto("/records");
  await expect(page.getByText("15 Nov 2026")).toBeVisible(); /* as the region of the browser has it */
  expect((await page.locator(".record-text").boundingBox())!.width).toBeGreaterThan(300);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Save or share" }).click();
  await page.getByRole("link", { name: "Print" }).click();
  await expect(page.getByText("Black won. Level 3 has given up.")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Level 3" })).toBeVisible();
  await expect(page.getByRole("row", { name: "3 gave up" })).toBeVisible();
  const heights = await page
    .locator(".cell-plies > span")
    .evaluateAll((plies) => plies.map((ply) => ply.getClientRects().length));
  expect(heights).toEqual([1, 1, 1, 1, 1]);
});
