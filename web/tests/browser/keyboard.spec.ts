/* Without a mouse, and without seeing: a whole game of each by keys alone, and every word that is announced.

   What is heard in a game stands in the folder `heard`: a line for each move. ASCONA_WRITE_HEARD=1 writes it anew;
   read it then as somebody who cannot see the board. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keys } from "./keys";
import { Referee, recorded, say, t, vector, type Known } from "./referee";
import { expect, test } from "./support";

test.use({ trace: "off" });

function expectHeard(name: string, lines: string[]): void {
  const file = join(import.meta.dirname, "heard", `${name}.txt`);
  if (process.env["ASCONA_WRITE_HEARD"]) writeFileSync(file, `${lines.join("\n")}\n`);
  expect(lines).toEqual(readFileSync(file, "utf8").trimEnd().split("\n"));
}

const games: Record<string, () => Known | Promise<Known>> = {
  delta: () => vector("delta"),
  "neo-delta": () => vector("neo-delta"),
  kulami: () => vector("kulami:board=irregular,level=2"),
  delfino: () => recorded("delfino.txt"),
  "circle-delta": () => vector("circle-delta:board=rose,rings=2,petals=3,men=3,reds=1,greens=1"),
};

/* Set up by keys as well, from home on: all there is to choose is among their options. */
const WALKED = ["delta", "kulami", "circle-delta"];

for (const [name, known] of Object.entries(games))
  test(`a whole game of ${name} by keyboard, and what is announced`, async ({ table, page }) => {
    const { spec, moves, points, seed } = await known();
    const keys = new Keys(page, table);
    const referee = await Referee.open(spec);
    if (seed !== undefined) await table.loadDice(seed);
    await (WALKED.includes(name) ? keys.begin(spec) : table.begin(spec));
    const start = await table.hear();
    expect(start.join(" ")).toContain(say(referee.state.id, referee.state.view.prompt!));
    const lines = [`start | ${start.join(" | ")}`];
    for (const move of moves) {
      await keys.play(move, referee);
      const heard = await table.hear();
      const mover = referee.events().at(-1)!.seat;
      expect(heard.join(" ")).toContain(`Player ${mover}`);
      for (const { from, to } of referee.state.last!.motions)
        for (const id of [from, to]) expect(heard.join(" ")).toContain(id);
      lines.push(`${move} | ${heard.join(" | ")}`);
    }
    expect(lines.at(-1)).toContain(referee.winner > 0 ? `Player ${referee.winner} wins.` : "A draw.");
    expectHeard(name, lines);
    await table.expectResult(referee, points);
  });

test.describe("at the board", () => {
  test("keys speak the last move, the men, the row, what is possible from here, and the points", async ({
    table,
    page,
  }) => {
    const keys = new Keys(page, table);
    const referee = await Referee.open("delta");
    await table.begin("delta");
    const speak = async (key: string) => {
      await table.heard();
      await keys.press(key);
      return (await table.hear()).join(" ");
    };
    await keys.go("c3", referee);
    expect(await speak("l")).toBe(t("speak.no-last"));
    expect(await speak("m")).toBe(t("speak.no-men"));
    expect(await speak("t")).toBe(t("speak.target-here", { place: "c3" }));
    for (const move of ["c3", "d3", "c3-a3"]) await keys.play(move, referee);
    expect(await speak("l")).toBe("Last move by White: c3-a3.");
    expect(await speak("m")).toBe("White: a3, b3. Black: d3.");
    await keys.go("d3", referee);
    expect(await speak("r")).toBe("From a3 to e3: a3 white pawn; b3 white pawn; d3 black pawn; the rest is free.");
    const targets = referee.state.steps.filter(({ steps }) => steps[0] === "d3").map(({ steps }) => steps[1]);
    expect(await speak("t")).toBe(`From d3 to: ${targets.join(", ")}.`);
    expect(await speak("p")).toBe("White: 0 points. Black: 0 points.");
  });

  test("arrows stop at the edge, Home and End and the page keys lead there, Escape lets go", async ({
    table,
    page,
  }) => {
    const keys = new Keys(page, table);
    const referee = await Referee.open("delta");
    await table.begin("delta");
    await keys.go("c3", referee);
    const after = async (key: string) => {
      await keys.press(key);
      return (await keys.focus())?.place;
    };
    expect(await after("Home")).toBe("a3");
    expect(await after("ArrowLeft")).toBe("a3");
    expect(await after("PageUp")).toBe("a5");
    expect(await after("ArrowUp")).toBe("a5");
    expect(await after("End")).toBe("e5");
    expect(await after("PageDown")).toBe("e1");
    for (const move of ["c3", "d3"]) await keys.play(move, referee);
    await keys.touch("c3", referee);
    await expect(table.place("c3")).toHaveAttribute("aria-selected", "true");
    await keys.press("Escape");
    await expect(table.place("c3")).toHaveAttribute("aria-selected", "false");
  });

  test("on Circle Delta left and right follow the row and come round, up and down the line", async ({
    table,
    page,
  }) => {
    const keys = new Keys(page, table);
    await table.begin("circle-delta");
    const start = (await keys.seek("the board", (focus) => focus.place !== null, "Shift+Tab")).place!;
    const round: string[] = [];
    do {
      await keys.press("ArrowRight");
      round.push((await keys.focus())!.place!);
    } while (round.at(-1) !== start && round.length < 100);
    expect(new Set(round.map((id) => id[0])).size).toBe(1);
    expect(round.length).toBe(new Set(round).size);
    expect(round.length).toBe(await table.board.getByRole("row").first().getByRole("gridcell").count());
    await keys.press("ArrowUp");
    const outward = (await keys.focus())!.place!;
    await keys.press("ArrowDown");
    expect((await keys.focus())!.place).toBe(start);
    expect(outward[0]).not.toBe(start[0]);
  });

  test("single keys act on the board, and elsewhere only for those who want that", async ({ table, page }) => {
    const referee = await Referee.open("delta");
    await table.begin("delta");
    for (const move of ["c3", "d3"]) await table.play(move, referee); /* by clicks: the board has the focus then too */
    const menu = table.button("Menu");
    await menu.focus();
    for (const key of ["u", "h", "f", "[", "/", "?"]) await page.keyboard.press(key);
    await expect(menu).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByLabel("Type a move")).toHaveCount(0);
    await expect.poll(() => table.plies()).toEqual(["c3", "d3"]);
    await table.click("c3");
    await page.keyboard.press("Escape");
    await page.keyboard.press("u");
    await expect(table.lastPly).toHaveText("c3");

    await table.button("Settings").click();
    await page.getByRole("radiogroup", { name: "Single keys" }).getByRole("radio", { name: "Everywhere" }).check();
    await table.button("Close").click();
    await menu.focus();
    await page.keyboard.press("u");
    await expect.poll(() => table.plies()).toEqual([]);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  });

  test("dialogs are opened, answered and left by keys, and the focus comes back", async ({ table, page }) => {
    const keys = new Keys(page, table);
    await table.begin("delta");
    const dialog = page.getByRole("dialog");
    await keys.use("Resign");
    await expect(dialog.getByRole("button", { name: "Play on" })).toBeFocused(); /* the safe answer */
    await keys.press("Escape");
    await expect(dialog).toBeHidden();
    expect((await keys.focus())!.name).toBe("Resign");
    const { place } = await keys.seek("the board", (focus) => focus.place !== null, "Shift+Tab");
    await keys.press("?");
    await expect(dialog.getByRole("heading", { name: "Keys" })).toBeVisible();
    await keys.press("Escape");
    expect((await keys.focus())!.place).toBe(place);
    await keys.use("Resign");
    await keys.press("Tab");
    await keys.press("Enter");
    await expect(table.result.getByRole("heading")).toHaveText("Player 2 wins");
    await expect.poll(() => keys.focus()).toBeDefined();
    await keys.use("Rematch");
    await expect(table.result).toBeHidden();
    await expect.poll(() => keys.focus()).toBeDefined();
  });
});
