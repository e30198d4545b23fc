import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { texts } from "./build/texts";

export default defineConfig({
  plugins: [texts()],
  resolve: { alias: { "@wasm": resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../build/wasm") } },
  test: { include: ["tests/unit/**/*.test.ts"], environment: "node" },
});
