/* How much is loaded until one plays, as it comes over the line: packed by brotli, the core included. */
import type { CDPSession, Page } from "@playwright/test";
import { board, expect, playOn, test, walkIn } from "./pages";

const KB = 1000; /* the smaller of the two */
/* What it is now, so that it does not grow unseen (docs/page.md has what is in it): what the first board needs, with the
   pictures that home shows on the way there, and what another game needs then. */
const FIRST = 112 * KB;
const PICTURES = 11 * KB;
const SECOND = 50 * KB;

interface Loaded {
  path: string;
  bytes: number;
  encoding: string;
}

/* Bodies as transferred: what the network layer counts, less the headers. */
async function listen(page: Page): Promise<() => Promise<Loaded[]>> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const responses = new Map<string, { path: string; encoding: string; headers: number }>();
  const loaded: Loaded[] = [];
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    const encoding =
      Object.entries(response.headers).find(([name]) => name.toLowerCase() === "content-encoding")?.[1] ?? "";
    responses.set(requestId, { path: new URL(response.url).pathname, encoding, headers: response.encodedDataLength });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId);
    if (response)
      loaded.push({ path: response.path, encoding: response.encoding, bytes: encodedDataLength - response.headers });
  });
  return async () => {
    await page.waitForLoadState("networkidle");
    return loaded.splice(0);
  };
}

const sum = (loaded: Loaded[]) => loaded.reduce((total, { bytes }) => total + bytes, 0);

test("the first playable board takes at most 112 KB, the pictures of home 11, a second game 50", async ({
  page,
}, info) => {
  const loaded = await listen(page);
  await walkIn(page, "delta");
  await playOn(page);
  const first = await loaded();
  await walkIn(page, "circle-delta");
  await expect(board(page)).toBeVisible();
  const second = (await loaded()).filter(({ path }) => !first.some((known) => known.path === path));
  const pictures = first.filter(({ path }) => path.includes("pictures"));
  const told = [...first]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path, bytes, encoding }) => `${bytes}\t${encoding}\t${path}`);
  info.annotations.push(
    { type: "first board, bytes", description: String(sum(first)) },
    { type: "second game, bytes", description: String(sum(second)) },
  );
  console.log(`first board: ${sum(first)} bytes\n${told.join("\n")}\nsecond game: ${sum(second)} bytes more`);
  for (const { path, encoding } of first.filter(({ path }) => /\.(js|css|wasm)$/.test(path) || path === "/"))
    expect(encoding, path).toBe("br");
  expect(
    first.some(({ path }) => /first-.*\.wasm$/.test(path)),
    "the core is counted",
  ).toBe(true);
  expect(sum(first) - sum(pictures)).toBeLessThanOrEqual(FIRST);
  expect(sum(pictures)).toBeLessThanOrEqual(PICTURES);
  expect(sum(second)).toBeLessThanOrEqual(SECOND);
});
