/* A browser in which version 0.1 was used: its matches, records, study, lesson and settings are all there. The file
   saved/0.1.json is what that version had in IndexedDB and localStorage after a few games. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { putSaved, type Saved } from "./saved";
import { expect, test } from "./support";
import { Table } from "./table";
import { anyMove } from "./walk";

interface Fixture extends Saved {
  stores: Record<string, { id: string; over?: boolean; again?: { events: unknown[] } }[]>;
  local: Record<string, string>;
}

const saved: Fixture = JSON.parse(readFileSync(join(import.meta.dirname, "saved/0.1.json"), "utf8"));
const running = saved.stores["matches"]!.filter(({ over }) => !over);

test.beforeEach(({ page }) => putSaved(page, saved));

test("matches go on where they were", async ({ page }) => {
  expect(running.length).toBeGreaterThan(3);
  const table = new Table(page);
  for (const { id, again } of running) {
    await page.goto(`/play/${id}`);
    await expect(table.board).toBeVisible();
    await expect(page.locator(".moves .ply")).toHaveCount(again!.events.length);
    await anyMove(table);
    await expect(page.locator(".moves .ply")).not.toHaveCount(again!.events.length);
  }
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Continue/ })).not.toHaveCount(0);
});

test("records, the study, the lesson and the settings are there", async ({ page }) => {
  await page.goto("/records");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByText("Néo-Delta").first()).toBeVisible();
  await page.goto("/study");
  await expect(page.locator(".treebox")).toContainText("d4");
  const { at } = JSON.parse(saved.local["ascona.lesson.kulami"]!) as { at: number };
  await page.goto("/learn/kulami");
  await expect(page.locator(".lesson-panel")).toContainText(String(at + 1));
  await page.goto("/");
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("textbox")).toHaveValue("Ada");
});
