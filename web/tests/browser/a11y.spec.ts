/* Every page in every state, by day and by night: axe has nothing to object to. */
import {
  begin,
  cell,
  choose,
  expect,
  games,
  isAccessible,
  linkTo,
  message,
  playOn,
  possible,
  test,
  titles,
  whole,
  type Game,
} from "./pages";

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

test("home, with and without an open game, and about", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator(".games svg.board").nth(games.length - 1)).toBeVisible();
  await isAccessible(page, "home");
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog", { name: "Settings" })).toBeVisible();
  await isAccessible(page, "home, settings", "dialog");
  await page.getByRole("button", { name: "Close" }).click();
  await begin(page, "kulami");
  await playOn(page);
  await page.getByRole("link", { name: "Ascona, home" }).click();
  await expect(page.getByRole("region", { name: "Your last game" })).toBeVisible();
  await isAccessible(page, "home, with an open game");
  await page.getByRole("link", { name: "About Ascona" }).click();
  await expect(page.getByRole("heading", { name: "Licence" })).toBeVisible();
  await isAccessible(page, "about");
});

test("who comes from another page by keyboard begins where it begins, also when it was not there yet", async ({
  page,
}) => {
  for (const [link, of] of [
    ["Rules of Delta", ".rules h1"],
    ["Play now: Delta", ".setup"],
    ["Learn Delta by playing", ".lesson [role=grid]"],
    ["Game archive", ".records h1"],
  ] as const) {
    await page.goto("/");
    await page.getByRole("link", { name: link, exact: true }).press("Enter");
    await expect(page.locator(of).first()).toBeVisible();
    await expect(page.locator("main"), link).toBeFocused();
  }
});

/* What a touch changes on the play page. The rest is looked at with the whole page. */
const CHANGING = [".stage", ".msgs", ".moves", ".ctrl"];

/* A game brings its options, its board and tray with what they say, its rules and its lessons. All else is the same code
   for all of them, and is looked at in one, below. */
for (const game of games) {
  const { game: spec, moves } = whole(game);

  test(`${titles[game]}: setup, in the middle with a refusal, and the end`, async ({ page }) => {
    await page.goto(`/setup/${game}`);
    await expect(page.locator("aside svg.board")).toBeVisible();
    await isAccessible(page, `setup of ${game}`);
    await page.goto(linkTo(spec, moves.slice(0, Math.floor(moves.length / 2))));
    await expect(
      possible(page)
        .or(page.getByRole("button", { name: "Roll", exact: true }))
        .first(),
    ).toBeVisible();
    await refuse(page, game);
    await isAccessible(page, `${game} in the middle, after a refusal`);
    await page.goto(linkTo(spec, moves));
    await expect(page.getByRole("heading", { level: 2, name: /wins|draw/ })).toBeVisible();
    await isAccessible(page, `${game} at the end`);
  });

  test(`${titles[game]}: rules and first game`, async ({ page }) => {
    await page.goto(`/rules/${game}`);
    await expect(page.getByRole("navigation", { name: "On this page" })).toBeVisible();
    await page.locator("figure").last().scrollIntoViewIfNeeded();
    await expect(page.locator("figure svg.board").last()).toBeVisible();
    await isAccessible(page, `rules of ${game}`);
    await page.goto(`/learn/${game}`);
    await expect(page.getByRole("grid")).toBeVisible();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: "Show me" }).click();
    await isAccessible(page, `first game of ${game}, shown`);
  });
}

test("the start of a game, a touch, a finished game looked back on, the first lesson", async ({ page }) => {
  await begin(page, "kulami");
  await isAccessible(page, "at the start");
  await possible(page).first().click();
  await isAccessible(page, "after a touch", ...CHANGING);
  const { game: spec, moves } = whole("delta");
  await page.goto(linkTo(spec, moves));
  await page.getByRole("button", { name: "Moves", exact: true }).click();
  await isAccessible(page, "reviewed", ...CHANGING);
  await page.getByRole("button", { name: "First" }).click();
  await isAccessible(page, "reviewed from the start", ...CHANGING);
  await page.goto("/learn/delta");
  await expect(page.getByRole("grid")).toBeVisible();
  await isAccessible(page, "first lesson");
});

/* Touches a place that cannot be touched now, if there is one: the reason is read. */
async function refuse(page: Parameters<typeof possible>[0], game: Game): Promise<void> {
  const roll = page.getByRole("button", { name: "Roll", exact: true });
  if (await roll.isVisible()) {
    await page.getByRole("gridcell").first().click();
  } else {
    const dead = page.locator(".cell:not(.is-mine):not(.is-target)[data-place]").first();
    await cell(page, (await dead.getAttribute("data-place"))!).click();
  }
  await expect(message(page).locator(".msg--why"), game).toBeVisible();
}

test("dialogs of the play page", async ({ page }) => {
  await begin(page, "delta");
  await playOn(page);
  await playOn(page);
  const open = async (name: string, button: string) => {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await isAccessible(page, name, "dialog");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await isAccessible(page, "menu", "dialog");
  await page.keyboard.press("Escape");
  await open("Settings", "Settings");
  await open("Keys", "Keys");
  await open("Save or share", "Save or share");
  await open("Agree on a draw?", "Offer a draw");
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await isAccessible(page, "resign", "dialog");
  await page.getByRole("button", { name: "Play on" }).click();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Type a move" }).click();
  await expect(page.getByRole("textbox", { name: "Type a move" })).toBeFocused();
  await isAccessible(page, "typing a move", ...CHANGING);
});

test("a match, its table and its result", async ({ page }) => {
  await choose(page, "delta");
  await page.getByRole("group", { name: "Player 2", exact: true }).getByRole("radio", { name: "Person" }).check();
  await page.getByRole("button", { name: "Games in the match: more" }).click();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await isAccessible(page, "a match, very wide");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await expect(page.getByRole("button", { name: "Next game" })).toBeVisible();
  await isAccessible(page, "the result of the first game");
});

test("the engine thinks", async ({ page }) => {
  await choose(page, "kulami");
  await page.getByRole("combobox", { name: "Level of player 2" }).selectOption({ label: "10, as strong as it can" });
  await page.getByRole("radiogroup", { name: "Who begins" }).getByRole("radio", { name: "Level 10" }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.getByRole("button", { name: "Move now" })).toBeVisible();
  await isAccessible(page, "while the engine thinks");
});

test("games played here and records", async ({ page }) => {
  await page.goto("/records");
  await expect(page.getByText("No games yet.")).toBeVisible();
  await isAccessible(page, "no games yet");
  await page.getByRole("textbox", { name: "The text of the record" }).fill('[Game "delta"]\n\n1. c3 c3');
  await page.getByRole("button", { name: "Open the record" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await isAccessible(page, "a bad record");
  await begin(page, "delta");
  await playOn(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.getByRole("link", { name: "Other games" }).click();
  await page.getByRole("link", { name: "Game archive" }).click();
  await expect(page.locator(".record svg.board").first()).toBeVisible();
  await page.getByRole("button", { name: "Save or share" }).first().click();
  await isAccessible(page, "your games");
  await page.getByRole("link", { name: "Print" }).click();
  await expect(page.getByRole("heading", { name: "Moves" })).toBeVisible();
  await isAccessible(page, "the score sheet");
});

test("what is not there: no game on the table, a bad link, no such game", async ({ page, expectFault }) => {
  expectFault(/status of 404/); /* the browser tells what the server knows */
  for (const [path, text] of [
    ["/play", "No game is on the table."],
    ["/play?game=delta&moves=c3+c3", "This link cannot be opened."],
    ["/play?game=delta&moves=c3+zz", "Move 2, zz, is not possible."],
    ["/play?game=delta&position=foo", "What stands there: foo"],
    ["/nowhere", "There is no page at this address."],
    ["/rules/chess", "There is no such game."],
    ["/setup/chess", "There is no game called chess."],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
    await isAccessible(page, path);
  }
});
