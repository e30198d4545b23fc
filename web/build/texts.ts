/* A plugin: the catalogues as modules, a language each, loaded when it is chosen. */
import type { Plugin } from "vite";
import { languages } from "../src/i18n/languages";
import { catalogueFiles, wholeCatalogue } from "./catalogue";
import { learningOf } from "./learning";

const makers: Record<string, (language: string) => unknown> = {
  catalogue: wholeCatalogue,
  learning: learningOf,
};

const loader = (name: string, load: string) =>
  `export const ${load} = (language) => ({\n${languages
    .map(({ code }) => `  ${code}: () => import("virtual:${name}/${code}"),\n`)
    .join("")}})[language]().then((module) => module.default);\n`;

export function texts(): Plugin {
  return {
    name: "ascona-texts",
    resolveId: (id) => (/^virtual:(catalogues|learning|catalogue\/\w+|learning\/\w+)$/.test(id) ? `\0${id}` : null),
    load(id) {
      if (id === "\0virtual:catalogues") return loader("catalogue", "loadCatalogue");
      if (id === "\0virtual:learning") return loader("learning", "loadLearning");
      const found = /^\0virtual:(catalogue|learning)\/(\w+)$/.exec(id);
      if (!found) return null;
      for (const file of catalogueFiles()) this.addWatchFile(file);
      const json = JSON.stringify(makers[found[1]!]!(found[2]!));
      return `export default JSON.parse(${JSON.stringify(json)});\n`;
    },
  };
}
