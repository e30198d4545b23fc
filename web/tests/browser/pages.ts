/* What every test around the games rests on: a page that must stay without errors and without a request to another
   host, the ways a person takes through the pages, and games that were played before. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { createRequire } from "node:module";
import { expect, test as base, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { parseCatalogue } from "../../build/catalogue";
import type { ProblemFacts } from "../../src/core/types";

export { expect };

export const root = resolve(import.meta.dirname, "../../..");
export const program = process.env["ASCONA_PROGRAM"] ?? `${root}/build/ascona`;
export const web = process.env["ASCONA_WEB"] ?? `${root}/build/web`;
export const port = Number(process.env["ASCONA_TEST_PORT"] ?? 8137);

/** The name by which others on a club's network reach this machine; browsers trust it no more than any other's. */
export const clubName = `${hostname().toLowerCase()}.local`;
export const clubRules = `--host-resolver-rules=MAP ${clubName} 127.0.0.1`;

export const games = ["delta", "neo-delta", "kulami", "delfino", "circle-delta"] as const;
export type Game = (typeof games)[number];
export const titles: Record<Game, string> = {
  delta: "Delta",
  "neo-delta": "Néo-Delta",
  kulami: "Kulami",
  delfino: "Delfino",
  "circle-delta": "Circle Delta",
};

/** The page's own sentences in a language, as written in its file. */
export const sentences = (language = "en") =>
  parseCatalogue(readFileSync(join(root, `web/messages/page.${language}.txt`), "utf8"));

/** The problems of a game, as the program lists them. */
export function problemsOf(game: Game): Omit<ProblemFacts, "text">[] {
  const lines = execFileSync(program, ["problems", game, "--json"], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as ProblemFacts);
}

/** What went wrong in the pages of a context: errors, broken policies, requests that left for another host. */
export function watch(context: BrowserContext): { faults: string[]; ignore: (pattern: RegExp) => void } {
  const faults: string[] = [];
  const ignored: RegExp[] = [];
  const add = (fault: string) => {
    if (!ignored.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  const hosts = new Set(["localhost", "127.0.0.1", clubName]);
  context.on("console", (message) => {
    if (message.type() === "error" || /Content Security Policy/.test(message.text()))
      add(`console: ${message.text()} ${message.location().url}`);
  });
  context.on("weberror", (error) => add(`error: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && !hosts.has(url.hostname)) add(`a request to ${url.host}: ${request.url()}`);
  });
  return { faults, ignore: (pattern) => ignored.push(pattern) };
}

interface Fixtures {
  /** Faults that match are expected in this test. */
  expectFault: (pattern: RegExp) => void;
}

/** Every test fails when its page reports an error or asks another host. */
export const test = base.extend<Fixtures>({
  expectFault: [
    async ({ context }, use) => {
      const { faults, ignore } = watch(context);
      await use(ignore);
      expect(faults, "the page reports no error and asks no other host").toEqual([]);
    },
    { auto: true },
  ],
});

/* ---- ways through the pages ---- */

export const board = (page: Page): Locator => page.getByRole("grid");
export const cell = (page: Page, id: string): Locator => board(page).locator(`[data-place="${id}"]`);
export const message = (page: Page): Locator => page.locator(".msgs");
export const log = (page: Page): Locator => page.getByRole("log");

/* By role and name every cell would be named anew for every look: so by what they are made of. */
const says = (word: string) => `[role=gridcell][aria-label$=", ${word}"], [role=gridcell][aria-label*=", ${word},"]`;

/** A place that can be touched now; English alone. */
export const possible = (page: Page): Locator => board(page).locator(`${says("possible")}, ${says("can move")}`);

/** From home by Play now: on the setup of a game. */
export async function choose(page: Page, game: Game): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: `Play now: ${titles[game]}`, exact: true }).click();
  await expect(page.getByRole("heading", { name: titles[game], level: 1 })).toBeVisible();
}

/** Two people at this screen. */
export async function withFriend(page: Page): Promise<void> {
  await page.getByRole("group", { name: "Player 2", exact: true }).getByRole("radio", { name: "Person" }).check();
}

export async function start(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(board(page)).toBeVisible();
}

/** A new game between two people, by its address. */
export async function begin(page: Page, game: Game): Promise<void> {
  await page.goto(linkTo(game, []));
  await expect(board(page)).toBeVisible();
}

/** The same as one begins it: from home, by clicks. */
export async function walkIn(page: Page, game: Game): Promise<void> {
  await choose(page, game);
  await withFriend(page);
  await start(page);
}

/** Puts a value into localStorage before the first page is opened. */
export async function putLocal(page: Page, name: string, value: unknown): Promise<void> {
  const put = ([key, text]: [string, string]) => {
    if (origin === "null") return; /* about:blank stores nothing */
    if (sessionStorage.getItem(key) === null) localStorage.setItem(key, text);
    sessionStorage.setItem(key, ""); /* once: later pages may change it */
  };
  await page.addInitScript(put, [`ascona.${name}`, JSON.stringify(value)] as [string, string]);
}

/** How many plies the list of moves shows. */
export const plies = (page: Page): Locator => page.locator(".moves .ply");

/** Makes any move that the page offers: touches what it says is possible until a ply more stands in the list. */
export async function playOn(page: Page): Promise<void> {
  const before = await plies(page).count();
  const roll = page.getByRole("button", { name: "Roll", exact: true });
  const held = page.locator('[aria-selected="true"][data-place]');
  for (let touches = 0; touches < 6 && (await plies(page).count()) === before; touches++) {
    const was = await held.count();
    if (await roll.isVisible()) await roll.click();
    else await possible(page).first().click();
    /* The board lets go of a man before the list has the ply. */
    await expect.poll(async () => (await plies(page).count()) > before || (await held.count()) > was).toBe(true);
  }
  await expect(plies(page)).toHaveCount(before + 1);
}

/* ---- games that were played before ---- */

export interface Played {
  game: string;
  moves: string[];
  points: number[];
}

const played: Played[] = readFileSync(join(root, "tests/data/games.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Played);

/** A whole game from the collection, the shortest of its kind. */
export function whole(spec: string): Played {
  const found = played.filter((each) => each.game === spec).sort((a, b) => a.moves.length - b.moves.length)[0];
  if (!found) throw new Error(`no game of ${spec} in tests/data/games.jsonl`);
  return found;
}

/** The longest game there is. */
export function longest(): Played {
  return played.reduce((one, other) => (other.moves.length > one.moves.length ? other : one));
}

/** The address at which a game stands after these moves, from a position or the start. */
export const linkTo = (spec: string, moves: string[], position = ""): string =>
  `/play?${new URLSearchParams({ game: spec, ...(position && { position }), moves: moves.join(" ") })}`;

/* ---- checks ---- */

interface Rules {
  runOnly: { type: "tag" | "rule"; values: string[] };
  rules?: Record<string, { enabled: boolean }>;
}
interface Axe {
  run(
    context: { exclude: readonly string[]; include?: string[] },
    options: object,
  ): Promise<{ violations: Violation[] }>;
}
interface Violation {
  id: string;
  help: string;
  nodes: { target: string[]; html: string }[];
}
const ALL: Rules = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  rules: { "target-size": { enabled: true } },
};
const COLOURS: Rules = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/* axe as its own package has it, the small form. It is half a megabyte: a page gets it once, and not before every look. */
const axe = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/* Of a drawing axe judges what it is called and that nothing in it takes the focus, and asks the drawing as a whole for
   both: its hundred parts tell nothing more. */
export async function violations(page: Page, rules: Rules = ALL, parts: string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(
    ([context, options]) => (window as unknown as { axe: Axe }).axe.run(context, options),
    [
      { exclude: ["svg.board > *"], ...(parts.length > 0 && { include: parts }) },
      { ...rules, resultTypes: ["violations"] },
    ] as const,
  );
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${node.html.slice(0, 160)}`),
  );
}

/* In the page: colours that were on their way to those of another theme have arrived. */
const coloursSettled = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => {
      const underWay = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      resolve(Promise.allSettled(underWay.map(({ finished }) => finished)).then(() => undefined));
    }),
  );

/** One way over the bar, and nothing that axe objects to, in both themes. A theme changes colours alone, so the second
    look is at these. Where only some parts of a page differ from what was looked at before, they alone are looked at. */
export async function isAccessible(page: Page, where: string, ...parts: string[]): Promise<void> {
  await expect(page.locator("a.skip"), where).toHaveCount(1);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(coloursSettled);
  expect(await violations(page, ALL, parts), `${where}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(coloursSettled);
  expect(await violations(page, COLOURS, parts), `${where}, dark`).toEqual([]);
}

/* ---- a server of one's own ---- */

export interface Server {
  url: string;
  stop(): Promise<void>;
}

/** Serves a folder on a port, 0: any that is free. */
export async function serve(folder: string, at = 0, ...more: string[]): Promise<Server> {
  const options = ["--no-games", "--port", String(at), "--web", folder, ...more];
  const child: ChildProcess = spawn(program, ["serve", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const url = await new Promise<string>((ready, failed) => {
    let said = "";
    child.stdout!.on("data", (piece: Buffer) => {
      said += piece.toString();
      const found = /http:\S+/.exec(said);
      if (found) ready(found[0]);
    });
    void ended.then(() => failed(new Error(`ascona serve ended: ${said}`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, stop };
}
