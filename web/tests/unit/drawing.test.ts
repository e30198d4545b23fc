/* The drawing in parts, on the real module: what stays is asked for once, and what belongs to a moment is with it. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { h, render } from "preact";
import { act } from "preact/test-utils";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { PositionBoard, type PositionProps } from "../../src/board/StillBoard";
import { CoreModule } from "../../src/core/module";
import { games, openCore, Table } from "../../src/core/table";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
let asked: () => string[];

beforeAll(async () => {
  const ask = vi.spyOn(CoreModule.prototype, "ask");
  asked = () => ask.mock.calls.map(([name]) => name);
  await openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
});

/* A game in which the middle one of the legal moves is always played: after each move, `look`. */
function playThrough(spec: string, look: (table: Table) => void, most = 40): void {
  const table = Table.open(spec);
  look(table);
  for (let ply = 0; ply < most; ply++) {
    const { end, turn, steps } = table.state();
    if (end !== "open") break;
    if (turn === "chance") table.roll();
    else table.play(steps[Math.floor(steps.length / 2)]!.move);
    look(table);
  }
  table.close();
}

const showing = { prefix: "b", flipped: false };

describe("a backdrop", () => {
  test("is asked for once a table, where places stay", () => {
    for (const game of games().map(({ id }) => id)) {
      const lies = new Set<string>();
      const before = asked().length;
      playThrough(game, (table) => {
        lies.add(JSON.stringify(table.state().view.places.map(({ id, x, y }) => [id, x, y])));
        table.backdrop(showing, table.draw(showing).backdrop);
      });
      expect(
        asked().filter((name, index) => index >= before && name === "table_backdrop").length,
        game,
      ).toBeLessThanOrEqual(lies.size);
      if (game !== "delfino") expect(lies.size, game).toBe(1);
    }
  });

  test("has the key that drawings name, and another when the board is turned round", () => {
    for (const game of games().map(({ id }) => id)) {
      const table = Table.open(game);
      const turned = { prefix: "b", flipped: true };
      expect(table.backdrop(showing).key).toBe(table.draw(showing).backdrop);
      expect(table.backdrop(turned).key).toBe(table.draw(turned).backdrop);
      expect(table.draw(turned).backdrop).not.toBe(table.draw(showing).backdrop);
      table.close();
    }
  });

  test("under one key is the same text all through a game", () => {
    for (const game of games().map(({ id }) => id)) {
      const known = new Map<string, string>();
      playThrough(game, (table) => {
        const backdrop = table.backdrop(showing);
        expect(known.get(backdrop.key) ?? JSON.stringify(backdrop)).toBe(JSON.stringify(backdrop));
        known.set(backdrop.key, JSON.stringify(backdrop));
      });
    }
  });
});

test("where places are is asked for once as long as they stay, and then is what it would be if asked for anew", () => {
  for (const game of games().map(({ id }) => id)) {
    const before = asked().length;
    const lies = new Set<string>();
    playThrough(
      game,
      (table) => {
        const { game: spec, position, view } = table.state();
        const { layout, box, places, regions } = view;
        const anew = Table.open(spec, position);
        const other = anew.state().view;
        anew.close();
        expect([layout, box, regions.map(({ name }) => name)], game).toEqual([
          other.layout,
          other.box,
          other.regions.map(({ name }) => name),
        ]);
        const still = (all: typeof places) =>
          all.map(({ marks: _, ...place }) => place); /* a new table has no last move */
        expect(still(places), game).toEqual(still(other.places));
        lies.add(JSON.stringify(places.map(({ id, x, y, next }) => [id, x, y, next])));
      },
      12,
    );
    const terrains = asked().filter((name, index) => index >= before && name === "table_terrain").length;
    expect(terrains - 13, `${game}, less those of tables made anew`).toBeLessThanOrEqual(lies.size);
  }
});

test("the parts refer to nothing that the backdrop does not define", () => {
  for (const game of games().map(({ id }) => id))
    playThrough(game, (table) => {
      const drawing = table.draw(showing);
      const backdrop = table.backdrop(showing, drawing.backdrop);
      const first = table.state().steps[0]?.steps[0];
      const targets = table.targets(showing, first === undefined ? [] : [first]);
      const all = [backdrop.defs, backdrop.board, backdrop.holes, ...Object.values(drawing), targets].join("");
      const ids = new Set([...all.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]!));
      const used = [...all.matchAll(/(?:href="#|url\(#)([^")]+)/g)].map((found) => found[1]!);
      expect(used.filter((id) => !ids.has(id))).toEqual([]);
      for (const place of table.state().view.places) {
        expect(ids.has(`b-at-${place.id}`), `${game} ${place.id}`).toBe(true);
        expect(ids.has(`b-on-${place.id}`)).toBe(place.man !== null);
      }
    });
});

test("a move of Kulami leaves few things on the board, however many lines go from hole to hole", () => {
  playThrough("kulami", (table) => {
    const { under } = table.draw(showing);
    expect(under.match(/<(?!\/)/g)?.length ?? 0).toBeLessThanOrEqual(12);
  });
});

describe("still boards", () => {
  const box = document.createElement("div");
  const show = (...boards: PositionProps[]) =>
    act(() =>
      render(
        boards.map((board) => h(PositionBoard, board)),
        box,
      ),
    );
  const sheets = () =>
    document.adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join());
  const matches = (pattern: RegExp) => [...box.innerHTML.matchAll(pattern)].map((found) => found[1]!);

  test("with the same styles share a sheet, and every id is there once", async () => {
    await show({ spec: "delta" }, { spec: "delta", moves: ["c3", "d4"] }, { spec: "delta", selected: ["c3"] });
    expect(sheets()).toHaveLength(1);
    const ids = matches(/ id="([^"]+)"/g);
    expect(ids.length).toBeGreaterThan(3 * 25);
    expect(new Set(ids).size).toBe(ids.length);
    for (const used of matches(/(?:href="#|url\(#)([^")]+)/g)) expect(ids).toContain(used);
  });

  test("with other options have their own: tiles of Kulami that are drawn in another size", async () => {
    await show({ spec: "kulami" }, { spec: "kulami:board=irregular,level=2" }, { spec: "kulami" });
    const all = sheets();
    expect(all).toHaveLength(2);
    const [first, other, again] = [...box.children].map((svg) => {
      const classes = [...svg.innerHTML.matchAll(/ class="(\w+)-/g)].map((found) => found[1]!);
      const [prefix, ...rest] = new Set(classes);
      expect(rest).toEqual([]);
      return all.find((sheet) => sheet.includes(`.${prefix}-fr`));
    });
    expect([first, other].includes(undefined)).toBe(false);
    expect([first === other, first === again]).toEqual([false, true]);
  });

  test("take their sheet with them, the last one of it", async () => {
    await show({ spec: "delta" }, { spec: "kulami" }, { spec: "kulami" });
    expect(sheets()).toHaveLength(2);
    await show({ spec: "delta" }, { spec: "kulami" });
    expect(sheets()).toHaveLength(2);
    await show({ spec: "delta" }, { spec: "delta" });
    expect(sheets()).toHaveLength(1);
    await show();
    expect(sheets()).toEqual([]);
  });
});
