/* A plugin: the games as the core tells of them while the page is built, so that nobody who only looks at home waits for a
   module. `virtual:games` has the facts, where the module of each game is and how its problems are loaded,
   `virtual:pictures` a picture of each. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { CoreModule } from "../src/core/module";
import { gameFolders, gameId } from "./catalogue";
import { middleOf } from "./positions";

/** What stands in a picture where its prefix is to be. */
export const PREFIX = "PREFIX";

type Core = Pick<CoreModule, "ask">;

function factsOf(core: Core) {
  return core.ask("games").games.map((game) => {
    const { table } = core.ask("table_open", game.id, "");
    return { ...game, players: core.ask("table_state", table, -1).players };
  });
}

/** A game in its middle, as StillBoard would draw it: the box, the style, and what is in the drawing. */
export function pictureOf(core: Core, game: string) {
  const { position, moves } = middleOf(game);
  const { table } = core.ask("table_open", game, position);
  for (const move of moves) core.ask("table_play", table, move);
  const { drawing } = core.ask("table_draw", table, -1, "", PREFIX, 0);
  const { backdrop } = core.ask("table_backdrop", table, -1, PREFIX, 0);
  const { defs, board, holes, box, style } = backdrop;
  const { laid, under, men, over } = drawing;
  return { box, style, inside: `<defs>${defs}</defs>${board}${laid}${holes}${under}${men}${over}` };
}

/* The files problems.txt, by game. */
const problemFiles = () =>
  gameFolders()
    .map((folder) => [gameId(folder), join(folder, "problems.txt")] as const)
    .filter(([, file]) => existsSync(file));

function listed(core: Core): string {
  const facts = factsOf(core);
  const imports = facts.map(({ id }, index) => `import m${index} from "@wasm/first-${id}.wasm?url";\n`);
  const modules = facts.map(({ id }, index) => `"${id}": m${index}`);
  const problems = problemFiles().map(
    ([id]) => `"${id}": () => import("virtual:problem-list/${id}").then((module) => module.default)`,
  );
  return `${imports.join("")}
export const facts = ${JSON.stringify(facts)};
export const modules = { ${modules.join()} };
export const problems = { ${problems.join()} };\n`;
}

function drawn(core: Core): string {
  const pictures = core.ask("games").games.map(({ id }) => [id, pictureOf(core, id)]);
  return `export const PREFIX = "${PREFIX}";\nexport const pictures = ${JSON.stringify(Object.fromEntries(pictures))};\n`;
}

function problemsOf(core: Core, file: string): string {
  return `export default ${JSON.stringify(core.ask("problems_read", readFileSync(file, "utf8")).problems)};\n`;
}

export function games(folder: string): Plugin {
  const board = join(folder, "board.wasm");
  const makers = new Map<string, (core: Core) => string>([
    ["virtual:games", listed],
    ["virtual:pictures", drawn],
    ...problemFiles().map(
      ([id, file]) => [`virtual:problem-list/${id}`, (core: Core) => problemsOf(core, file)] as const,
    ),
  ]);
  return {
    name: "ascona-games",
    resolveId: (id) => (makers.has(id) ? `\0${id}` : null),
    async load(id) {
      const maker = makers.get(id.slice(1));
      if (!maker) return null;
      for (const file of [board, ...problemFiles().map(([, file]) => file)]) this.addWatchFile(file);
      return maker(await CoreModule.open(await WebAssembly.compile(readFileSync(board))));
    },
  };
}
