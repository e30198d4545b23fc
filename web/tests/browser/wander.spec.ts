/* Somebody wanders through the pages at random, by links where there are any, and comes back to a match against the computer
   again and again: the computer answers, nothing is lost, memory stays flat, and no worker or listener is left behind.

   ASCONA_WANDER_SECONDS and ASCONA_WANDER_SEED: how long, without the wait for the workers at the end, and which way
   (`./dev soak`). */
import type { CDPSession, Page } from "@playwright/test";
import { type Game, expect, games, sentences, test, watch } from "./pages";
import { host } from "./people";
import { Table } from "./table";
import { anyMove, myTurn } from "./walk";

const SECONDS = Number(process.env["ASCONA_WANDER_SECONDS"] ?? 45);
const SEED = Number(process.env["ASCONA_WANDER_SEED"] ?? 1);
const IDLE = 25_000; /* ms; workers without a question end within this time */
const ROUNDS = 2; /* that are measured */
const ROUNDS_TIME = 20; /* s, about, with the one before them */
const GROWTH = 2 ** 20; /* bytes of the heap that they may add */
const NODES = 500; /* of the DOM that they may add */
const LOADED = 8 * 2 ** 20; /* bytes of all that can be loaded into one document */

test.setTimeout(SECONDS * 1000 + 150_000);

declare global {
  interface Window {
    workersRunning: number;
    listeners(): number;
  }
}

/* Counts the workers that run and the listeners of window and document. */
function count(): void {
  window.workersRunning = 0;
  const RealWorker = Worker;
  window.Worker = class extends RealWorker {
    constructor(...args: ConstructorParameters<typeof RealWorker>) {
      super(...args);
      window.workersRunning++;
    }
    override terminate() {
      window.workersRunning--;
      super.terminate();
    }
  };
  const known = new Set<string>();
  const ids = new WeakMap<object, number>();
  let next = 0;
  const idOf = (listener: object) => ids.get(listener) ?? (ids.set(listener, ++next), next);
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const counted = (target: EventTarget) => target === window || target === document;
  const key = (target: EventTarget, type: string, listener: object, options: unknown) =>
    [
      target === window,
      type,
      idOf(listener),
      typeof options === "object" ? (options as { capture?: boolean }).capture : options,
    ].join();
  EventTarget.prototype.addEventListener = function (type: string, listener: never, options: never) {
    if (listener && counted(this)) {
      const own = key(this, type, listener, options);
      const { signal } = (options ?? {}) as { signal?: AbortSignal };
      if (!signal?.aborted) known.add(own);
      signal && add.call(signal, "abort", () => known.delete(own));
    }
    return add.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type: string, listener: never, options: never) {
    if (listener && counted(this)) known.delete(key(this, type, listener, options));
    return remove.call(this, type, listener, options);
  };
  window.listeners = () => known.size;
}

/* The same way for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Something is there, and it is not an error. */
async function arrived(page: Page): Promise<void> {
  await expect(page.locator("#main:not([aria-busy])")).toBeVisible();
  await expect(page.locator(".failure, .alarm")).toHaveCount(0);
}

/** By the link to an address, here or at home. There is none to some places in the middle of a game. */
async function follow(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]:visible`).first();
  if (!(await link.isVisible())) await page.locator("a.brand").click();
  await arrived(page);
  if (await link.isVisible()) await link.click();
  else if (path !== "/")
    await page.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
  await arrived(page);
}

/** A sentence in the language of the page. */
async function word(page: Page, key: string): Promise<string> {
  return sentences((await page.locator("html").getAttribute("lang"))!)[key]!;
}

async function press(page: Page, key: string): Promise<void> {
  await page.getByRole("button", { name: await word(page, key), exact: true }).click();
}

/** Opens a dialog from the bar, or from the menu there. */
async function open(page: Page, key: string): Promise<void> {
  const button = page.getByRole("button", { name: await word(page, key), exact: true });
  if (!(await button.first().isVisible())) await press(page, "menu.title");
  await button.first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

interface Sizes {
  /** When it was loaded: a heap begins with it. */
  document: number;
  heap: number;
  nodes: number;
  /** Of window and document. */
  listeners: number;
}

async function measure(page: Page, client: CDPSession): Promise<Sizes> {
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  const { nodes } = await client.send("Memory.getDOMCounters");
  const [document, listeners] = await page.evaluate(() => [performance.timeOrigin, window.listeners()] as const);
  return { document, listeners, heap: usedSize, nodes };
}

class Wanderer {
  readonly #table: Table;
  readonly #pick: (sides: number) => number;
  #address = "";
  #plies = 0;

  constructor(table: Table, pick: (sides: number) => number) {
    this.#table = table;
    this.#pick = pick;
  }

  get #page(): Page {
    return this.#table.page;
  }

  async begin(game: Game): Promise<void> {
    await this.#table.begin(game, { players: ["Person", 1] });
    await expect(this.#page).toHaveURL(/\/play\/[\w-]+$/);
    this.#address = new URL(this.#page.url()).pathname;
  }

  async toMatch(): Promise<void> {
    await follow(this.#page, this.#address);
    await expect(this.#table.board).toBeVisible();
  }

  /** The match is as it was left, and the computer answers. A game that is over is reviewed, and played again. */
  async play(): Promise<void> {
    await this.toMatch();
    const plies = this.#table.moves.locator(".ply");
    const { over } = await myTurn(this.#table);
    if (over) return this.review();
    expect(await plies.count(), "moves that were made are still there").toBeGreaterThanOrEqual(this.#plies);
    for (let act = 0, before = await plies.count(); act < 8 && (await plies.count()) < before + 2; act++) {
      await anyMove(this.#table);
      if ((await myTurn(this.#table)).over) return this.review();
    }
    this.#plies = await plies.count();
  }

  /** Ends the game, if it is not over, and reviews it. The match is played once more. */
  async review(): Promise<void> {
    const page = this.#page;
    const { result } = this.#table;
    await this.toMatch();
    if (!(await myTurn(this.#table)).over) {
      await press(page, "play.resign");
      await page.locator("dialog .btn--danger").click();
    }
    await expect(result).toBeVisible();
    await press(page, "play.review");
    await expect(page).toHaveURL(/\/study\/review$/);
    await arrived(page);
    await expect(page.locator(".graph")).toBeVisible();
    await this.toMatch();
    await press(page, "play.rematch");
    await expect(result).toBeHidden();
    this.#plies = 0;
  }

  /** From the match's menu. The move that is chosen there is still chosen after a look at the rules. */
  async study(): Promise<void> {
    const page = this.#page;
    await this.toMatch();
    if (await this.#table.result.isVisible()) return;
    await press(page, "menu.title");
    await press(page, "menu.study");
    await expect(page).toHaveURL(/\/study$/);
    await expect(page.locator(".tree")).toBeVisible();
    const moves = page.locator(".tree .ply");
    const count = await moves.count();
    if (count === 0) return;
    const move = moves.nth(this.#pick(count));
    await move.click();
    await expect(move).toHaveAttribute("aria-current", "true");
    await page.locator('.bar a[href^="/rules/"]').click();
    await arrived(page);
    await page.goBack();
    await expect(moves).toHaveCount(count);
    await expect(move).toHaveAttribute("aria-current", "true");
  }

  /** One step somewhere. */
  async step(): Promise<void> {
    const page = this.#page;
    const acts = [
      () => this.#follow(),
      () => this.#follow(),
      () => this.#follow(),
      () => this.#visit(),
      () => this.#visit(),
      () => page.goBack(),
      () => page.goForward(),
      () => this.#choose(),
      () => this.study(),
      () => this.review(),
      () => page.reload(),
      () => this.#leave(),
    ];
    await acts[this.#pick(acts.length)]!();
    if (page.url() === "about:blank") await page.goto("/"); /* back beyond the first page */
    await arrived(page);
    if ((await page.getByRole("dialog").count()) > 0) await close(page);
  }

  /** Once through all that is measured. */
  async round(): Promise<void> {
    const page = this.#page;
    await this.toMatch();
    await open(page, "menu.title");
    await page.keyboard.press("Escape");
    await open(page, "settings.title");
    await close(page);
    await this.study();
    await open(page, "menu.title");
    await page.locator('dialog a[href="/study/review"]').click();
    await arrived(page);
    for (const path of [
      "/rules/delta",
      "/learn/delta",
      "/problems/delta/1",
      "/editor/delta",
      "/friend",
      "/records",
      "/about",
    ])
      await follow(page, path);
  }

  /* Any link of the page. */
  async #follow(): Promise<void> {
    const links = this.#page.locator('#main a[href^="/"]:visible, .bar a[href^="/"]:visible:not(.skip)');
    const count = await links.count();
    if (count > 0) await links.nth(this.#pick(count)).click();
  }

  async #visit(): Promise<void> {
    const game = games[this.#pick(games.length)]!;
    const places = [
      `/rules/${game}`,
      `/learn/${game}`,
      "/problems/delta/1",
      `/editor/${game}`,
      "/study",
      "/study/review",
      "/records",
      "/friend",
      "/about",
      `/setup/${game}`,
    ];
    await follow(this.#page, places[this.#pick(places.length)]!);
  }

  async #choose(): Promise<void> {
    const page = this.#page;
    const language = ["en", "de", "fr", "ru"][this.#pick(4)]!;
    const menu = page.locator(`.langs button[lang=${language}]`);
    if (await menu.isVisible()) await menu.click();
    else {
      await open(page, "settings.title");
      await page.locator(`dialog input[value=${language}]`).check();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const theme = ["light", "dark"][this.#pick(2)]!;
      await page.locator(`dialog input[value=${theme}]`).check();
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      await close(page);
    }
    await expect(page.locator("html")).toHaveAttribute("lang", language);
  }

  /* To another site and back. The headless shell has no back/forward cache. */
  async #leave(): Promise<void> {
    await this.#page.goto("about:blank");
    await this.#page.goBack();
  }
}

test("wandering about loses nothing and leaves nothing behind", async ({ browser }) => {
  const server = await host();
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce", serviceWorkers: "block" });
  const { faults, ignore } = watch(context);
  ignore(/status of 40[14] .*\/api\//); /* nobody yet, and no tables */
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  const pick = dice(SEED);
  const table = new Table(page);
  await page.addInitScript(count);
  await table.loadDice(BigInt(SEED));
  const wanderer = new Wanderer(table, pick);
  const end = Date.now() + (SECONDS - ROUNDS_TIME) * 1000;
  await wanderer.begin(games[pick(games.length)]!);
  await wanderer.play();
  await wanderer.study();
  await wanderer.review();

  let loaded: Sizes | undefined;
  while (Date.now() < end) {
    await wanderer.play();
    const now = await measure(page, client);
    if (now.document !== loaded?.document) loaded = now;
    expect(now.heap - loaded.heap, "bytes of the heap since the page was loaded").toBeLessThan(LOADED);
    for (let steps = 1 + pick(3); steps > 0; steps--) await wanderer.step();
  }

  /* Everything is seen once before it is measured: what is loaded stays loaded. */
  await wanderer.round();
  const before = await measure(page, client);
  for (let rounds = 0; rounds < ROUNDS; rounds++) await wanderer.round();
  const after = await measure(page, client);
  expect(after.document, "the page was not loaded again").toBe(before.document);
  expect(after.listeners, "listeners of window and document").toBe(before.listeners);
  expect(after.heap - before.heap, "bytes that the rounds added to the heap").toBeLessThan(GROWTH);
  expect(after.nodes - before.nodes, "nodes that the rounds left").toBeLessThan(NODES);
  await expect.poll(() => page.evaluate(() => window.workersRunning), { timeout: IDLE }).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
  await server.close();
});
