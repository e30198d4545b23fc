import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { texts } from "./build/texts";

export default defineConfig({
  plugins: [texts()],
  resolve: { alias: { "@wasm": resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../build/wasm") } },
  /* No test is about time: the machine may be busy. */
  test: { include: ["tests/unit/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
