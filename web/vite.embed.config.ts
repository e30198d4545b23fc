/* The page that other sites show in a frame, built for itself: it has nothing of what play needs, and costs it nothing. */
import { resolve } from "node:path";
import { defineConfig } from "vite";
import { compress } from "./build/compress";
import { games } from "./build/games";
import { texts } from "./build/texts";
import page, { wasm } from "./vite.config";

export default defineConfig({
  plugins: [texts(), games(wasm), compress()],
  resolve: page.resolve!,
  publicDir: false,
  build: {
    ...page.build,
    emptyOutDir: false /* it is added to the other */,
    rollupOptions: {
      input: { embed: resolve(import.meta.dirname, "embed.html") },
      output: { entryFileNames: "assets/[name]-[hash].js" },
    },
  },
});
