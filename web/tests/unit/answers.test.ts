/* What crosses into the modules is as src/wasm/answers.txt says: the types are made from it, and the real modules answer
   so, for every game, with no member more and none less. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { answerTypes, exportsOf } from "../../build/answers";
import { gameFolders, gameId } from "../../build/catalogue";
import { CoreModule } from "../../src/core/module";
import type { Answers, ProblemFacts } from "../../src/core/types";

const here = import.meta.dirname;
const modules = resolve(here, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
const described = exportsOf("Answers");
const used = new Set<string>();
let core: { board: CoreModule; engine: CoreModule };
let compiled: WebAssembly.Module[];

beforeAll(async () => {
  compiled = await Promise.all(
    ["board", "engine"].map((name) => WebAssembly.compile(readFileSync(join(modules, `${name}.wasm`)))),
  );
  core = { board: await CoreModule.open(compiled[0]!), engine: await CoreModule.open(compiled[1]!) };
});

/* Asks, and holds the answer to the description. */
function asked<Name extends keyof Answers>(
  module: CoreModule,
  name: Name,
  ...args: Parameters<Answers[Name]>
): ReturnType<Answers[Name]> {
  used.add(name);
  const answer = module.ask(name, ...args);
  expect(described.get(name)!(answer), name).toBeUndefined();
  return answer;
}

const textOf = (file: string) => readFileSync(file, "utf8");

test("the types of the page are made from the description", () => {
  expect(textOf(resolve(here, "../../src/core/types.ts")), "npm run build makes them").toBe(answerTypes());
});

test("the modules export what is described, and nothing else", () => {
  const own = ["memory", "_initialize", "alloc", "release"];
  const exported = new Set(compiled.flatMap((module) => WebAssembly.Module.exports(module).map(({ name }) => name)));
  expect([...exported].sort()).toEqual([...own, ...described.keys(), ...exportsOf("Numbers").keys()].sort());
});

test("the modules of the first boards have nothing that the other has not", async () => {
  const namesOf = (module: WebAssembly.Module) => WebAssembly.Module.exports(module).map(({ name }) => name);
  const firsts = await Promise.all(
    gameFolders().map(async (folder) =>
      namesOf(await WebAssembly.compile(readFileSync(join(modules, `first-${gameId(folder)}.wasm`)))),
    ),
  );
  const [first] = firsts as [string[]];
  for (const names of firsts) expect(names).toEqual(first);
  const board = namesOf(compiled[0]!);
  expect(first.filter((name) => !board.includes(name))).toEqual([]);
  expect(board.filter((name) => !first.includes(name)).sort()).toEqual([
    "diagrams_read",
    "edit_carry",
    "edit_clear",
    "edit_put",
    "edit_read",
    "edit_set",
    "edit_sheet",
    "games",
    "lesson_open",
    "lesson_reached",
    "lesson_read",
    "lesson_show",
    "past_close",
    "past_find",
    "past_open",
    "past_read",
    "past_take",
    "problem_won",
    "problems_read",
    "record_open",
    "record_pick",
    "record_tags",
    "records_list",
    "study_close",
    "study_comment",
    "study_cut",
    "study_go",
    "study_mark",
    "study_open",
    "study_play",
    "study_promote",
    "study_record",
    "study_restore",
    "study_tree",
    "table_alike",
    "table_marks",
    "table_record",
    "table_svg",
  ]);
});

test("a description notices what is more, less or other", () => {
  const fits = described.get("table_why")!;
  expect(fits({ legal: true, why: null })).toBeUndefined();
  expect(fits({ legal: true, why: { key: "k", args: { n: 1 } } })).toBeUndefined();
  expect(fits({ legal: true })).toBe("table_why.why is missing");
  expect(fits({ legal: true, why: null, more: 1 })).toBe("table_why.more is not described");
  expect(fits({ legal: 1, why: null })).toBe("table_why.legal is no boolean: 1");
  expect(fits({ legal: true, why: { key: "k", args: { n: true } } })).toContain("table_why.why.args.n is no string");
});

describe.each(gameFolders().map((folder) => [gameId(folder), folder]))("%s", (game, folder) => {
  test("a game from its start to its end, and back", () => {
    const { board } = core;
    expect(asked(board, "games").games.map(({ id }) => id)).toContain(game);
    const { table } = asked(board, "table_open", game, "");
    for (let ply = 0; ply < 60; ply++) {
      const { steps, turn, end } = asked(board, "table_state", table, -1);
      asked(board, "table_terrain", table, -1);
      asked(board, "table_backdrop", table, -1, "b", ply % 2);
      asked(board, "table_draw", table, -1, "", "b", ply % 2);
      if (end !== "open") break;
      if (turn === "chance") {
        asked(board, "table_roll", table);
        continue;
      }
      const { move, steps: touches } = steps[Math.floor(steps.length / 2)]!;
      asked(board, "table_targets", table, -1, touches[0] ?? "", "b", 0);
      asked(board, "table_next", table, touches[0] ?? "");
      asked(board, "table_ahead", table, touches.slice(0, 2).join(" "), "b", 0);
      asked(board, "table_touch", table, "", touches[0]!);
      asked(board, "table_touch", table, "", "nowhere");
      asked(board, "table_why", table, "", "nowhere");
      asked(board, "table_play", table, move);
    }
    asked(board, "table_events", table);
    asked(board, "table_state", table, 1);
    asked(board, "table_svg", table, 1);
    const { record } = asked(board, "table_record", table, "Event\ta game\n", 0);
    asked(board, "table_record", table, "", 1);
    expect(asked(board, "table_keep", table, "Event\ta game\n").record).toBe(record);
    asked(board, "records_list", `${record}\n${record.replace(/^1\. \S+/m, "1. nonsense")}`, 10);
    asked(board, "record_tags", record);
    asked(board, "record_pick", record, 0);
    const again = asked(board, "record_open", record).table;
    if (game !== "delfino") {
      asked(board, "table_undo", table, 0);
      asked(board, "table_redo", table);
    }
    board.number("table_close", table);
    board.number("table_close", again);
    for (const leave of ["table_give_up", "table_overtime", "table_agree_draw"] as const) {
      const other = asked(board, "table_open", game, "").table;
      if (leave !== "table_agree_draw") asked(board, leave, other, 1);
      else asked(board, leave, other);
      asked(board, "table_state", other, -1);
      asked(board, "table_events", other);
      board.number("table_close", other);
    }
  });

  test("a study of it", () => {
    const { board, engine } = core;
    const { table } = asked(board, "record_open", `[Game "${game}"]\n\n`);
    asked(board, "study_open", table);
    const play = (pick: number): number => {
      const { steps } = asked(board, "table_state", table, -1);
      return asked(board, "study_play", table, steps[pick % steps.length]!.move).done;
    };
    const first = play(0);
    const deep = [1, 2, 3].map(play).at(-1)!;
    asked(board, "study_go", table, 0);
    const other = play(1);
    asked(board, "study_comment", table, other, "why not this");
    asked(board, "study_promote", table, other);
    asked(board, "study_go", table, deep);
    const { steps } = asked(board, "table_state", table, -1);
    const [one, two] = asked(board, "table_terrain", table, -1).places.map(({ id }) => id) as [string, string];
    asked(board, "study_mark", table, deep, `${one} ${one},${two}`);
    const marks = [`best 1 ${steps[0]!.move}`, `line - ${steps[0]!.move}`, `own - ${one}`, `own - ${one},${two}`];
    for (const mark of marks) {
      const { marks: drawn } = asked(board, "table_marks", table, mark, "b", 0);
      if (mark.startsWith("own")) expect(drawn).toMatch(/^<g class="study-own">/);
    }
    const whole = asked(board, "study_record", table, 0).record;
    expect(asked(board, "study_cut", table, first).done).toBe(4);
    expect(asked(board, "study_tree", table).at).toBe(0);
    asked(board, "study_restore", table, first);
    expect(asked(board, "study_record", table, 0).record).toBe(whole);
    asked(board, "study_record", table, 1);
    const { past } = asked(board, "past_open");
    asked(board, "past_take", past, whole, 1, "Ann");
    expect(asked(board, "past_read", past, 9).games).toBe(1);
    asked(board, "study_go", table, 0);
    expect(asked(board, "past_find", past, table).rows[0]!.games).toBe(1);
    board.number("past_close", past);
    expect(asked(board, "table_alike", table).alike.flat()).toHaveLength(
      asked(board, "table_state", table, -1).steps.length,
    );
    expect(asked(engine, "engine_explore", game!, "", "", 30, 1).offered).toBe(game === "delta");
    const path = asked(board, "study_tree", table).nodes.filter(({ node }) => node === first);
    const { player } = asked(engine, "engine_analyse", game!, "", path[0]!.move, 2, 30, 1, 1, 0);
    expect(player).toBeGreaterThan(0);
    /* What is threatened in mid-game is drawn; in an opening nobody can pass. */
    const threat = asked(engine, "engine_threat", game!, "", "", 30, 1);
    expect(threat.moves.length > 0).toBe(threat.player > 0);
    for (let ply = 0; ply < 24; ply++) {
      const next = asked(board, "table_state", table, -1).steps;
      if (next.length > 0) asked(board, "study_play", table, next[(7 * ply) % next.length]!.move);
      const { position, end } = asked(board, "table_state", table, -1);
      const { moves } = asked(engine, "engine_threat", game!, position, "", 5, 1);
      if (end !== "open" || moves.length === 0) continue;
      const { marks: drawn } = asked(board, "table_marks", table, `threat - ${moves.join(" ")}`, "b", 0);
      expect(drawn).toMatch(/^<g class="study-threat">/);
      if (drawn.includes("stroke-dasharray")) break; /* a man that leaves the board has no arrow */
    }
    board.number("study_close", table);
    board.number("table_close", table);
  });

  test("a position of it set up by hand", () => {
    const { board } = core;
    const { table } = asked(board, "table_open", game!, "");
    asked(board, "edit_clear", table);
    const { places } = asked(board, "table_backdrop", table, -1, "b", 0).backdrop;
    const [one, two] = Object.keys(places) as [string, string];
    asked(board, "edit_put", table, 0, one);
    asked(board, "edit_carry", table, one, two);
    if (asked(board, "edit_sheet", table).fields.length > 0) asked(board, "edit_set", table, 0, 0);
    asked(board, "edit_sheet", table);
    asked(board, "edit_read", table, "");
    expect(asked(board, "edit_sheet", table).faults).toEqual([]);
    board.number("table_close", table);
  });

  test("its lesson and its diagrams", () => {
    const { board } = core;
    if (!existsSync(join(folder!, "lesson.txt"))) return; /* a game may do without */
    const lesson = textOf(join(folder!, "lesson.txt"));
    asked(board, "lesson_read", lesson).steps.forEach((_, index) => {
      const { table } = asked(board, "lesson_open", game!, lesson, index + 1);
      const { move } = asked(board, "lesson_show", table, lesson, index + 1);
      if (move !== null) {
        asked(board, "table_play", table, move);
        asked(board, "lesson_reached", table, lesson, index + 1);
      }
      board.number("table_close", table);
    });
    asked(board, "diagrams_read", game!, textOf(join(folder!, "diagrams.txt")));
  });

  test("the engine", () => {
    const { board, engine } = core;
    const { table } = asked(board, "table_open", game!, "");
    if (asked(board, "table_state", table, -1).turn === "chance") asked(board, "table_roll", table);
    const moves = asked(board, "table_events", table).events.map(({ move }) => move);
    asked(engine, "engine_choose", game!, "", moves.join(" "), "2", 20, 1);
    asked(engine, "engine_analyse", game!, "", moves.join(" "), 2, 20, 1, 1, 0);
    board.number("table_close", table);
  });
});

test("problems", () => {
  const { board, engine } = core;
  const text = textOf(resolve(here, "../../../src/games/delta/problems.txt"));
  const { problems } = asked(board, "problems_read", text);
  const [problem, longer] = [1, 2].map((wanted) => problems.find(({ moves }) => moves === wanted)!) as [
    ProblemFacts,
    ProblemFacts,
  ];
  const { move } = asked(engine, "problem_hint", "delta", problem.text, "");
  asked(engine, "problem_answer", "delta", problem.text, move);
  asked(engine, "problem_solution", "delta", problem.text);
  expect(asked(engine, "problem_defences", "delta", longer.text, longer.key).defences.length).toBeGreaterThan(0);
  const { table } = asked(board, "table_open", "delta", problem.position);
  asked(board, "table_play", table, move);
  asked(board, "problem_won", table, problem.text);
});

test("a fault is as it is described too", () => {
  const fault = exportsOf("Answers").get("records_list")!;
  for (const text of ['[Game "delta"]\n\n1. z9', '[Game "none"]\n\n1. a1', "{}"])
    expect(fault(core.board.ask("records_list", text, 5)), text).toBeUndefined();
  for (const name of ["engine_review", "engine_review_ply"])
    used.add(name); /* it is what the program prints, and compared with that: wasm.test.ts */
});

test("every export that answers was asked", () => {
  expect([...described.keys()].filter((name) => !used.has(name))).toEqual([]);
});
