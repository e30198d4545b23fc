/* Makes the icons of the installed page from web/public/icon.svg. Run by `./dev pictures`. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "./chromium";

const folder = resolve(import.meta.dirname, "../public");
const art = readFileSync(join(folder, "icon.svg"), "utf8");

/* A system cuts a maskable icon to its own shape: the ground has no corners, and the mark keeps to the middle. */
const maskable = art
  .replace(/ rx="\d+"/, "")
  .replace(/viewBox="[^"]*"/, 'viewBox="-8 -8 80 80"')
  .replace('<rect width="64" height="64"', '<rect x="-8" y="-8" width="80" height="80"');

const icons = [
  { name: "icon-192", size: 192, drawing: art },
  { name: "icon-512", size: 512, drawing: art },
  { name: "icon-maskable-512", size: 512, drawing: maskable },
];

const browser = await chromium.launch(launchOptions);
for (const { name, size, drawing } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`);
  await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true });
  await page.close();
}
await browser.close();
