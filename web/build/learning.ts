/* What the pages of the rules are made of, a language each: the text of RULES.md, the list of diagrams, the steps of the
   first game, and the sentences that go with them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gameCatalogue, gameFolders, gameId, isLearning } from "./catalogue";

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "");

/* Which section has the rulings, from 1; 0: none. Translations have the same sections in the same order. */
function rulingsSection(folder: string): number {
  const headings = textOf(join(folder, "RULES.md"))
    .split("\n")
    .filter((line) => line.startsWith("## "));
  return headings.findIndex((line) => line.startsWith("## Rulings")) + 1;
}

export function learningOf(language: string) {
  const games: Record<string, unknown> = {};
  for (const folder of gameFolders()) {
    const translated = join(folder, `RULES.${language}.md`);
    const sentences = Object.entries(gameCatalogue(folder, language)).filter(([key]) => isLearning(key));
    games[gameId(folder)] = {
      rules: textOf(existsSync(translated) ? translated : join(folder, "RULES.md")),
      rulings: rulingsSection(folder),
      diagrams: textOf(join(folder, "diagrams.txt")),
      lesson: textOf(join(folder, "lesson.txt")),
      sentences: Object.fromEntries(sentences),
    };
  }
  return games;
}
