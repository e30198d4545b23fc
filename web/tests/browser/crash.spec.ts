/* What breaks is started anew, and the game goes on: the module of the board, and the worker of the engine. */
import { launchOptions } from "../../tools/chromium";
import { cell, expect, linkTo, message, plies, possible, test } from "./pages";

/* Where signals are not what V8 expects, as in some containers, an access outside of the memory would end the process
   instead of trapping: here the bounds are checked by code. */
test.use({
  serviceWorkers: "block",
  launchOptions: { ...launchOptions, args: [...launchOptions.args, "--disable-features=WebAssemblyTrapHandler"] },
});

declare global {
  interface Window {
    /** The export that traps next. */
    trap: string | undefined;
    instances: number;
    workers: number;
  }
}

/* A call with a string far outside of the memory traps, and nothing in the module can be relied on then. */
function fragile(): void {
  window.instances = 0;
  const { instantiate, Instance } = WebAssembly;
  const wrap = ({ exports }: WebAssembly.Instance) => {
    window.instances++;
    const call =
      (name: string, run: (...args: number[]) => number) =>
      (...args: number[]) => {
        if (window.trap !== name) return run(...args);
        window.trap = undefined;
        return (exports["table_open"] as typeof run)(-16, -16);
      };
    return {
      exports: Object.fromEntries(
        Object.entries(exports).map(([name, each]) => [
          name,
          typeof each === "function" ? call(name, each as (...args: number[]) => number) : each,
        ]),
      ),
    };
  };
  WebAssembly.instantiate = (async (...args: [WebAssembly.Module, WebAssembly.Imports]) =>
    wrap((await instantiate(...args)) as unknown as WebAssembly.Instance)) as never;
  WebAssembly.Instance = class {
    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      Object.assign(this, wrap(new Instance(module, imports)));
    }
  } as never;
}

for (const name of ["table_draw", "table_state", "table_touch", "table_play", "table_keep"])
  test(`the board traps in ${name}`, async ({ page }) => {
    await page.addInitScript(fragile);
    await page.goto(linkTo("delta", ["c3", "d3"]));
    await expect(plies(page)).toHaveCount(2);
    const before = await page.evaluate(() => window.instances);
    await page.evaluate((trap) => (window.trap = trap), name);
    await cell(page, "c3").click();
    await cell(page, "a3").click();
    await expect(plies(page)).toHaveCount(3);
    expect(await page.evaluate(() => [window.trap, window.instances])).toEqual([undefined, before + 1]);
    await expect(cell(page, "a3")).toHaveAccessibleName(/white pawn/);
    await page.reload();
    await expect(plies(page)).toHaveCount(3);
  });

test("the engine traps: another worker answers", async ({ page }) => {
  let served = 0;
  await page.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
    const script = await (await route.fetch()).text();
    const broken = `const whole = WebAssembly.instantiate;
      WebAssembly.instantiate = async (...args) => {
        const { exports } = await whole(...args);
        return { exports: { ...exports, engine_choose: () => exports.engine_choose(-16, -16, -16, -16, 0, 0) } };
      };`;
    const headers = { "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "same-origin" };
    await route.fulfill({ contentType: "text/javascript", headers, body: served++ === 0 ? broken + script : script });
  });
  await page.goto("/setup/delta");
  await page.getByRole("radiogroup", { name: "Who begins" }).getByRole("radio", { name: "You" }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await possible(page).first().click();
  await expect(plies(page)).toHaveCount(2);
  expect(served).toBe(2);
  await expect(message(page)).not.toContainText("could not");
});
