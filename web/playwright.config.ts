import { resolve } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./tools/chromium";

/* The page as people get it: the built files, on the real server. A port of our own, so that a game that is being
   played on 8080 is left in peace. */
const root = resolve(import.meta.dirname, "..");
const program = process.env["ASCONA_PROGRAM"] ?? `${root}/build/ascona`;
const page = process.env["ASCONA_WEB"] ?? `${root}/build/web`;
const sixth = process.env["ASCONA_SIXTH_WEB"] ?? `${root}/build/sixth/web`;
const port = Number(process.env["ASCONA_TEST_PORT"] ?? 8137);

export default defineConfig({
  testDir: "tests/browser",
  outputDir: process.env["ASCONA_BROWSER_OUT"] ?? `${root}/build/browser`,
  workers: 3 /* on two cores: tests of several people, of programs and of lost lines wait much of their time */,
  fullyParallel: true,
  retries: process.env["ASCONA_SECOND_TRY"] ? 1 : 0 /* dev says when; one that needed it is told as flaky */,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000, toMatchAriaSnapshot: { pathTemplate: "{testDir}/tree/{arg}{ext}" } },
  reporter: [["line"]],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: "en-GB",
    actionTimeout: 20_000,
    trace: "off" /* tracing costs a sixth of the time: `./dev browser --trace on FILE` shows what a failing test did */,
    screenshot: "only-on-failure",
    serviceWorkers: "block" /* it fetches the whole page for later; offline.spec.ts allows it, and is about it */,
  },
  webServer: [
    { command: `${program} serve --no-games --port ${port} --web ${page}`, port, stdout: "ignore" },
    { command: `${program} serve --no-games --port ${port + 1} --web ${sixth}`, port: port + 1, stdout: "ignore" },
  ],
  projects: [
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 }, launchOptions },
      testIgnore: /firefox|phone/,
    },
    {
      name: "phone",
      use: {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
        launchOptions,
      },
      testMatch: /phone/,
    },
    { name: "firefox", testMatch: /firefox/ } /* it drives its own */,
    /* What is measured, one at a time and only when asked for: a timed test fails on a busy machine. */
    ...(process.env["ASCONA_BENCH"]
      ? [
          {
            name: "bench",
            testDir: "tests/bench",
            use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 }, launchOptions },
          },
        ]
      : []),
  ],
});
