/* `node main.mjs DIR OUT [GAME [THREADS]]`: OUT/results.md, what the solved positions of Delta teach, with its pictures,
   from the tables in DIR. ascona-survey answers questions about the tables, `ascona show` draws; both are found in PATH.
   The same tables give the same bytes.

   Each section is a function that returns its text and may add a line or two to the summary above all sections. Files
   are written when everything is known. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { choice } from "./choice.mjs";
import { draws } from "./draws.mjs";
import { oldGames } from "./games.mjs";
import { allPawns, whoIsToMove } from "./last.mjs";
import { layerByLayer } from "./layers.mjs";
import { fairest, openings } from "./openings.mjs";
import { pictures, summary } from "./page.mjs";
import { fail, out, pawns, size, start, surveyClose } from "./tables.mjs";

const heading = `# Delta, solved: what it teaches

Every position of Delta on ${size}x${size} squares with ${pawns} pawns a side, with best play of both. This page is made by
\`./dev results DIR\`, all of it, from the tables that \`ascona solve ${start.game} --all\` makes
([solve.md](solve.md) says how): who makes them again gets the same page.

A value is what White wins in points: +8 is a win of White worth 8, -7 one of Black worth 7. Where it is
told for the player to move, that is said.

`;

/* A file is complete or as before. */
function fileWrite(path, text) {
  try {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  } catch (error) {
    rmSync(`${path}.new`, { force: true });
    throw error;
  }
}

let sections = "";
for (const section of [openings, fairest, choice, layerByLayer, allPawns, draws, whoIsToMove, oldGames])
  sections += await section();
surveyClose();
try {
  mkdirSync(join(out, "pictures"), { recursive: true });
  for (const [name, svg] of pictures) fileWrite(join(out, "pictures", name), svg);
  fileWrite(join(out, "results.md"), `${heading}${summary}\n${sections}`);
} catch (error) {
  fail(error.message);
}
