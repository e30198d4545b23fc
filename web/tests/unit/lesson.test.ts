/* The first games, step by step on the real core: as asked, otherwise than asked, and entered from anywhere. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { gameFolders, gameId } from "../../build/catalogue";
import { learningOf } from "../../build/learning";
import { games, openCore } from "../../src/core/table";
import { needGames, needLater, useLanguage } from "../../src/i18n/texts";
import type { Learning } from "../../src/rules/learning";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
const learning = learningOf("en") as Record<string, Learning>;
const store = new Map<string, string>();

vi.stubGlobal("document", { documentElement: { dataset: {} } });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("localStorage", {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
  removeItem: (key: string) => store.delete(key),
});
const { Lesson } = await import("../../src/rules/lesson");
type LessonModel = InstanceType<typeof Lesson>;

beforeAll(async () => {
  await openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
  await useLanguage("en");
  await needLater();
  await needGames(games().map(({ id }) => id));
});
beforeEach(() => {
  store.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const open = (game: string) => new Lesson(game, learning[game]!);

/* What "Show me" rings, one thing after the other, reaches every goal. */
function asAsked(lesson: LessonModel): void {
  if (lesson.watching) return;
  if (lesson.mayRoll) return lesson.roll();
  lesson.show();
  while (lesson.touching.hint.length > 0) {
    expect(lesson.touching.hint.length).toBe(1);
    expect(lesson.note?.tone).toBe("hint");
    lesson.touch(lesson.touching.hint[0]!);
  }
}

/** Past the aim, at the first thing to do. */
function begun(game: string): LessonModel {
  const lesson = open(game);
  lesson.next();
  return lesson;
}

const taught = gameFolders()
  .map(gameId)
  .filter((game) => learning[game]!.lesson !== "");

describe.each(taught)("%s", (game) => {
  test("the aim comes first: a win that plays itself, once more when asked for, and can be left", () => {
    const lesson = open(game);
    const end = () => [lesson.state.end !== "open", lesson.state.result.endsWith("win")];
    const begin = lesson.state.position;
    expect([lesson.watching, lesson.open, lesson.done, lesson.answer, ...end()]).toEqual([
      ...[true, false, false, "", false, false],
    ]);
    expect([lesson.task.split(/\.(?: |$)/).length, lesson.moved]).toEqual([2, 0]); /* one sentence */
    vi.runAllTimers();
    expect([lesson.done, lesson.answer !== "", ...end()]).toEqual([true, true, true, true]);
    expect(lesson.moved).toBe(lesson.step!.reply.length); /* every move is seen happening */
    lesson.show();
    expect([lesson.state.position, lesson.done]).toEqual([begin, false]);
    lesson.next();
    vi.runAllTimers();
    expect([lesson.index, lesson.done, lesson.skipped]).toEqual([1, false, 0]);
    lesson.close();
  });

  test("where nothing is to move the win stands at its end, and plays when it is asked for", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const lesson = open(game);
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    expect([lesson.done, lesson.state.end !== "open", lesson.moved]).toEqual([true, true, 0]);
    lesson.show();
    expect(lesson.state.end).toBe("open");
    vi.runAllTimers();
    expect(lesson.state.end).not.toBe("open");
    lesson.close();
  });

  test("every step can be done as asked, and says so", () => {
    const lesson = open(game);
    while (!lesson.over) {
      const { name } = lesson.step!;
      expect([name, lesson.task !== "", lesson.done]).toEqual([name, true, false]);
      asAsked(lesson);
      vi.runAllTimers();
      expect([name, lesson.done, lesson.answer !== ""]).toEqual([name, true, true]);
      if (lesson.step!.goal === "touch") expect(lesson.note?.tone).toBe("why");
      expect(lesson.busy).toBe(false);
      lesson.next();
    }
    expect(lesson.index).toBeGreaterThanOrEqual(8);
    lesson.close();
  });

  test("skipping makes the board that playing makes", () => {
    const played = open(game);
    const skipped = open(game);
    while (!played.over) {
      expect(skipped.state.position).toBe(played.state.position);
      expect(skipped.touching.touched).toEqual(played.touching.touched);
      asAsked(played);
      vi.runAllTimers();
      played.next();
      skipped.next();
    }
    played.close();
    skipped.close();
  });
});

test("a legal move that was not asked for is seen and taken back", () => {
  const lesson = begun("delta");
  const before = lesson.state.position;
  lesson.touch("a1");
  expect(lesson.state.position).not.toBe(before);
  expect([lesson.busy, lesson.done, lesson.note?.tone]).toEqual([true, false, "neutral"]);
  vi.runAllTimers();
  expect(lesson.state.position).toBe(before);
  expect([lesson.busy, lesson.done, lesson.note?.tone]).toEqual([false, false, "neutral"]);
  lesson.touch("c3");
  expect(lesson.done).toBe(true);
});

test("a touch that leads nowhere says why and changes nothing", () => {
  const lesson = begun("kulami");
  lesson.touch("d4");
  vi.runAllTimers();
  lesson.next();
  const before = lesson.state.position;
  lesson.touch("a1");
  expect([lesson.touching.refused, lesson.note?.tone, lesson.done]).toEqual(["a1", "why", false]);
  expect(lesson.state.position).toBe(before);
});

test("the step is remembered, and forgotten at the end", () => {
  const lesson = open("delta");
  lesson.next();
  lesson.next();
  expect(open("delta").index).toBe(2);
  while (!lesson.over) lesson.next();
  expect(open("delta").index).toBe(0);
});

test("what was skipped is counted until it is done, also after a reload", () => {
  const lesson = begun("delta");
  lesson.next();
  expect(lesson.skipped).toBe(1);
  const again = open("delta");
  expect(again.skipped).toBe(1);
  again.back();
  asAsked(again);
  vi.runAllTimers();
  again.next();
  expect(again.skipped).toBe(0);
  while (!again.over) again.next();
  expect(again.skipped).toBe(again.steps.length - 2); /* nobody skips the aim */
  again.restart();
  expect(again.skipped).toBe(0);
});

test("who looks back at what he has done has skipped nothing, also after a reload", () => {
  const lesson = open("delta");
  asAsked(lesson);
  vi.runAllTimers();
  lesson.next();
  lesson.back();
  lesson.next();
  expect(lesson.skipped).toBe(0);
  const again = open("delta");
  again.back();
  again.next();
  expect(again.skipped).toBe(0);
});

test("back from the end is the last step, and the first has none before it", () => {
  const lesson = open("delta");
  while (!lesson.over) lesson.next();
  lesson.back();
  expect(lesson.index).toBe(lesson.steps.length - 1);
  lesson.restart();
  lesson.back();
  expect(lesson.index).toBe(0);
});
