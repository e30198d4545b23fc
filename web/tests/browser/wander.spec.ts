/* Somebody wanders through the pages at random and comes back to a match against the computer again and again: the
   computer answers, nothing is lost, memory stays flat, and no worker or listener is left behind.

   ASCONA_WANDER_SECONDS and ASCONA_WANDER_SEED: how long, and which way (`./dev soak`). */
import type { CDPSession, Page } from "@playwright/test";
import { type Game, expect, games, test, watch } from "./pages";
import { host } from "./people";
import { Table } from "./table";
import { anyMove, myTurn } from "./walk";

const SECONDS = Number(process.env["ASCONA_WANDER_SECONDS"] ?? 20);
const SEED = Number(process.env["ASCONA_WANDER_SEED"] ?? 1);
const IDLE = 25_000; /* ms; workers without a question end within this time */
const GROWTH = 4 * 2 ** 20; /* bytes of the heap from the first half to the end */

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

/** To an address of the page, as a link leads there: without loading the page again. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Something is there, and it is not an error. */
async function arrived(page: Page): Promise<void> {
  await expect(page.locator("#main:not([aria-busy])")).toBeVisible();
  await expect(page.locator(".failure, .alarm")).toHaveCount(0);
}

async function heap(client: CDPSession): Promise<number> {
  await client.send("HeapProfiler.collectGarbage");
  return (await client.send("Runtime.getHeapUsage")).usedSize;
}

class Wanderer {
  readonly #table: Table;
  readonly #pick: (sides: number) => number;
  readonly #game: Game;
  #address = "";
  #plies = 0;

  constructor(table: Table, pick: (sides: number) => number, game: Game) {
    this.#table = table;
    this.#pick = pick;
    this.#game = game;
  }

  get #page(): Page {
    return this.#table.page;
  }

  async begin(): Promise<void> {
    if (this.#address !== "") await this.#set({ language: "en" }); /* in which the setup is read */
    await this.#table.begin(this.#game, { players: ["Person", 1] });
    await expect(this.#page).toHaveURL(/\/play\/[\w-]+$/);
    this.#address = new URL(this.#page.url()).pathname;
    this.#plies = 0;
  }

  /** The match is as it was left, and the computer answers. Returns false when it is over. */
  async play(): Promise<boolean> {
    await follow(this.#page, this.#address);
    await expect(this.#table.board).toBeVisible();
    const { over } = await myTurn(this.#table);
    const plies = this.#table.moves.locator(".ply");
    if (over) return false;
    expect(await plies.count(), "moves that were made are still there").toBeGreaterThanOrEqual(this.#plies);
    for (let act = 0, before = await plies.count(); act < 8 && (await plies.count()) < before + 2; act++) {
      await anyMove(this.#table);
      if ((await myTurn(this.#table)).over) return false;
    }
    this.#plies = await plies.count();
    return true;
  }

  /** One step somewhere. */
  async step(): Promise<void> {
    const page = this.#page;
    const game = games[this.#pick(games.length)]!;
    const places = [
      "/",
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
      this.#address,
    ];
    const act = this.#pick(10);
    if (act < 6) await follow(page, places[this.#pick(places.length)]!);
    else if (act === 6) await page.goBack();
    else if (act === 7) await page.goForward();
    else if (act === 8) await this.#choose();
    else await page.reload();
    if (new URL(page.url()).origin === "null") await page.goto("/"); /* back beyond the first page */
    await arrived(page);
  }

  async #choose(): Promise<void> {
    const language = ["en", "de", "fr", "ru"][this.#pick(4)]!;
    await this.#set({ language, theme: ["light", "dark", "system"][this.#pick(3)]! });
  }

  /* As another tab chooses: it is picked up at once. */
  async #set(change: { language: string; theme?: string }): Promise<void> {
    await this.#page.evaluate((chosen) => {
      const key = "ascona.settings";
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? "{}"), ...chosen }));
      dispatchEvent(new StorageEvent("storage", { key }));
    }, change);
    await expect(this.#page.locator("html")).toHaveAttribute("lang", change.language);
  }
}

test("wandering about loses nothing and leaves nothing behind", async ({ browser }) => {
  const server = await host();
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: "reduce", serviceWorkers: "block" });
  const { faults, ignore } = watch(context);
  ignore(/status of 40[14] .*\/api\//); /* nobody yet, and no tables */
  const page = await context.newPage();
  const client = await page.context().newCDPSession(page);
  const pick = dice(SEED);
  const table = new Table(page);
  await page.addInitScript(count);
  await table.loadDice(BigInt(SEED));
  const wanderer = new Wanderer(table, pick, games[pick(games.length)]!);
  await wanderer.begin();
  const end = Date.now() + SECONDS * 1000;
  const sizes: number[] = [];
  while (Date.now() < end) {
    if (!(await wanderer.play())) await wanderer.begin();
    for (let steps = 1 + pick(3); steps > 0; steps--) await wanderer.step();
    if (sizes.length < 4 || pick(4) === 0) sizes.push(await heap(client));
  }

  /* Everything was seen once before the measured round: what is loaded stays loaded. */
  const round = [
    "/rules/delta",
    "/learn/delta",
    "/problems/delta/1",
    "/editor/delta",
    "/study",
    "/friend",
    "/records",
    "/",
  ];
  const measure = async () => {
    for (const path of round) {
      await follow(page, path);
      await arrived(page);
    }
    return { listeners: await page.evaluate(() => window.listeners()), size: await heap(client) };
  };
  await measure();
  const before = await measure();
  for (let rounds = 0; rounds < 3; rounds++) await measure();
  const after = await measure();
  expect(after.listeners, "listeners of window and document").toBe(before.listeners);
  expect(after.size - before.size, "bytes that four rounds added to the heap").toBeLessThan(GROWTH);
  await expect.poll(() => page.evaluate(() => window.workersRunning), { timeout: IDLE }).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
  await server.close();
});
