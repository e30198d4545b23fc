/* A plugin: beside every text and module of the page its brotli and gzip variants, made once, as small as they go. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(html|js|css|wasm|svg|json|webmanifest|txt)$/;

/* Names below assets have a hash of their content in them: another build that adds to the folder packs none twice. */
const isPacked = (file: string) => /\/assets\//.test(file) && existsSync(`${file}.br`);

function variants(file: string): void {
  if (isPacked(file)) return;
  const whole = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
  for (const [suffix, packed] of [
    [".br", brotliCompressSync(whole, { params })],
    [".gz", gzipSync(whole, { level: 9 })],
  ] as const)
    if (packed.length < whole.length) writeFileSync(file + suffix, packed);
}

export function compress(): Plugin {
  let folder = "";
  return {
    name: "ascona-compress",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
        if (COMPRESSIBLE.test(name)) variants(join(folder, name));
    },
  };
}
