/* What is agreed on before a match, on the real board module: options, who plays, lots, what is remembered. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settings } from "../../src/app/settings";
import { gameFacts, openCore } from "../../src/core/table";
import type { GameFacts, GameOption } from "../../src/core/types";
import { setLanguage } from "../../src/i18n/texts";
import * as setup from "../../src/setup/choice";
import * as words from "../../src/setup/words";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
const facts = (id: string) => gameFacts(id)!;

beforeAll(async () => {
  await openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
  await setLanguage("en");
});
beforeEach(async () => {
  localStorage.clear();
  await settings.choose({ name: "" });
});

describe("options", () => {
  test("only what is not standard is told to the core", () => {
    const kulami = facts("kulami");
    const { options } = setup.rememberedChoice(kulami);
    expect(setup.specOf(kulami, options)).toBe("kulami");
    expect(setup.specOf(kulami, { ...options, level: "3" })).toBe("kulami:level=3");
  });

  test("a text may be one of its words or something else", () => {
    const board = facts("kulami").options.find(({ key }) => key === "board")!;
    expect(words.namedValues(board)).toEqual({
      words: ["classic", "irregular", "example", "random", "square"],
      other: true,
    });
    expect(words.namedValues({ choices: "left right" } as GameOption).other).toBe(true);
    expect(words.namedValues({ choices: "left, right" } as GameOption)).toEqual({
      words: ["left", "right"],
      other: false,
    });
  });

  test("a seed is shown where it changes the board, and goes back where it does not", () => {
    const kulami = facts("kulami");
    const seed = kulami.options.find(({ key }) => key === "seed")!;
    const { options } = setup.rememberedChoice(kulami);
    expect(setup.matters(kulami, options, seed)).toBe(false);
    const random = setup.changedOptions(kulami, options, "board", "random");
    expect(setup.matters(kulami, random, seed)).toBe(true);
    const another = setup.changedOptions(kulami, random, "seed", "77");
    expect(setup.specOf(kulami, another)).toBe("kulami:board=random,seed=77");
    expect(setup.specOf(kulami, setup.changedOptions(kulami, another, "board", "classic"))).toBe("kulami");
  });

  test("what does not go together has the core's reason, and a remedy near what was chosen", () => {
    const delta = facts("delta");
    const options = { ...setup.rememberedChoice(delta).options, size: "4" };
    const look = setup.lookAt(delta, options);
    expect(look.state).toBeUndefined();
    expect(look.fault?.reason).toContain("too many");
    expect(setup.remedies(delta, options, "size")).toEqual([{ key: "pawns", value: "7" }]);
  });
});

describe("players", () => {
  test("a first game is a person against the engine, with lots", () => {
    for (const id of ["delta", "neo-delta", "kulami", "delfino", "circle-delta"]) {
      const choice = setup.rememberedChoice(facts(id));
      expect(choice.sides.map(({ kind }) => kind)).toEqual(["person", "engine"]);
      expect(choice.begins).toBe(setup.LOTS);
      expect(setup.lookAt(facts(id), choice.options).state?.players).toBe(2);
    }
  });

  test("players come and go with the option of the game", () => {
    const delfino = facts("delfino");
    const four = setup.withPlayers({ ...setup.rememberedChoice(delfino), begins: 1 }, 4);
    expect(setup.lookAt(delfino, four.options).state?.players).toBe(4);
    expect(four.sides).toHaveLength(4);
    const chosen = { ...four, begins: 3 };
    expect(setup.withPlayers(chosen, 3).begins).toBe(setup.LOTS);
    expect(setup.withPlayers(chosen, 4).begins).toBe(3);
  });

  test("several people without names are told apart by their number; one alone has no name", () => {
    const delta = facts("delta");
    const choice = setup.rememberedChoice(delta);
    expect(setup.planOf(delta, choice).sides[0]!.name).toBe("");
    const two = { ...choice, sides: [setup.newSide("person"), { ...setup.newSide("person"), name: " Ann " }] };
    expect(setup.planOf(delta, two).sides.map(({ name }) => name)).toEqual(["Player 1", "Ann"]);
  });

  test("lots fall on everybody, a choice on the one who was chosen", () => {
    const delta = facts("delta");
    const choice = setup.rememberedChoice(delta);
    const drawn = new Set(Array.from({ length: 200 }, () => setup.planOf(delta, choice).begins));
    expect([...drawn].sort()).toEqual([0, 1]);
    expect(setup.planOf(delta, { ...choice, begins: 1 }).begins).toBe(1);
  });
});

describe("memory", () => {
  test("each game remembers its last choice, and the name goes with the person", () => {
    const kulami = facts("kulami");
    const choice = setup.rememberedChoice(kulami);
    const sides = [
      { ...choice.sides[0]!, name: "Ann" },
      { ...choice.sides[1]!, level: 7 },
    ];
    setup.rememberChoice(kulami, { ...choice, sides, games: 4, options: { ...choice.options, level: "2" } });
    const again = setup.rememberedChoice(kulami);
    expect([again.sides, again.games, again.options["level"]]).toEqual([sides, 4, "2"]);
    const elsewhere = setup.rememberedChoice(facts("delta"));
    expect([elsewhere.sides[0]!.name, elsewhere.sides[1]!.level, elsewhere.games]).toEqual(["Ann", 3, 1]);
  });

  test("the name is that of the person in every game, also one that was set up before it was given", () => {
    const [kulami, delta] = [facts("kulami"), facts("delta")];
    const name = (game: GameFacts) => setup.rememberedChoice(game).sides[0]!.name;
    const called = (game: GameFacts, given: string) => {
      const choice = setup.rememberedChoice(game);
      setup.rememberChoice(game, { ...choice, sides: [{ ...choice.sides[0]!, name: given }, choice.sides[1]!] });
    };
    called(kulami, "");
    called(delta, " Ann ");
    expect([name(kulami), name(delta)]).toEqual(["Ann", "Ann"]);
    called(kulami, "");
    expect(name(delta)).toBe("");
  });

  test("among several people it is the first one's, unless they are named", () => {
    const delta = facts("delta");
    const choice = setup.rememberedChoice(delta);
    setup.rememberChoice(delta, { ...choice, sides: [{ ...choice.sides[0]!, name: "Ann" }, choice.sides[1]!] });
    const kulami = facts("kulami");
    const two = (names: string[]) => names.map((name) => ({ ...setup.newSide("person"), name }));
    const names = (given: string[]) => {
      setup.rememberChoice(kulami, { ...setup.rememberedChoice(kulami), sides: two(given) });
      return setup.rememberedChoice(kulami).sides.map(({ name }) => name);
    };
    expect(names(["", ""])).toEqual(["Ann", ""]);
    expect(names(["Ben", "Zoë"])).toEqual(["Ben", "Zoë"]);
  });

  test("what can no longer be played is forgotten", () => {
    const delta = facts("delta");
    const choice = setup.rememberedChoice(delta);
    setup.rememberChoice(delta, { ...choice, games: 9, options: { ...choice.options, size: "9" } });
    expect(setup.rememberedChoice(delta)).toEqual(choice);
    localStorage.setItem("ascona.setup.delta", '{"sides":"nobody","options":null,"begins":"me"}');
    expect(setup.rememberedChoice(delta)).toEqual(choice);
  });
});
