import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { games } from "./build/games";
import { texts } from "./build/texts";

const wasm = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../build/wasm");

export default defineConfig({
  plugins: [texts(), games(wasm)],
  resolve: { alias: { "@wasm": wasm } },
  server: { fs: { strict: false } } /* the modules are outside of this folder */,
  /* No test is about time: the machine may be busy. */
  test: { include: ["tests/unit/**/*.test.ts"], environment: "happy-dom", testTimeout: 60_000, maxWorkers: 2 },
});
