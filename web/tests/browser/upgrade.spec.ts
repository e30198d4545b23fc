/* A browser in which version 0.1 was used: what it stored is all there. The file saved/0.1.json is what that version had in
   IndexedDB and localStorage after its page had been used: matches against the computer, a match of two games whose first
   one is over, a game that was lost, a record that goes on, a game of a link, a study, a problem, a lesson, a friend who
   was muted, and an invitation that is open. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test as unlistened } from "./pages";
import { host, somebody } from "./people";
import { putSaved, type Saved } from "./saved";
import { expect, test } from "./support";
import { Table } from "./table";
import { anyMove } from "./walk";

interface OldMatch {
  id: string;
  over: boolean;
  record: string;
  again?: { events: unknown[] };
  finished: { points: number[] }[];
}

interface Fixture extends Saved {
  stores: { matches: OldMatch[]; records: { id: string; match?: string }[]; leases: object[] };
  local: Record<string, string>;
}

const saved: Fixture = JSON.parse(readFileSync(join(import.meta.dirname, "saved/0.1.json"), "utf8"));
const running = saved.stores.matches.filter(({ over }) => !over);
const local = <T>(name: string) => JSON.parse(saved.local[`ascona.${name}`]!) as T;

/* A match that went on from a record has nothing else than that. */
const pliesOf = ({ again, record }: OldMatch): number =>
  again?.events.length ??
  record
    .split("\n\n")
    .at(-1)!
    .match(/[a-e]\d(-[a-e]\d)?/g)!.length;

test("matches go on where they were", async ({ page }) => {
  await putSaved(page, saved);
  expect(running.filter(({ again }) => !again)).toHaveLength(1);
  const table = new Table(page);
  for (const match of running) {
    await page.goto(`/play/${match.id}`);
    await expect(table.board).toBeVisible();
    await expect(page.locator(".moves .ply")).toHaveCount(pliesOf(match));
    await anyMove(table);
    await expect(page.locator(".moves .ply")).not.toHaveCount(pliesOf(match));
  }
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Continue/ })).not.toHaveCount(0);
});

test("a match has the points of its first game", async ({ page }) => {
  await putSaved(page, saved);
  const { id, finished } = running.find((match) => match.finished.length > 0)!;
  await page.goto(`/play/${id}`);
  await expect(page.getByText("Game 2 of 2")).toBeVisible();
  for (const [side, points] of finished[0]!.points.entries())
    await expect(page.getByRole("region", { name: `Player ${side + 1}` })).toContainText(`Match: ${points}`);
});

test("records, the study, problems, the lesson and the settings are there", async ({ page }) => {
  await putSaved(page, saved);
  await page.goto("/records");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  /* The games of the running match are in its row. */
  const others = saved.stores.records.filter(({ match }) => match === undefined);
  await expect(page.locator(".record")).toHaveCount(running.length + others.length);
  await page.goto("/study");
  await expect(page.locator(".treebox")).toContainText("b3-b5");
  await expect(page.getByRole("switch", { name: "Engine" })).toHaveAttribute("aria-checked", "false");
  await expect(page.getByRole("button", { name: "Threats" })).toHaveAttribute("aria-pressed", "true");
  await page.goto("/problems/delta");
  await expect(
    page
      .getByText(/^1 of \d+ solved/)
      .or(page.getByRole("link", { name: /solved/ }))
      .first(),
  ).toBeVisible();
  const { at } = local<{ at: number }>("lesson.kulami");
  await page.goto("/learn/kulami");
  await expect(page.locator(".lesson-panel")).toContainText(String(at + 1));
  await page.goto("/setup/kulami");
  await expect(
    page.getByRole("radiogroup", { name: "Your marbles" }).getByRole("radio", { name: "Black" }),
  ).toBeChecked();
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue("Ada");
});

unlistened("the browser is still the same player, who wants notices", async ({ page, expectFault }) => {
  expectFault(/status of 404 .*\/api\//); /* this server has no games */
  /* A browser without windows never says so. */
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { value: "granted" }));
  await putSaved(page, saved);
  const asked = page.waitForRequest(/\/api\/(me|games)/);
  await page.goto("/");
  await asked;
  await page.goto("/games");
  await expect(page.getByRole("switch")).toHaveAttribute("aria-checked", "true");
});

test("the last invitation is looked for, and stays as it was chosen", async ({ browser }) => {
  const server = await host();
  const { page, context, ignore } = await somebody(browser, server);
  ignore(/status of 40[14] .*\/api\//); /* another server, which knows neither the player nor the game */
  await putSaved(page, saved);
  const asked = page.waitForRequest(`**/api/games/${local<{ id: string }>("asked").id}`);
  await page.goto("/friend");
  await asked;
  await expect(page.getByRole("radio", { name: "Kulami" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Days" })).toBeChecked();
  for (const name of ["keys", "muted"])
    expect(await page.evaluate((key) => localStorage.getItem(key), `ascona.${name}`)).toBe(
      saved.local[`ascona.${name}`],
    );
  await context.close();
  await server.close();
});
