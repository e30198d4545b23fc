/* The last move is seen happening: a man travels, and whatever comes next ends it. Who asked for no motion sees none. */
import { Referee } from "./referee";
import { expect, test } from "./support";
import type { Table } from "./table";

/* Everything on the board that is on its way, as the browser sees it. */
const running = (table: Table) =>
  table.page.evaluate(
    () =>
      document
        .querySelector(".stage svg.board")!
        .getAnimations({ subtree: true })
        .filter((one) => one.playState === "running").length,
  );

/* Writes down, frame by frame, where the things on the board are; and counts what was set in motion. */
async function watch(table: Table): Promise<void> {
  await table.page.evaluate(() => {
    const seen = { animations: 0, places: new Map<Element, Set<string>>() };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      if (this.closest(".stage, .die")) seen.animations++;
      return animate.apply(this, args);
    };
    const frame = () => {
      for (const one of document.querySelector(".stage svg.board")!.getAnimations({ subtree: true })) {
        const { target } = one.effect as KeyframeEffect;
        if (!target) continue;
        const places = seen.places.get(target) ?? new Set();
        places.add(getComputedStyle(target).transform);
        seen.places.set(target, places);
      }
      requestAnimationFrame(frame);
    };
    frame();
    Object.assign(window, { seen });
  });
}

interface Seen {
  animations: number;
  places: Map<Element, Set<string>>;
}

/** How many places the thing that moved most was seen at. */
const most = (table: Table) =>
  table.page.evaluate(() =>
    Math.max(0, ...[...(window as unknown as { seen: Seen }).seen.places.values()].map((places) => places.size)),
  );
const started = (table: Table) => table.page.evaluate(() => (window as unknown as { seen: Seen }).seen.animations);

/** Everything goes at a fifth of its speed, so that a busy machine sees it too. */
async function slowly(table: Table): Promise<void> {
  const client = await table.page.context().newCDPSession(table.page);
  await client.send("Animation.enable");
  await client.send("Animation.setPlaybackRate", { playbackRate: 0.2 });
}

async function opened(table: Table): Promise<Referee> {
  const referee = await Referee.open("delta");
  await table.begin("delta");
  await watch(table);
  for (const move of ["c3", "d3"]) await table.play(move, referee);
  return referee;
}

test.describe("with motion", () => {
  test.use({ motion: "no-preference" });

  test("a man travels to where he goes, and stands there then", async ({ table }) => {
    const referee = await opened(table);
    await expect.poll(() => running(table)).toBe(0);
    await slowly(table);
    await table.play("c3-a3", referee);
    await expect.poll(() => running(table)).toBe(0);
    expect(await most(table)).toBeGreaterThan(2);
    await table.expectStanding(referee);
  });

  test("the next touch ends what is under way", async ({ table, page }) => {
    const referee = await opened(table);
    await expect.poll(() => running(table)).toBe(0);
    await slowly(table);
    /* In one breath: the move, and a touch while the man is on his way. */
    const left = await page.evaluate(() => {
      const touch = (id: string) => document.querySelector<HTMLElement>(`.stage [data-place="${id}"]`)!.click();
      const moving = () => document.querySelector(".stage svg.board")!.getAnimations({ subtree: true }).length;
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      return (async () => {
        touch("c3");
        while (document.querySelector(".stage [aria-selected=true]") === null) await frame();
        touch("a3");
        while (moving() === 0) await frame();
        const before = moving();
        touch("d3");
        return { before, after: moving() };
      })();
    });
    expect(left.before).toBeGreaterThan(0);
    expect(left.after).toBe(0);
    referee.play("c3-a3");
    await table.expectPlayed("c3-a3", referee);
  });

  test("the person can turn it off in the settings", async ({ table, page }) => {
    const referee = await opened(table);
    await table.button("Settings").click();
    await page
      .getByRole("dialog")
      .getByRole("radiogroup", { name: "Motion" })
      .getByRole("radio", { name: "Off" })
      .check();
    await table.button("Close").click();
    const before = await started(table);
    await table.play("c3-a3", referee);
    expect(await started(table)).toBe(before);
  });
});

test("who asked the system for less motion sees none, in any game", async ({ table }) => {
  const referee = await opened(table);
  await table.play("c3-a3", referee);
  expect(await started(table)).toBe(0);
  expect(await most(table)).toBe(0);
});
