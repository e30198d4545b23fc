/* Matches and what ends or undoes moves: the points table, taking back by the rules of the page, resigning, draws. */
import { putMatch } from "./saved";
import { Referee, recorded, vector } from "./referee";
import { expect, test } from "./support";
import type { Table } from "./table";

const rows = (table: Table) => table.result.getByRole("table").getByRole("row");

test("a match of three games: points add up, and the players begin in turn", async ({ table, page }) => {
  const { moves, points } = vector("delta");
  const [white, black] = points as [number, number];
  await table.walkIn("delta", { games: 3 });
  await expect(page.getByText("Game 1 of 3")).toBeVisible();
  const game = async (plies: string[]) => {
    const referee = await Referee.open("delta");
    for (const move of plies) await table.play(move, referee);
  };
  await game(moves);
  await expect(rows(table).nth(1)).toContainText(new RegExp(`1.*${white}\\s*${black}`));
  await table.button("Next game").click();

  /* The colours are exchanged: the second player has White. The first one resigns. */
  await expect(page.getByText("Game 2 of 3")).toBeVisible();
  await game(["c3"]);
  await table.button("Resign").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Player 1 resigns?"); /* Black to move: the first player */
  await dialog.getByRole("button", { name: "Resign" }).click();
  await expect(table.result.getByRole("heading")).toHaveText("Player 2 wins");
  await table.button("Next game").click();

  await expect(page.getByText("Game 3 of 3")).toBeVisible();
  await game(moves);
  await expect(table.result.getByRole("heading")).toHaveText("Player 2 wins the match");
  await expect(rows(table).nth(1)).toContainText(/Relay|is stuck/);
  await expect(rows(table).nth(2)).toContainText("Player 1 has given up.");
  const cells = async (row: number) =>
    (await rows(table).nth(row).getByRole("cell").allTextContents()).slice(-2).map(Number);
  const games = [await cells(1), await cells(2), await cells(3)];
  expect(games[0]).toEqual([white, black]);
  expect(games[2]).toEqual([white, black]); /* three games: the first player begins again */
  expect(games[1]![0]).toBe(0);
  expect(games[1]![1]).toBeGreaterThan(0);
  expect(await cells(4)).toEqual([0, 1].map((side) => games.reduce((sum, one) => sum + one[side]!, 0)));
  await expect(table.result.locator(".score")).toContainText(`${(await cells(4))[0]} : ${(await cells(4))[1]}`);
  await table.button("Rematch").click();
  await expect(page.getByText("Game 1 of 3")).toBeVisible();
});

test("moves are taken back one by one, and played again", async ({ table }) => {
  const referee = await Referee.open("delta");
  await table.begin("delta");
  await table.button("Take back").click({ force: true }); /* it is off, and says why */
  await expect(table.message).toContainText("There is nothing to take back.");
  for (const move of ["c3", "d3", "c3-a3"]) await table.play(move, referee);
  await table.button("Take back").click();
  await expect(table.lastPly).toHaveText("d3");
  await table.expectStanding(await Referee.open("delta", ["c3", "d3"]));
  await table.board.locator("[tabindex='0']").press("u");
  await expect(table.lastPly).toHaveText("c3");
  for (const move of ["d3", "c3-a3"]) {
    await table.button("Menu").click();
    await table.button("Redo the move").click();
    await expect(table.lastPly).toHaveText(move);
  }
  await table.expectStanding(referee);
});

test("a game that is over can be taken back, and counts no more", async ({ table }) => {
  const { moves } = vector("neo-delta");
  const referee = await Referee.open("neo-delta");
  await table.begin("neo-delta");
  for (const move of moves) await table.play(move, referee);
  await table.result.getByRole("button", { name: "Take back" }).click();
  await expect(table.result).toBeHidden();
  await expect(table.lastPly).toHaveText(moves.at(-2)!);
  await table.expectStanding(await Referee.open("neo-delta", moves.slice(0, -1)));
});

test("a roll of the die stays: moves go back to it and no further", async ({ table }) => {
  const { spec, moves, seed } = await recorded("delfino.txt");
  const referee = await Referee.open(spec);
  await table.loadDice(seed!);
  await table.begin(spec);
  for (const move of moves.slice(0, 4)) await table.play(move, referee); /* two pawns, a roll, a move */
  await table.button("Take back").click();
  await expect(table.lastPly).toHaveText(moves[2]!);
  await table.button("Take back").click();
  await expect(table.message).toContainText("A roll cannot be taken back.");
  await expect(table.lastPly).toHaveText(moves[2]!);
});

test("who resigns is told before what it brings, and the other scores that", async ({ table, page }) => {
  const referee = await Referee.open("delta");
  await table.begin("delta");
  for (const move of ["c3", "d3", "c3-a3"]) await table.play(move, referee);
  await table.button("Resign").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Player 2 resigns?");
  const points = Number(/Player 1 then scores (\d+) points?\./.exec((await dialog.textContent())!)![1]);
  await dialog.getByRole("button", { name: "Play on" }).click();
  await expect(table.result).toBeHidden();
  await table.button("Resign").click();
  await dialog.getByRole("button", { name: "Resign" }).click();
  await expect(table.result.getByRole("heading")).toHaveText("Player 1 wins");
  await expect(table.result.locator(".score")).toContainText(`${points} : 0`);
  await expect(table.result).toContainText("Player 2 has given up.");
  referee.core.ask("table_give_up", referee.number, 2);
  expect(referee.core.ask("table_state", referee.number, -1).points).toEqual([points, 0]);
});

test("two people agree on a draw, which brings nothing to anybody", async ({ table, page }) => {
  await table.begin("delta");
  await table.button("Menu").click();
  await table.button("Offer a draw").click();
  await page.getByRole("dialog").getByRole("button", { name: "Agree on a draw" }).click();
  await expect(table.result.getByRole("heading")).toHaveText("A draw");
  await expect(table.result.locator(".score")).toContainText("0 : 0");
});

test("one of three who resigns is out, and the others play on", async ({ table, page }) => {
  const { spec, moves, seed } = await recorded("delfino-3.txt");
  const referee = await Referee.open(spec);
  await table.loadDice(seed!);
  await table.begin(spec, { players: ["Person", "Person", "Person"] });
  for (const move of moves.slice(0, 3)) await table.play(move, referee);
  await table.button("Resign").click();
  await expect(page.getByRole("dialog")).toContainText("The others play on.");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  const seats = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.locator(".who") });
  await expect(seats.nth(0)).toContainText("out");
  await expect(seats.nth(1)).toContainText("to move");
});

test("another game is begun while a match is open, and both can be gone on with", async ({ page }) => {
  const side = { kind: "person", name: "", level: 0 };
  const match = {
    plan: { spec: "delta", position: "", sides: [side, side], begins: 0, games: 1 },
    finished: [],
    record: '[Game "delta"]\n\n1. c3 d4\n',
    seed: 1,
    flipped: false,
  };
  await putMatch(page, match);
  await page.goto("/setup/kulami"); /* a page that complains of a missing text fails */
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.getByRole("grid")).toBeVisible();
  await page.getByRole("link", { name: "Ascona, home" }).click();
  const open = page.getByRole("region", { name: "Your open games" }).getByRole("link");
  await expect(open).toHaveText([/Kulami/, /DeltaWhite and BlackWhite to move, turn 2/]);
});
