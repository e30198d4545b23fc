/* The game survives: a reload in the middle of a game, of a turn, of the engine's thought; and a tab that was killed. */
import { Referee, recorded, vector } from "./referee";
import { expect, test } from "./support";
import { anyMove, myTurn } from "./walk";
import { Table } from "./table";

test("a reload brings the game back, and it goes on to its end", async ({ table, page }) => {
  const { spec, moves, points } = vector("neo-delta");
  const referee = await Referee.open(spec);
  await table.begin(spec);
  await table.button("Flip").click();
  const [before, after] = [moves.slice(0, 4), moves.slice(4)];
  for (const move of before) await table.play(move, referee);
  const corner = await table.spot("a1");
  await page.reload();
  await expect(table.message).toContainText("Your game is back.");
  await table.expectStanding(referee);
  await expect.poll(() => table.plies()).toEqual(before);
  expect(await table.spot("a1")).toEqual(corner); /* still flipped */
  for (const move of after) await table.play(move, referee);
  await table.expectResult(referee, points);
  await page.reload();
  await table.expectResult(referee, points);
});

test("in the middle of a turn the steps left are still there", async ({ table, page }) => {
  const { spec, moves, seed } = await recorded("delfino.txt");
  const referee = await Referee.open(spec);
  await table.loadDice(seed!);
  await table.begin(spec);
  for (const move of moves.slice(0, 4)) await table.play(move, referee); /* a roll, and a part of it is spent */
  const tray = page.getByRole("group", { name: "Tray" });
  const left = await tray.textContent();
  expect(left).toMatch(/\d steps? left/);
  await page.reload();
  await expect(tray).toHaveText(left!);
  await table.expectStanding(referee);
  await expect.poll(() => table.plies()).toEqual(moves.slice(0, 4));
  await table.play(moves[4]!, referee);
});

test("what was touched but not played is let go", async ({ table, page }) => {
  const referee = await Referee.open("delta");
  await table.begin("delta");
  for (const move of ["c3", "d3"]) await table.play(move, referee);
  await table.click("c3");
  await expect(table.place("c3")).toHaveAttribute("aria-selected", "true");
  await page.reload();
  await expect(table.place("c3")).toHaveAttribute("aria-selected", "false");
  await table.play("c3-a3", referee);
});

test("an engine that was thinking thinks again, and moves", async ({ table, page }) => {
  await table.begin("kulami", { players: ["Person", 10] });
  await anyMove(table);
  await expect(page.getByText("Level 10 is thinking.")).toBeVisible();
  const [first] = await table.plies();
  await page.reload();
  await expect(page.getByRole("region", { name: "Level 10" })).toContainText("thinking");
  await myTurn(table);
  const plies = await table.plies();
  expect(plies[0]).toBe(first);
  expect(plies).toHaveLength(2);
  await table.expectStanding(await Referee.open("kulami", plies));
});

test("a tab that was killed: home offers the game, and it goes on", async ({
  table,
  page,
  context,
  browser,
  baseURL,
}) => {
  const referee = await Referee.open("delta");
  await table.begin("delta");
  for (const move of ["c3", "d3", "c3-a3"]) await table.play(move, referee);
  const stored = await context.storageState({ indexedDB: true });
  await page.close({ runBeforeUnload: false });
  const later = await browser.newContext({
    storageState: stored,
    baseURL: baseURL!,
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const again = new Table(await later.newPage());
  await again.page.goto("/");
  await expect(again.page.getByRole("region", { name: "Your last game" })).toBeVisible();
  await again.page.getByRole("link", { name: "Continue" }).click();
  await expect(again.board).toBeVisible();
  await again.expectStanding(referee);
  await expect.poll(() => again.plies()).toEqual(["c3", "d3", "c3-a3"]);
  await again.play("d3-d1", referee);
  await later.close();
});

test("points and games of a match are saved", async ({ table, page }) => {
  const { moves, points } = vector("delta");
  const referee = await Referee.open("delta");
  await table.begin("delta", { games: 2 });
  for (const move of moves) await table.play(move, referee);
  await table.button("Next game").click();
  await page.reload();
  await expect(page.getByText("Game 2 of 2")).toBeVisible();
  await expect(page.getByRole("region", { name: "Player 2" })).toContainText(`Match: ${points[1]}`);
  await expect(page.getByRole("region", { name: "Player 1" })).toContainText(`Match: ${points[0]}`);
});

test("a change is on its way to the database before the click ends", async ({ table, page }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    let count = 0;
    IDBObjectStore.prototype.put = function (...row) {
      if (this.name === "matches") count++;
      return put.apply(this, row);
    };
    Object.assign(window, { countOfPuts: () => count });
  });
  await table.begin("delta");
  const puts = await table.button("Flip").evaluate((button: HTMLElement) => {
    const { countOfPuts } = window as unknown as { countOfPuts(): number };
    const before = countOfPuts();
    button.click();
    return countOfPuts() - before;
  });
  expect(puts).toBe(1);
});
