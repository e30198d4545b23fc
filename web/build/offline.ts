/* A plugin: tells the service worker what the page is made of, and gives that whole a name that changes with it; tells
   the server and the worker at which addresses the page is. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { pages } from "./pages";

const WORKER = "sw.js";

/* Files that are copied as they are. */
function copied(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

export function offline(): Plugin {
  let publicFolder = "";
  return {
    name: "ascona-offline",
    apply: "build",
    configResolved: (config) => {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const worker = bundle[WORKER];
        if (worker?.type !== "chunk") throw new Error(`${WORKER} is not among the files of the page`);
        const hash = createHash("sha256");
        const names = Object.keys(bundle)
          .filter((name) => name !== WORKER && name !== "index.html")
          .sort();
        for (const name of names) hash.update(name);
        const page = bundle["index.html"];
        if (page?.type === "asset") hash.update(page.source);
        const others = copied(publicFolder).sort();
        for (const name of others) hash.update(name).update(readFileSync(join(publicFolder, name)));
        const files = ["/", ...names.map((name) => `/${name}`), ...others.map((name) => `/${name}`)];
        worker.code = worker.code
          .replace(/["'`]__FILES__["'`]/, () => JSON.stringify(files))
          .replace(/["'`]__PAGES__["'`]/, () => JSON.stringify(pages()))
          .replace("__VERSION__", hash.digest("hex").slice(0, 12));
        this.emitFile({ type: "asset", fileName: "pages.txt", source: `${pages().join("\n")}\n` });
      },
    },
  };
}
