/* People at one screen, by clicks. The moves are those of known games, made by touching what the page offers, and the
   result is theirs. One game is played whole; of the others, which keyboard.spec.ts plays whole, the opening and the end,
   in which every kind of touch comes. */
import { linkTo } from "./pages";
import { Referee, recorded, say, vector } from "./referee";
import { expect, test } from "./support";

const SOME = 5;

for (const spec of ["neo-delta", "kulami", "circle-delta:board=rose,rings=2,petals=3,men=3,reds=1,greens=1"])
  test(`opening and end of ${spec}`, async ({ table, page }) => {
    const { moves, points } = vector(spec);
    const opening = await Referee.open(spec);
    await (spec.includes(":") ? table.walkIn(spec) : table.begin(spec));
    for (const move of moves.slice(0, SOME)) await table.play(move, opening);
    await table.expectStanding(opening);
    const end = await Referee.open(spec, moves.slice(0, -SOME));
    await page.goto(linkTo(spec, moves.slice(0, -SOME)));
    for (const move of moves.slice(-SOME)) await table.play(move, end);
    const { id, view } = end.state; /* who comes by an address is called by his colour */
    await table.expectResult(end, points, (seat) => say(id, view.seats[seat - 1]!.name));
  });

test("a whole game of delta", async ({ table }) => {
  const { spec, moves, points } = vector("delta");
  const referee = await Referee.open(spec);
  await table.walkIn(spec);
  for (const move of moves) await table.play(move, referee);
  await table.expectResult(referee, points);
});

/* Until each has rolled and walked twice; then, by its address, the turn in which the first man is sent away; then the
   end, to which dice that were thrown before lead. */
test("Delfino with three players, the die rolled by the page, and its end", async ({ table, page }) => {
  const { spec, moves, points, seed } = await recorded("delfino-3.txt");
  const opening = await Referee.open(spec);
  await table.loadDice(seed!);
  await table.walkIn(spec, { players: ["Person", "Person", "Person"] });
  const rolls = moves.flatMap((move, index) => (/^r\d$/.test(move) ? [index] : []));
  for (const move of moves.slice(0, rolls[6])) await table.play(move, opening);
  await table.expectStanding(opening);
  const away = moves.findIndex((move) => move.includes(">"));
  const before = moves.slice(0, 1 + rolls.findLast((index) => index < away)!);
  const turn = await Referee.open(spec, before);
  await page.goto(linkTo(spec, before));
  for (const move of moves.slice(before.length, away + 1)) await table.play(move, turn);
  await table.expectStanding(turn);
  const end = await Referee.open(spec, moves);
  await page.goto(linkTo(spec, moves));
  await expect(table.result).toBeVisible();
  const { id, view } = end.state;
  await table.expectResult(end, points, (seat) => say(id, view.seats[seat - 1]!.name));
});

test.describe("on the way", () => {
  test.beforeEach(async ({ table }) => table.begin("delta"));

  test("a touch that is not allowed says why, and changes nothing", async ({ table }) => {
    const referee = await Referee.open("delta");
    for (const move of ["c3", "d3"]) await table.play(move, referee);
    const { board, message } = table;
    await table.click("d3");
    await expect(message).toContainText(referee.why([], "d3"));
    await expect(table.place("d3")).toHaveClass(/is-refused/);
    await table.click("c3");
    await table.click("b3");
    await expect(message).toContainText(referee.why(["c3"], "b3"));
    expect((await table.hear()).at(-1)).toBe(referee.why(["c3"], "b3"));
    await expect(board.locator("[aria-selected=true]")).toHaveAttribute("data-place", "c3");
    await expect(table.place("b3")).not.toHaveClass(/is-refused/); /* it does not stay */
    await expect.poll(() => table.plies()).toEqual(["c3", "d3"]);
    await table.click("a3");
    await expect(table.lastPly).toHaveText("c3-a3");
  });

  test("a man is let go by touching him again, and another one is taken instead", async ({ table }) => {
    const referee = await Referee.open("delta");
    for (const move of vector("delta").moves.slice(0, 6)) await table.play(move, referee);
    const { steps: moves } = referee.state;
    const [one, other] = [...new Set(moves.map(({ steps }) => steps[0]!))] as [string, string];
    const chosen = table.board.locator("[aria-selected=true]");
    await table.click(one);
    await expect(chosen).toHaveAttribute("data-place", one);
    await table.click(one);
    await expect(chosen).toHaveCount(0);
    await table.click(one);
    await table.click(other);
    await expect(chosen).toHaveAttribute("data-place", other);
    expect((await table.offers()).sort()).toEqual(
      moves
        .filter(({ steps }) => steps[0] === other)
        .map(({ steps }) => steps[1]!)
        .sort(),
    );
  });

  test("a move is typed; one that is not possible stays there with the reason", async ({ table, page }) => {
    const referee = await Referee.open("delta");
    await table.board.locator("[tabindex='0']").press("/");
    const field = page.getByLabel("Type a move");
    await expect(field).toBeFocused();
    await field.fill("c3");
    await page.keyboard.press("Enter");
    await expect(table.lastPly).toHaveText("c3");
    referee.play("c3");
    await expect(field).toHaveValue("");
    await field.fill("c3");
    await page.keyboard.press("Enter");
    await expect(table.message).toContainText(referee.why([], "c3"));
    await expect(field).toHaveValue("c3");
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(table.board.locator(":focus")).toHaveCount(1);
    await table.button("Menu").click();
    await table.button("Type a move").click();
    await field.fill("d3");
    await table.button("Play").click();
    await expect(table.lastPly).toHaveText("d3");
  });

  test("the board is flipped, and plays on", async ({ table }) => {
    const referee = await Referee.open("delta");
    const ids = ["a1", "e5", "c3"];
    const before = await Promise.all(ids.map((id) => table.spot(id)));
    await table.button("Flip").click();
    await expect.poll(async () => (await table.spot("a1"))!.y).toBeCloseTo(before[1]!.y, 0);
    const after = await Promise.all(ids.map((id) => table.spot(id)));
    for (const [index, other] of [1, 0, 2].entries()) {
      expect(after[index]!.x).toBeCloseTo(before[other]!.x, 0);
      expect(after[index]!.y).toBeCloseTo(before[other]!.y, 0);
    }
    await table.play("b2", referee);
    await table.expectStanding(referee);
  });

  test("a hint marks the way of a good move, which can be played", async ({ table }) => {
    const referee = await Referee.open("delta");
    for (const move of ["c3", "d3"]) await table.play(move, referee);
    await table.button("Hint").click();
    await expect(table.message).toContainText(/Look at \S+\. (Estimate|Proved)/);
    const move = /Look at (\S+)\. /.exec((await table.message.textContent())!)![1]!;
    for (const id of referee.touches(move)) await expect(table.place(id)).toHaveAccessibleName(/, suggested$/);
    await table.play(move, referee);
    await expect(table.board.getByRole("gridcell", { name: /suggested/ })).toHaveCount(0);
  });
});

test("moves can be confirmed: a touch asks, Cancel lets go, Play plays", async ({ table, page }) => {
  await page.goto("/setup/delta");
  await page.getByRole("radiogroup", { name: "Confirm moves" }).getByRole("radio", { name: "On" }).check();
  await table.agree("delta", {});
  await table.button("Start the game").click();
  await table.click("c3");
  await expect(table.message).toContainText("Play c3?");
  await table.button("Cancel").click();
  await expect(table.message).toContainText(say("delta", { key: "prompt.open-white", args: {} }));
  expect(await table.plies()).toEqual([]);
  await table.click("c3");
  await table.button("Play").click();
  await expect(table.lastPly).toHaveText("c3");
  await table.click("d3");
  await table.click("d3"); /* touching it again agrees as well */
  await expect(table.lastPly).toHaveText("d3");
});
