/* People at two screens: a server that hosts games, a browser each, one of them a phone. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type APIResponse, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { program, watch, web } from "./pages";

export interface Hosting {
  url: string;
  /** Killed without a word, or asked to end; then started again on the same files. */
  restart(how: "SIGKILL" | "SIGTERM"): Promise<void>;
  stop(how?: "SIGKILL" | "SIGTERM"): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A server of one's own that hosts games. */
export async function host(): Promise<Hosting> {
  const folder = mkdtempSync(join(tmpdir(), "ascona-people-"));
  let child: ChildProcess | undefined;
  let at = "0";
  const hosting: Hosting = {
    url: "",
    async start() {
      child = spawn(program, ["serve", "--port", at, "--web", web, "--database", join(folder, "games.db")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const own = child;
      hosting.url = await new Promise<string>((ready, failed) => {
        let said = "";
        own.stdout!.on("data", (piece: Buffer) => {
          said += piece.toString();
          const found = /http:\S+/.exec(said);
          if (found) ready(found[0]);
        });
        own.once("exit", () => failed(new Error(`ascona serve ended: ${said}`)));
      });
      at = new URL(hosting.url).port;
    },
    async stop(how = "SIGTERM") {
      const own = child!;
      const ended = new Promise((done) => own.once("exit", done));
      own.kill(how);
      await ended;
    },
    async restart(how) {
      await hosting.stop(how);
      await hosting.start();
    },
    async close() {
      await hosting.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await hosting.start();
  return hosting;
}

/** A line to the server that can be cut: whoever is connected is thrown out, and nobody gets in. */
export interface Line {
  url: string;
  cut(): void;
  /** Nothing gets through from now on, and nothing is closed: neither what is open nor what is opened. */
  stall(): void;
  /** What is opened from now on gets through. */
  mend(): void;
  /** How many connections have been let through. */
  readonly opened: number;
  close(): Promise<void>;
}

export async function line({ url }: Hosting): Promise<Line> {
  const open = new Set<Socket>();
  let is: "whole" | "cut" | "stalled" = "whole";
  let opened = 0;
  const proxy = createServer((near) => {
    if (is === "cut") return near.destroy();
    open.add(near);
    near.on("error", () => undefined);
    if (is === "stalled") return;
    opened++;
    const far = connect(Number(new URL(url).port), "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.pipe(other);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
  const cut = () => {
    is = "cut";
    for (const socket of open) socket.destroy();
  };
  const stall = () => {
    is = "stalled";
    for (const socket of open) socket.unpipe().pause();
  };
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    cut,
    stall,
    mend: () => {
      is = "whole";
    },
    get opened() {
      return opened;
    },
    close: async () => {
      cut();
      await new Promise((done) => proxy.close(done));
    },
  };
}

export interface Player {
  page: Page;
  context: BrowserContext;
  faults: string[];
  ignore(pattern: RegExp): void;
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1280, height: 800 } };

/** Somebody with a browser of his own. */
export async function somebody(
  browser: Browser,
  { url }: { url: string },
  device: "desk" | "phone" = "desk",
): Promise<Player> {
  const context = await browser.newContext({
    ...(device === "phone" ? PHONE : DESK),
    baseURL: url,
    locale: "en-GB",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const { faults, ignore } = watch(context);
  ignore(/status of 401 .*\/api\/me$/); /* a newcomer asks the server who they are */
  return { page: await context.newPage(), context, faults, ignore };
}

/** What the browser remembers of the last time somebody was asked. */
export interface Wanted {
  game: string;
  options?: Record<string, string>;
  begins?: "me" | "friend" | "lot";
  time?: "none" | "time" | "days";
  minutes?: number;
  increment?: number;
  days?: number;
  games?: number;
  others?: number[];
  private?: boolean;
}

/** Asks for a game as it was asked for before, and has the links, which makes the game. */
export async function ask({ page }: Player, wanted: Wanted): Promise<string[]> {
  await page.goto("/about"); /* any page, to have its storage */
  await page.evaluate(
    (choice) => localStorage.setItem("ascona.friend", JSON.stringify({ begins: "me", ...choice })),
    wanted,
  );
  await page.goto("/friend");
  await page.getByRole("button", { name: "Show QR code" }).click();
  const link = page.getByLabel("Link for your friend");
  await expect(link).toHaveValue(/\/g\/\w{16}#\w{26}$/);
  const links = page.getByRole("radiogroup", { name: "Which link" }).getByRole("radio");
  const found = [await link.inputValue()];
  for (let index = 1; index < (await links.count()); index++) {
    await links.nth(index).check({ force: true });
    await expect(link).not.toHaveValue(found.at(-1)!);
    found.push(await link.inputValue());
  }
  return found;
}

/** A link without its host: in it is the address by which others reach the machine, and a test stays on it. */
export const way = (link: string): string => /\/g\/.*/.exec(link)![0];

/** Opens a link and sits down. */
export async function sitDown({ page }: Player, link: string, name: string): Promise<void> {
  await page.goto(way(link));
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
}

export const live = (page: Page) => page.locator(".livepage");
export const idOf = (link: string): string => /\/g\/(\w{16})/.exec(link)![1]!;
export const listed = (page: Page) => page.locator(".moves .ply");

/** Both at the board of a new game. */
export async function seated(host: Player, guest: Player, wanted: Wanted): Promise<string> {
  const [link] = await ask(host, wanted);
  await sitDown(guest, link!, "Mara");
  for (const { page } of [host, guest]) await expect(live(page)).toBeVisible();
  return idOf(link!);
}

/** Opens the field for moves in notation. */
export async function typing(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Type a move" }).click();
  await expect(page.locator("#typed")).toBeVisible();
}

/** Types a move in the field that is open. */
export async function type(page: Page, move: string): Promise<void> {
  await page.locator("#typed").fill(move);
  await page.locator("#typed").press("Enter");
}

let commands = 0;

/** A command as the person of a page gives it, past the page. */
export async function command(
  { page }: Player,
  { url }: Hosting,
  id: string,
  name: string,
  body: object,
): Promise<number> {
  const answer = await send(page, url, `games/${id}/${name}`, { id: `test-${++commands}`, ...body });
  return answer.status();
}

export function send(page: Page, url: string, path: string, body: object): Promise<APIResponse> {
  return page.request.post(`${url}/api/${path}`, { headers: { "Ascona-Api": "2", Origin: url }, data: body });
}

export interface Shown {
  state: string;
  last: number;
  turn: number;
  rolling: boolean;
  you: number;
  next?: string;
  clocks?: number[];
  now: number;
  cause?: string;
  seats: { person?: string; level?: number }[];
  clock: { kind: string; days?: number };
}

/** How the server says a game stands. */
export async function stands({ page }: Player, { url }: Hosting, id: string): Promise<Shown> {
  const answer = await page.request.get(`${url}/api/games/${id}`, { headers: { "Ascona-Api": "2" } });
  return (await answer.json()) as Shown;
}

export async function leave(...players: Player[]): Promise<void> {
  for (const { context } of players) await context.close();
  for (const { faults } of players) expect(faults, "the pages report no error and ask no other host").toEqual([]);
}
