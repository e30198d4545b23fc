/* The folders of the page stand in layers: whoever reads one knows what it rests on. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../src");

const sources = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

/** Folder to the folders beside it whose files it imports, those loaded later included. */
function imports(src: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of sources(src)) {
    const from = file.split("/")[0]!;
    if (from === file) continue;
    const needs = found.get(from) ?? new Set();
    found.set(from, needs);
    for (const [, path] of readFileSync(join(src, file), "utf8").matchAll(/(?:from|import\(?)\s*"(\.[^"]+)"/g)) {
      const to = relative(src, resolve(src, dirname(file), path!)).split("/");
      if (to.length > 1 && to[0] !== from && to[0] !== ".." && to[0] !== "styles") needs.add(to[0]!);
    }
  }
  return found;
}

/** A way from a folder back to itself, if there is one. */
function cycleFrom(start: string, needs: Map<string, Set<string>>): string[] | undefined {
  const seen = new Set<string>();
  const walk = (folder: string, way: string[]): string[] | undefined => {
    for (const next of needs.get(folder) ?? []) {
      if (next === start) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, next]);
      if (found) return found;
    }
    return undefined;
  };
  return walk(start, [start]);
}

test.each([
  ["the page", src, 10],
  ["games between people", join(src, "online"), 4],
])("no folder of %s rests on itself by way of others", (_, root, folders) => {
  const needs = imports(root);
  expect(needs.size).toBeGreaterThan(folders);
  const cycles = [...needs.keys()].map((folder) => cycleFrom(folder, needs)).filter((way) => way !== undefined);
  expect(cycles.map((way) => way.join(" -> "))).toEqual([]);
});

test("one name is one thing: no two files export the same", () => {
  const owners = new Map<string, string[]>();
  const exported = /^export (?:async |abstract )*(?:function|class|const|let|interface|type|enum) (\w+)/gm;
  for (const file of sources(src))
    for (const [, name] of readFileSync(join(src, file), "utf8").matchAll(exported))
      owners.set(name!, [...(owners.get(name!) ?? []), file]);
  expect(owners.size).toBeGreaterThan(300);
  expect([...owners].filter(([, files]) => files.length > 1)).toEqual([]);
});
