import { resolve } from "node:path";
import { defineConfig } from "vite";
import { answers } from "./build/answers";
import { compress } from "./build/compress";
import { games } from "./build/games";
import { offline } from "./build/offline";
import { sentences } from "./build/sentences";
import { texts } from "./build/texts";

/* ./dev sets the folders: where the WebAssembly modules are, and where the page goes. */
const folder = (name: string, standard: string) => resolve(import.meta.dirname, process.env[name] ?? standard);

/* As `ascona serve` sends them: what works here works there. */
const headers = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

export const wasm = folder("ASCONA_WASM", "../build/wasm");

export default defineConfig({
  plugins: [answers(), sentences(), texts(), games(wasm), offline(), compress()],
  resolve: { alias: { "@wasm": wasm } },
  worker: { format: "es" },
  preview: { headers },
  build: {
    outDir: folder("ASCONA_WEB", "../build/web"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0 /* a strict page allows no data: but for pictures */,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        index: resolve(import.meta.dirname, "index.html"),
        sw: resolve(import.meta.dirname, "src/offline/sw.ts"),
      },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        /* What the first board needs is one file, with all that it rests on: many small ones pack worse. */
        codeSplitting: { groups: [{ name: "page", test: /src\/main\.tsx$/ }] },
      },
    },
  },
});
