/* What every test of the games has: a page that must not complain, a table to play at, and an ear for what is announced.

   Nothing moves but where motion is the thing tested, so that what is seen is what is. */
import { test as base, expect, type Page } from "@playwright/test";
import { Table } from "./table";

declare global {
  interface Window {
    /** Everything that was announced, in order. */
    heard: string[];
  }
}

/* As a screen reader does: whatever is added to the live region is heard. */
function listen(): void {
  window.heard = [];
  const said = (node: Node) => {
    if (!(node instanceof HTMLElement)) return;
    const lines = node.matches("[role=log] *") ? [node] : [...node.querySelectorAll<HTMLElement>("[role=log] > *")];
    window.heard.push(...lines.map((line) => line.textContent ?? ""));
  };
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(said))).observe(document, {
    childList: true,
    subtree: true,
  });
}

/** A page that complains, or asks another host for something, fails its test. */
async function mindful(page: Page, home: string, use: (page: Page) => Promise<void>): Promise<void> {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== home && protocol.startsWith("http")) complaints.push(`asked ${origin}`);
  });
  await page.addInitScript(listen);
  await use(page);
  expect(complaints).toEqual([]);
}

interface Fixtures {
  table: Table;
  motion: "reduce" | "no-preference";
}

export const test = base.extend<Fixtures>({
  motion: ["reduce", { option: true }],
  page: async ({ page, baseURL, motion }, use) => {
    await page.emulateMedia({ reducedMotion: motion });
    await mindful(page, baseURL!, use);
  },
  table: async ({ page }, use) => use(new Table(page)),
});

export { expect };
