/* The engine module searches every game as tests/data/signature.txt says, which the program is held to as well. It
   takes as long as all others together: ./dev check leaves it out. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compile } from "./support/page";
import { CoreModule } from "../../src/core/module";

const expected = readFileSync(join(import.meta.dirname, "../../../tests/data/signature.txt"), "utf8");
const lines = [...expected.matchAll(/^([^#\s]\S*) (\d+)$/gm)].map(([, game, nodes]) => [game!, Number(nodes)] as const);

let engine: CoreModule;

beforeAll(async () => {
  engine = await CoreModule.open(await compile("engine.wasm"));
});

test("the file has games", () => expect(lines.length).toBeGreaterThan(0));

test.each(lines)("%s has %i nodes", (game, nodes) => expect(engine.number("signature", game)).toBe(nodes), 120_000);
