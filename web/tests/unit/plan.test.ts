/* Players of a record: an engine is known by its level in any language, everybody else by name. */
import { expect, test } from "vitest";
import { engineTag, sideNamed } from "../../src/game/plan";

test("a level comes back as the engine it was", () => {
  expect(sideNamed(engineTag(10))).toEqual({ kind: "engine", name: "", level: 10 });
});

test("a person may be called almost anything", () => {
  for (const name of ["Mira", "Level 3", "engine", "engine:uct", ""])
    expect(sideNamed(name)).toEqual({ kind: "person", name, level: 0 });
});
