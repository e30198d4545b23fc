/* Catalogues of text, read from the files the C core reads too: `key = sentence`, a line each. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";

export type Sentences = Record<string, string>;

export function parseCatalogue(text: string): Sentences {
  const sentences: Sentences = {};
  for (const line of text.split("\n")) {
    const equals = line.indexOf("=");
    if (line.startsWith("#") || equals < 0) continue;
    sentences[line.slice(0, equals).trim()] = line.slice(equals + 1).trim();
  }
  return sentences;
}

export function readCatalogue(file: string): Sentences {
  return existsSync(file) ? parseCatalogue(readFileSync(file, "utf8")) : {};
}

const root = resolve(import.meta.dirname, "../..");

/** The folders of the games in the list, and of those that are built in besides. */
export function gameFolders(): string[] {
  const list = readFileSync(join(root, "src/games/games.def"), "utf8");
  const names = [...list.matchAll(/^ASC_GAME\((\w+)\)/gm)].map((found) => join(root, "src/games", found[1]!));
  const extra = (process.env["ASCONA_EXTRA_GAMES"] ?? "").split(";").filter((folder) => folder !== "");
  return [...names, ...extra.map((folder) => resolve(root, folder))];
}

/** A game's id is the name of its folder, with dashes. */
export function gameId(folder: string): string {
  return basename(folder).replaceAll("_", "-");
}

/** What a game says in a language: its own sentences, those of the game it takes after, and English where it has none. */
export function gameCatalogue(folder: string, language: string): Sentences {
  const from = join(folder, "messages.from");
  const parent = existsSync(from) ? gameCatalogue(resolve(folder, readFileSync(from, "utf8").trim()), language) : {};
  const english = readCatalogue(join(folder, "messages.en.txt"));
  return { ...parent, ...english, ...readCatalogue(join(folder, `messages.${language}.txt`)) };
}

/** Sentences for learning are many and wanted by few: they come apart from the others. */
export function isLearning(key: string): boolean {
  return key.startsWith("lesson.") || key.startsWith("diagram.");
}

/** So do those for setting up a position. */
export const isEditing = (key: string): boolean => key.startsWith("edit.");

/** What a game says while it is played. */
export function spokenCatalogue(folder: string, language: string): Sentences {
  return those(gameCatalogue(folder, language), (key) => !isLearning(key) && !isEditing(key));
}

/** What the page says, and what is common to all games. */
export function pageCatalogue(language: string) {
  const page = readCatalogue(join(root, `web/messages/page.${language}.txt`));
  const english = readCatalogue(join(root, "web/messages/page.en.txt"));
  return { page: { ...english, ...page }, common: commonCatalogue(language) };
}

/* What is said on pages and in dialogs that are loaded when they are wanted. */
const LATER =
  /^(about|draw|elsewhere|export|keys|lesson|link|records|resign|rules|settings\.(?!confirm|title)|sheet|spoiled)\b/;

/* What is said when the words could not be loaded is in the script itself. */
const BUILT_IN = /^failure\.(load|old|again|still)/;

const those = (sentences: Sentences, wanted: (key: string) => boolean): Sentences =>
  Object.fromEntries(Object.entries(sentences).filter(([key]) => wanted(key)));

/** The page's sentences without these, and these alone. */
export function firstCatalogue(language: string) {
  const { page, common } = pageCatalogue(language);
  return { page: those(page, (key) => !LATER.test(key) && !BUILT_IN.test(key)), common };
}
export function builtInCatalogue(language: string): Sentences {
  return those(pageCatalogue(language).page, (key) => BUILT_IN.test(key));
}
export function laterCatalogue(language: string): Sentences {
  return those(pageCatalogue(language).page, (key) => LATER.test(key));
}

/** What the pages of problems say: like learning, it is wanted by few. */
export function problemCatalogue(language: string): Sentences {
  const file = (code: string) => join(root, `web/messages/problems.${code}.txt`);
  return { ...readCatalogue(file("en")), ...readCatalogue(file(language)) };
}

/** What the pages of study say. */
export function studyCatalogue(language: string): Sentences {
  const file = (code: string) => join(root, `web/messages/study.${code}.txt`);
  return { ...readCatalogue(file("en")), ...readCatalogue(file(language)) };
}

/** What games between people need: the page's sentences, and those by which the server refuses. */
export function onlineCatalogue(language: string): Sentences {
  const files = ["web/messages/online", "src/online/messages"].flatMap((name) =>
    ["en", language].map((code) => join(root, `${name}.${code}.txt`)),
  );
  return Object.assign({}, ...files.map(readCatalogue)) as Sentences;
}

/** All of it, for tests. */
export function wholeCatalogue(language: string) {
  const games = Object.fromEntries(gameFolders().map((folder) => [gameId(folder), spokenCatalogue(folder, language)]));
  return { ...pageCatalogue(language), games };
}

function coreCatalogue(language: string): Sentences {
  const folder = join(root, "src/core");
  return {
    ...readCatalogue(join(folder, "messages.en.txt")),
    ...readCatalogue(join(folder, `messages.${language}.txt`)),
  };
}

const commonCatalogue = (language: string): Sentences => those(coreCatalogue(language), (key) => !isEditing(key));

/** What the editor says: the page's words, those common to all games, and those of each. */
export function editorCatalogue(language: string) {
  const file = (code: string) => join(root, `web/messages/editor.${code}.txt`);
  const words = { ...readCatalogue(file("en")), ...readCatalogue(file(language)) };
  const games = gameFolders().map((folder) => [gameId(folder), those(gameCatalogue(folder, language), isEditing)]);
  return { words, common: those(coreCatalogue(language), isEditing), games: Object.fromEntries(games) as object };
}

/* A reason as the core has it, and indented below it the translation. */
export function parseReasons(text: string): Sentences {
  const found = text.matchAll(/^(?!#)(\S.*)\n +(.+)$/gm);
  return Object.fromEntries([...found].map(([, reason, sentence]) => [reason!, sentence!]));
}

/** Where reasons of the core are translated: for all games together, and for each. */
export function reasonFolders(): string[] {
  return [join(root, "src/core"), ...gameFolders()];
}

export function readReasons(folder: string, language: string): Sentences {
  const file = join(folder, `reasons.${language}.txt`);
  return existsSync(file) ? parseReasons(readFileSync(file, "utf8")) : {};
}

/** All reasons in a language. One that ends in an advice to those who write options is there without it too: who chooses
    them with buttons does not hear it. */
export function reasonCatalogue(language: string): Sentences {
  const all: Sentences = {};
  for (const [reason, sentence] of reasonFolders().flatMap((folder) => Object.entries(readReasons(folder, language)))) {
    const [what, advice] = reason.split("; write ");
    all[reason] = sentence;
    if (advice !== undefined) all[what!] = sentence.replace(/\s?;[^;]*$/, "");
  }
  return all;
}

/** Every file a catalogue is made of, so that a change is seen. */
export function catalogueFiles(): string[] {
  const folders = [join(root, "web/messages"), join(root, "src/core"), join(root, "src/online"), ...gameFolders()];
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) =>
        /^(messages|editor|online|page|problems|reasons|study|RULES|lesson|diagrams)\b.*\.(txt|md)$/.test(name),
      )
      .map((name) => join(folder, name)),
  );
}
