/* Makes the pictures of the page for the README: docs/pictures/page-*.png. It serves the built page itself and looks at
   it with Debian's Chromium. Run by `./dev pictures`. */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Browser, type BrowserContextOptions } from "@playwright/test";
import { launchOptions } from "./chromium";

const root = resolve(import.meta.dirname, "../..");
const program = process.env["ASCONA_PROGRAM"] ?? join(root, "build/ascona");
const web = process.env["ASCONA_WEB"] ?? join(root, "build/web");
const LARGEST = 200_000; /* bytes: a README should not be heavy */
const SMALLER = 0.6; /* as wide as a README shows it */

interface Shot {
  name: string;
  path: string;
  look: BrowserContextOptions;
}

/** Positions are those of the boards in the README. */
function linkTo(name: string): string {
  const line = readFileSync(join(root, "docs/pictures/positions.txt"), "utf8")
    .split("\n")
    .find((each) => each.startsWith(`${name}|`));
  if (!line) throw new Error(`docs/pictures/positions.txt has no ${name}`);
  const [, game = "", position = "", moves = ""] = line.split("|");
  return `/play?${new URLSearchParams({ game, ...(position && { position }), moves })}`;
}

const shots: Shot[] = [
  {
    name: "home",
    path: "/",
    look: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: SMALLER, colorScheme: "light" },
  },
  {
    name: "kulami",
    path: linkTo("kulami"),
    look: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: SMALLER, colorScheme: "dark" },
  },
  {
    name: "delfino",
    path: linkTo("delfino"),
    look: {
      viewport: { width: 360, height: 740 },
      colorScheme: "light",
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 1.5,
    },
  },
];

async function serve(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(program, ["serve", "--no-games", "--port", "0", "--web", web], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((ready, failed) => {
    child.stdout.on("data", (piece: Buffer) => {
      const found = /http:\S+/.exec(piece.toString());
      if (found) ready(found[0]);
    });
    child.once("exit", () => failed(new Error("ascona serve has ended")));
  });
  return { url, stop: () => child.kill() };
}

async function take(browser: Browser, url: string, { name, path, look }: Shot): Promise<void> {
  const context = await browser.newContext({ ...look, locale: "en-GB", reducedMotion: "reduce", baseURL: url });
  const page = await context.newPage();
  await page.goto(path);
  await page.locator("svg.board").last().waitFor();
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot();
  await context.close();
  const file = `docs/pictures/page-${name}.png`;
  if (picture.length > LARGEST) throw new Error(`${file} has ${picture.length} bytes; ${LARGEST} are allowed`);
  writeFileSync(join(root, file), picture);
  console.log(`${file}, ${Math.round(picture.length / 1000)} KB`);
}

const { url, stop } = await serve();
const browser = await chromium.launch(launchOptions);
try {
  for (const shot of shots) await take(browser, url, shot);
} finally {
  await browser.close();
  stop();
}
