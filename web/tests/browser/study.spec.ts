/* Study: a position is looked into, lines are shown on the board, moves become a tree that is kept, commented, cut,
   shared and opened again; by pointer, by keys, on a phone, in both themes, without a fault for axe. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { board, cell, expect, isAccessible, possible, program, test } from "./pages";
import { Referee } from "./referee";

const GAME = '[Game "delta"]\n\n1. c3 b3 2. c3-e5 b3-b1 (2... b3-b5 {holds out}) none\n';

async function paste(page: import("@playwright/test").Page, text: string): Promise<void> {
  await page.goto("/study/new");
  await page.getByLabel("A position, or a record of a game").fill(text);
  await page.getByRole("button", { name: "Study it" }).click();
  await expect(board(page)).toBeVisible();
}

const faultless = async (page: import("@playwright/test").Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual(
    [],
  );

test("a game is studied: lines, tree, comment, delete and undo, a link with all of it", async ({ page }) => {
  await paste(page, GAME);
  const tree = page.getByRole("region", { name: "Moves" });
  await expect(tree.getByText("holds out")).toBeVisible();
  await expect(tree.getByRole("link", { name: "b3-b1" })).toHaveAttribute("aria-current", "true");
  await expect(page.locator(".pv").first()).toContainText("-");

  await tree.getByRole("link", { name: "c3-e5" }).click();
  const [first] = await page.locator(".pv b.not, .pv .not b").allTextContents();
  expect(first).toBeTruthy();
  await expect(page.locator('[data-layer="marks"] path').first()).toBeAttached();

  /* a line stays on the board, is gone through, and kept */
  await page.locator(".pv").first().click();
  await expect(page.getByText("Line 1 is on the board")).toBeVisible();
  await page.getByRole("button", { name: "On", exact: true }).click();
  await expect(page.getByText("Line 1, move 1 of")).toBeVisible();
  await page.getByRole("button", { name: "Back to the position" }).click();
  await expect(tree.getByRole("link", { name: "c3-e5" })).toHaveAttribute("aria-current", "true");

  /* keys in the moves; a comment */
  await tree.getByRole("link", { name: "c3-e5" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(tree.getByRole("link", { name: "b3-b1" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(tree.getByRole("link", { name: "b3-b5" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByRole("textbox").fill("better than it looks");
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(tree.getByText("better than it looks")).toBeVisible();
  await faultless(page);

  /* delete, undo */
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expect(page.getByText("Deleted 1 move.")).toBeVisible();
  await expect(tree.getByRole("link", { name: "b3-b5" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tree.getByRole("link", { name: "b3-b5" })).toBeVisible();

  /* a reload keeps it; a link has all of it */
  await page.reload();
  await expect(tree.getByText("better than it looks")).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  const link = page.getByLabel("A link with the whole study in it");
  await expect(link).toHaveValue(/#study=/);
  const address = await link.inputValue();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/about");
  await page.goto(address);
  await expect(tree.getByText("better than it looks")).toBeVisible();

  /* so has the address of a game */
  await page.goto("/study?game=delta&moves=c3+d4");
  await expect(tree.getByRole("link", { name: "d4" })).toHaveAttribute("aria-current", "true");
});

test("a move on the board is a variation; marks by the right button; the engine is a switch that is remembered", async ({
  page,
}) => {
  await paste(page, "1:....b/w..ww/..bb./...../.....:w6b6:w");
  await cell(page, "a4").click();
  await cell(page, "a2").click();
  const tree = page.getByRole("region", { name: "Moves" });
  await expect(tree.getByRole("link", { name: "a4-a2" })).toHaveAttribute("aria-current", "true");

  const [from, to] = await Promise.all(["a1", "e1"].map(async (id) => (await cell(page, id).boundingBox())!));
  await page.mouse.move(from!.x + 9, from!.y + 9);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(to!.x + 9, to!.y + 9);
  await page.mouse.up({ button: "right" });
  await expect(page.locator(".study-own path").first()).toBeAttached();
  await expect(board(page)).toHaveAccessibleName(/Your marks: a1 to e1\./);

  const engine = page.getByRole("switch", { name: "Engine" });
  await engine.click();
  await expect(engine).toHaveAttribute("aria-checked", "false");
  await page.reload();
  await expect(engine).toHaveAttribute("aria-checked", "false");
  await expect(page.locator(".study-own path").first()).toBeAttached();
});

test("threats: what the other would do is drawn, said and told to the ear, by switch and by key", async ({ page }) => {
  await paste(page, "1:w..b./...../w..../bbb../ww...:w5b5:w");
  const threats = page.getByRole("button", { name: "Threats" });
  await expect(threats).toHaveAttribute("aria-pressed", "false");
  await cell(page, "a1").focus();
  await page.keyboard.press("t");
  await expect(threats).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("status").filter({ hasText: "If Black were to move: d5-d1." })).toBeVisible();
  await expect(page.locator(".study-threat path").first()).toBeAttached();
  await expect(board(page)).toHaveAccessibleName(/Best moves marked: 1 a5-e1.* If Black were to move: d5-d1\./);
  await expect(page.locator(".pv").first()).toContainText("a5-e1");

  /* The way of the last move steps back behind the marks. A finger that rests on a move opens its menu. */
  await paste(page, GAME);
  await expect(threats).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".stage.is-marked")).toBeVisible();
  await expect(page.locator(".stage .last-move")).toHaveCount(2); /* its path, and the marks on the pieces */
  for (const part of await page.locator(".stage .last-move").all()) await expect(part).toBeHidden();
  await expect(page.locator('.stage [data-layer="over"] > circle').first()).toBeVisible();
  const move = page.getByRole("region", { name: "Moves" }).getByRole("link", { name: "c3-e5" });
  await move.dispatchEvent("pointerdown", { pointerType: "touch", clientX: 1, clientY: 1 });
  await expect(page.getByRole("dialog", { name: "Move c3-e5" })).toBeVisible();
  await page.getByRole("button", { name: "Keys" }).click();
  for (const key of ["t", "g", "e", "c", "f"])
    await expect(page.locator("kbd", { hasText: key }).first()).toBeVisible();
  await page.keyboard.press("Escape");

  /* Before anybody can pass there is none, and it is said. */
  await page.goto("/study?game=delta&moves=c3");
  await expect(page.getByText("Nobody can pass here")).toBeVisible();
});

test("dice: every face has its worth, and tapping one rolls it; on a phone nothing is cut", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await paste(page, '[Game "delfino"]\n\n1. 1.1 4.4 none\n');
  const rolls = page.getByRole("region", { name: /may roll$/ });
  await expect(rolls.locator(".val").first()).toBeVisible();
  await faultless(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  /* How he goes on stands beside the value, as far as there is room. */
  const [value, line] = [rolls.locator(".val").first(), rolls.locator(".not").first()];
  const [left, right] = [(await value.boundingBox())!, (await line.boundingBox())!];
  expect(right.x).toBeGreaterThan(left.x + left.width);
  expect(Math.abs(right.y + right.height / 2 - left.y - left.height / 2)).toBeLessThan(4);
  await rolls.getByRole("button").first().click();
  await expect(page.getByRole("region", { name: "Moves" }).locator("[aria-current]")).toHaveText(/^r\d$/);
});

test("a finished game is reviewed: graph, grades, turning points, the better line", async ({ page }) => {
  await paste(
    page,
    '[Game "neo-delta"]\n\n1. rf3 d2 2. f3-c3 f6 3. d3-d5 f6-b6:c3 4. c6-a4 a4-c2 5. c2-f5 f5-f2 6. d5-f5:f2 d2-f2 7. e5-c5 b3-d3 8. e4-e6 p1win\n',
  );
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Review the game" }).click();
  const tree = page.getByRole("region", { name: "Moves" });
  await expect(tree.getByRole("link", { name: "e4-e6" }).getByRole("img", { name: "Best" })).toBeVisible();
  const points = page.getByRole("group", { name: "Turning points" }).getByRole("button");
  const point = points.filter({ hasText: /e5-c5.* lost [≈≥]?\s?\d/ });
  await expect(point).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden({ timeout: 60_000 });
  await point.click();
  await expect(page.locator(".why")).toContainText("Better:");
  await expect(board(page)).toHaveAccessibleName(/Better: .+\. Played: e5-c5\./);
  await page.getByRole("button", { name: "Better", exact: true }).click();
  await expect(page.getByRole("button", { name: "Better", exact: true })).toHaveAttribute("aria-pressed", "true");
  await faultless(page);
  await expect(page.locator(".why")).toContainText(
    /^7 e5-c5.*Black answers .+ and (wins by|is ahead by at least) \d+\./,
  );

  /* A wrong try is answered on the board. */
  await page.getByRole("button", { name: "Try again" }).click();
  await cell(page, "e5").click();
  await cell(page, "c5").click();
  await expect(page.getByText("Not e5-c5.")).toBeVisible();
  await expect(cell(page, "e5")).toHaveAccessibleName(/free/);
  await page.getByRole("button", { name: "Try another" }).click();
  await expect(cell(page, "e5")).toHaveAccessibleName(/red/i);
  await page.getByRole("button", { name: "Show the move" }).click();
  await expect(page.locator('[data-layer="marks"] .study-disc')).toBeAttached();
  await page.getByRole("button", { name: "Back to the review" }).click();
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuetext", /^Move \d+, /);
  await tree.getByRole("link", { name: "rf3" }).focus();
  await page.keyboard.press("g");
  await expect(page.locator(".turn[aria-current]")).toContainText("e5-c5");
  await page.keyboard.press("g");
  await expect(page.locator(".turn[aria-current]")).not.toContainText("e5-c5");
});

/* Three players, of whom one leaves: that is no move, and all that is judged behind it is where it was played. */
async function gameWithALeaver(): Promise<string> {
  const referee = await Referee.open("delfino:players=3");
  const plies: string[] = [];
  for (let ply = 0; ply < 60 && referee.state.end === "open"; ply++) {
    if (ply === 20) {
      referee.core.ask("table_give_up", referee.number, 2);
      plies.push("p2resigns");
    }
    const { turn, steps } = referee.state;
    const move = turn === "chance" ? "r3" : steps[(7 * ply) % steps.length]!.move;
    referee.play(move);
    plies.push(move);
  }
  return `[Game "delfino:players=3"]\n\n${plies.join(" ")} none\n`;
}

test("a game that somebody left is reviewed, and what is tried again before a roll is judged", async ({ page }) => {
  await paste(page, await gameWithALeaver());
  await page.goto("/study/review");
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden({ timeout: 60_000 });
  const points = page.getByRole("group", { name: "Turning points" }).getByRole("button");
  await expect(points).toHaveCount(3, { timeout: 60_000 }); /* the engine looks at every move */
  for (const point of await points.all()) {
    await point.click();
    await page.getByRole("button", { name: "The move", exact: true }).click();
    const turn = (await page.locator(".why .not").first().textContent())!.split(" ").slice(1);
    const current = page.getByRole("region", { name: "Moves" }).locator("[aria-current]");
    expect(turn).toContain((await current.textContent())!.trim().split(/\s/)[0]!);
  }
  await expect(page.getByRole("slider")).toHaveAttribute("aria-valuetext", /^Move \d+, \S+, .+ (estimate|proved)/);
  /* Whatever comes of a try, there is a way on. */
  await page.getByRole("button", { name: "Try again" }).click();
  for (let touches = 0; touches < 3 && (await page.locator(".tried li").count()) === 0; touches++) {
    const thing = page.locator(".things .btn").or(possible(page)).first();
    if (await thing.isVisible()) await thing.click();
    await page.waitForTimeout(200);
  }
  await expect(page.locator(".tried li .val")).toBeVisible({ timeout: 30_000 });
  await expect(
    page
      .getByRole("button", { name: "Try another" })
      .or(page.getByText(/ is (right|no mistake)/))
      .first(),
  ).toBeVisible();
});

test("in a review what is deleted can be had back, and the engine's keys do nothing", async ({ page }) => {
  await paste(page, GAME);
  await page.goto("/study/review");
  const tree = page.getByRole("region", { name: "Moves" });
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden({ timeout: 60_000 });
  await tree.getByRole("link", { name: "c3-e5" }).click();
  await page.keyboard.press("x");
  await page.keyboard.press("e");
  await expect(page.getByRole("tab")).toHaveCount(0);
  await tree.getByRole("link", { name: "c3-e5" }).click({ button: "right" });
  await page.getByRole("button", { name: "Delete from here" }).click();
  await expect(tree.getByRole("link", { name: "c3-e5" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tree.getByRole("link", { name: "c3-e5" })).toBeVisible();
});

test("a link that was cut says so, and leads on", async ({ page }) => {
  await page.goto("/study#study=bVDLTgMxDPwV");
  await expect(page.getByText("The link is not whole.")).toBeVisible();
  await page.getByRole("link", { name: "Study something else" }).click();
  await expect(page.getByLabel("A position, or a record of a game")).toBeVisible();
});

test("what an address names in vain takes the place of nothing", async ({ page }) => {
  await paste(page, GAME);
  await page.goto("/study?game=delta&position=zzz");
  await expect(page.getByRole("heading", { name: "This cannot be studied" })).toBeVisible();
  await expect(page.getByText("Line 2")).toHaveCount(0);
  await page.goto("/study?record=nowhere");
  await expect(page.getByText("This browser does not have that game")).toBeVisible();
  await page.goto("/study");
  await expect(page.getByRole("region", { name: "Moves" }).getByText("holds out")).toBeVisible();
});

test("of two tabs with one study neither loses a move", async ({ page, context }) => {
  await paste(page, "1:....b/w..ww/..bb./...../.....:w6b6:w");
  const other = await context.newPage();
  await other.goto("/study");
  for (const [tab, to] of [
    [page, "a2"],
    [other, "a1"],
  ] as const) {
    await cell(tab, "a4").click();
    await cell(tab, to).click();
    await expect(tab.getByRole("region", { name: "Moves" }).getByRole("link", { name: `a4-${to}` })).toBeVisible();
  }
  await expect(other.getByText("This study is now kept in the game archive.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Moves" }).getByRole("link", { name: "a4-a2" })).toBeVisible();
  await other.goto("/records");
  await other
    .getByRole("button", { name: /^Study: / })
    .first()
    .click();
  await expect(other.getByRole("region", { name: "Moves" }).getByRole("link", { name: "a4-a1" })).toBeVisible();
});

test("a link that is followed in a study opens the other; a browser with no room left can study too", async ({
  page,
}) => {
  await paste(page, GAME);
  const tree = page.getByRole("region", { name: "Moves" });
  await page.evaluate(() => (location.hash = "#game=delta&moves=c3+d4"));
  await expect(tree.getByRole("link", { name: "d4" })).toHaveAttribute("aria-current", "true");

  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await paste(page, GAME);
  await expect(tree.getByText("holds out")).toBeVisible();
});

/* Whatever keeps something that was drawn keeps the page as it was then: a megabyte a step in a long game. */
test("going through a long game holds on to nothing", async ({ page }) => {
  const file = test.info().outputPath("game.txt");
  execFileSync(program, [
    "match",
    "circle-delta",
    "engine:1",
    "engine:1",
    "-n",
    "1",
    "--openings",
    "0",
    "--save",
    file,
  ]);
  await page.addInitScript(() => localStorage.setItem("ascona.study-engine", '{"on":false,"lines":3}'));
  await paste(page, readFileSync(file, "utf8"));
  const plies = page.locator(".ply");
  await plies.last().click();
  const client = await page.context().newCDPSession(page);
  const used = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return (await client.send("Runtime.getHeapUsage")).usedSize / 1e6;
  };
  const steps = async (count: number) => {
    for (let step = 0; step < count; step++) await page.keyboard.press("ArrowLeft");
  };
  await steps(10);
  const before = await used();
  await steps(40);
  expect((await used()) - before).toBeLessThan(4);
});

/* That no sentence is missing the unit tests see to; each screen speaks another language here, by day and by night. */
test("study, review, editor and explorer in other languages have nothing that axe objects to", async ({ browser }) => {
  const screens = [
    ["de", "/study?game=kulami&moves=a4+a7+h7+e7", ".pv .val"],
    ["fr", "/study/review", ".graph .ln"],
    ["ru", "/editor/circle-delta", ".board"],
  ] as const;
  for (const [locale, path, shown] of screens) {
    const page = await browser.newPage({ locale, reducedMotion: "reduce" });
    if (path === "/study/review") {
      await page.goto("/study?game=delta&moves=c3+b3+c3-e5+b3-b1");
      await expect(board(page)).toBeVisible();
    }
    await page.goto(path);
    await expect(page.locator(shown).first()).toBeAttached({ timeout: 30_000 });
    await expect(page.locator("html")).toHaveAttribute("lang", locale);
    await isAccessible(page, `${path} in ${locale}`);
    await page.goto("/study?game=delta&moves=c3+d3");
    await page.getByRole("tab").first().click();
    await expect(page.locator(".explore .val").first()).toBeVisible();
    await isAccessible(page, `the explorer in ${locale}`, ".treebox");
    await page.close();
  }
});
