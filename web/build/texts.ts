/* A plugin: the catalogues as modules, one for the page and one for each game in a language, loaded when it is wanted. */
import type { Plugin } from "vite";
import { languages } from "../src/i18n/languages";
import {
  builtInCatalogue,
  catalogueFiles,
  firstCatalogue,
  gameFolders,
  gameId,
  laterCatalogue,
  onlineCatalogue,
  problemCatalogue,
  reasonCatalogue,
  spokenCatalogue,
  studyCatalogue,
} from "./catalogue";
import { learningOf } from "./learning";

/* A module for each of these and each language: what is in `virtual:NAME/LANGUAGE` or `virtual:NAME/LANGUAGE/GAME`. */
const makers: Record<string, (language: string, game?: string) => unknown> = {
  catalogue: firstCatalogue,
  later: laterCatalogue,
  game: (language, game) => spokenCatalogue(gameFolders().find((folder) => gameId(folder) === game)!, language),
  learning: learningOf,
  online: onlineCatalogue,
  problems: problemCatalogue,
  reasons: reasonCatalogue,
  study: studyCatalogue,
};

const all = (name: string, ending: string, spoken: readonly { code: string }[] = languages) =>
  spoken.map(({ code }) => `  "${code}${ending}": () => import("virtual:${name}/${code}${ending}"),\n`).join("");

/* A function that loads one of the modules when it is wanted. */
const loader = (load: string, parameters: string, key: string, modules: string) =>
  `export const ${load} = (${parameters}) => ({\n${modules}})[${key}]().then((module) => module.default);\n`;

const loaders: Record<string, () => string> = {
  catalogues: () =>
    `export const builtIn = ${JSON.stringify(Object.fromEntries(languages.map(({ code }) => [code, builtInCatalogue(code)])))};\n` +
    loader("loadCatalogue", "language", "language", all("catalogue", "")) +
    loader("loadLater", "language", "language", all("later", "")) +
    loader(
      "loadGameTexts",
      "language, game",
      "`${language}/${game}`",
      gameFolders()
        .map((folder) => all("game", `/${gameId(folder)}`))
        .join(""),
    ) +
    loader(
      "loadReasons",
      "language",
      "language",
      all(
        "reasons",
        "",
        languages.filter(({ code }) => code !== "en"),
      ),
    ),
  learning: () => loader("loadLearning", "language", "language", all("learning", "")),
  online: () => loader("loadOnlineTexts", "language", "language", all("online", "")),
  problems: () => loader("loadProblemTexts", "language", "language", all("problems", "")),
  study: () => loader("loadStudyTexts", "language", "language", all("study", "")),
};

const ONE = /^\0virtual:(catalogue|game|later|learning|online|problems|reasons|study)\/(\w+)(?:\/([\w-]+))?$/;

export function texts(): Plugin {
  return {
    name: "ascona-texts",
    resolveId: (id) =>
      /^virtual:(catalogues$|learning$|online$|problems$|study$|(catalogue|game|later|learning|online|problems|reasons|study)\/)/.test(
        id,
      )
        ? `\0${id}`
        : null,
    load(id) {
      const list = loaders[id.replace("\0virtual:", "")];
      if (id.startsWith("\0virtual:") && list) return list();
      const found = ONE.exec(id);
      if (!found) return null;
      for (const file of catalogueFiles()) this.addWatchFile(file);
      const json = JSON.stringify(makers[found[1]!]!(found[2]!, found[3]));
      return `export default JSON.parse(${JSON.stringify(json)});\n`;
    },
  };
}
