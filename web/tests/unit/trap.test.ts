/* The module of the board traps, for real: it is started anew, and every table stands as it stood. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openBoard } from "./support/page";
import { games, recordGames, Table } from "../../src/core/table";

let armed: Record<string, number> = {}; /* export to how often it is to trap */
let started = 0;
let memory: WebAssembly.Memory;

/* As the module is, but while it is armed a call is made with a string far outside of its memory: it traps. */
function fragile({ exports }: WebAssembly.Instance): WebAssembly.Instance {
  started++;
  memory = exports["memory"] as WebAssembly.Memory;
  const wrap =
    (name: string, run: (...args: number[]) => number) =>
    (...args: number[]) => {
      const left = armed[name] ?? 0;
      armed[name] = Math.max(0, left - 1);
      return left > 0 ? (exports["table_open"] as typeof run)(-16, -16) : run(...args);
    };
  const wrapped = Object.fromEntries(
    Object.entries(exports).map(([name, each]) => [
      name,
      typeof each === "function" ? wrap(name, each as (...args: number[]) => number) : each,
    ]),
  );
  return { exports: wrapped } as unknown as WebAssembly.Instance;
}

beforeAll(async () => {
  const { instantiate, Instance } = WebAssembly;
  vi.stubGlobal("WebAssembly", {
    compile: WebAssembly.compile,
    RuntimeError: WebAssembly.RuntimeError,
    instantiate: async (...args: [WebAssembly.Module, WebAssembly.Imports]) =>
      fragile((await instantiate(...args)) as unknown as WebAssembly.Instance),
    Instance: class {
      constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
        Object.assign(this, fragile(new Instance(module, imports)));
      }
    },
  });
  await openBoard();
});

beforeEach(() => {
  armed = {};
  started = 1;
});

const moves = (table: Table) => table.events().map(({ move }) => move);

test("a trap is not noticed: tables, changes and rolls are as they were", () => {
  const gone = Table.open("delta");
  const delta = Table.fromRecord('[Game "delta"]\n\n1. c3 {good} d4\n');
  const delfino = Table.open("delfino");
  gone.close();
  delta.play("c3-e3");
  delta.undo(0);
  for (const move of ["1.1", "4.4"]) delfino.play(move);
  delfino.roll();
  delfino.play("end");
  const before = [delta.state(), delfino.state()];
  const rolled = moves(delfino);
  armed = { table_state: 1 };
  expect(delta.state()).toEqual(before[0]);
  expect(started).toBe(2);
  expect(delfino.state()).toEqual(before[1]);
  expect(moves(delfino)).toEqual(rolled);
  expect(delta.record("text")).toContain("{good}");
  armed = { table_play: 1 };
  delta.play("c3-e3");
  expect([moves(delta), started]).toEqual([["c3", "d4", "c3-e3"], 3]);
  const next = Table.open("kulami");
  expect(next.number).toBe(gone.number); /* what lay between them is free */
  for (const table of [delta, delfino, next]) table.close();
});

test("a call that always traps fails, and the next one works", () => {
  const table = Table.open("delta");
  table.play("c3");
  armed = { table_state: 2 };
  expect(() => table.state()).toThrow(WebAssembly.RuntimeError);
  expect(moves(table)).toEqual(["c3"]);
  table.close();
});

test("a table that traps when it is opened again is closed, and takes no other with it", () => {
  const bad = Table.open("delta");
  const good = Table.open("kulami");
  bad.play("c3");
  good.play("d4");
  armed = { table_state: 1, table_play: 1 };
  expect(good.state().last?.move).toBe("d4");
  expect([bad.closed, good.closed, moves(good)]).toEqual([true, false, ["d4"]]);
  good.close();
});

test("a hundred tables, one after the other, take no more memory than one", () => {
  const sizes = Array.from({ length: 100 }, () => {
    for (const { id } of games()) {
      const table = Table.open(id);
      expect([table.number, table.state().id]).toEqual([0, id]);
      table.close();
    }
    return memory.buffer.byteLength;
  });
  expect(sizes.at(-1)).toBe(sizes[0]);
});

test("a list that stops before the last game, made a thousand times, takes no more memory than once", () => {
  const list = () => recordGames('[Game "delta"]\n\n1. c3 d4\n\n[Game "delta"]\n\n1. c3 d4\n', 1);
  expect(list()).toMatchObject({ games: [{ plies: 2 }], more: true });
  const size = memory.buffer.byteLength;
  for (let i = 0; i < 1000; i++) list();
  expect(memory.buffer.byteLength).toBe(size);
});
