/* Match after match and problem after problem: one worker, which keeps its table, and goes when nobody asks any more. */
import type { Page } from "@playwright/test";
import { expect, test } from "./pages";
import { alone } from "./stop";

test.use({ serviceWorkers: "block" });
test.setTimeout(240_000);

declare global {
  interface Window {
    made: number;
    running: number;
  }
}

function counted(): void {
  window.made = window.running = 0;
  const Real = Worker;
  window.Worker = class extends Real {
    constructor(...args: ConstructorParameters<typeof Real>) {
      super(...args);
      window.made++;
      window.running++;
    }
    override terminate() {
      window.running--;
      super.terminate();
    }
  };
}

/* Level 10 begins, so that every match asks the engine at once. */
const SETUP = {
  sides: [
    { kind: "person", name: "", level: 3 },
    { kind: "engine", name: "", level: 10 },
  ],
  begins: 1,
  options: {},
  games: 1,
};

/** Begins so many matches without loading the page anew, each while the engine thinks in the one before. */
async function matches(page: Page, count: number): Promise<void> {
  await page.goto("/about");
  await page.evaluate((setup) => localStorage.setItem("ascona.setup.kulami", JSON.stringify(setup)), SETUP);
  await page.evaluate(async (times) => {
    const seen = async <T>(find: () => T | null): Promise<T> => {
      for (;;) {
        const found = find();
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    for (let match = 0; match < times; match++) {
      history.pushState(null, "", "/setup/kulami");
      dispatchEvent(new PopStateEvent("popstate"));
      const start = await seen(() => document.querySelector<HTMLButtonElement>("button[form=setup]"));
      const made = window.made;
      start.click();
      await seen(() => document.querySelector(".think"));
      if (made === 0) await seen(() => window.made > 0);
    }
  }, count);
}

test("a hundred matches against level 10 have one worker, and memory stays flat", async ({ page }) => {
  await page.addInitScript(counted);
  await matches(page, 100);
  expect(await page.evaluate(() => [window.made, window.running])).toEqual([1, 1]);
  expect(page.workers()).toHaveLength(1);
  await expect(page.locator(".ply")).toHaveCount(1); /* and it answers the last of them */
});

test("without shared memory the worker that is asked no more is ended", async ({ page }) => {
  await page.addInitScript(counted);
  await page.addInitScript(alone);
  await matches(page, 10);
  expect(await page.evaluate(() => window.running)).toBe(1);
  await expect.poll(() => page.workers().length).toBe(1); /* it takes the browser a moment */
});

const GAME = "rf3 d2 f3-c3 f6 d3-d5 f6-b6:c3 c6-a4 a4-c2 c2-f5 f5-f2 d5-f5:f2 d2-f2 e5-c5 b3-d3 e4-e6".replaceAll(
  " ",
  "+",
);

test("problems share it, a review has one a core, and they end when nobody has a question", async ({ page }) => {
  await page.addInitScript(counted);
  await page.goto("/problems/delta/1");
  for (let number = 1; number < 6; number++) {
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator(".problem-note .msg--hint")).toBeVisible();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(new RegExp(`/${number + 1}$`));
  }
  expect(await page.evaluate(() => [window.made, window.running])).toEqual([1, 1]);
  for (const address of [`/study?game=neo-delta&moves=${GAME}`, "/study/review"]) {
    await page.evaluate((there) => {
      history.pushState(null, "", there);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);
    await expect(page.getByRole("region", { name: "Moves" })).toBeVisible();
  }
  const cores = await page.evaluate(() => Math.min(4, navigator.hardwareConcurrency));
  await expect.poll(() => page.evaluate(() => [window.made, window.running])).toEqual([cores, cores]);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  await page.getByRole("link", { name: "Ascona, home" }).click();
  await expect.poll(() => page.evaluate(() => window.running), { timeout: 40_000 }).toBe(0);
});
