/* The first games, step by step on the real core: as asked, otherwise than asked, and entered from anywhere. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { gameFolders, gameId } from "../../build/catalogue";
import { learningOf } from "../../build/learning";
import { Scope } from "../../src/app/scope";
import { games, openCore } from "../../src/core/table";
import { currentLanguage, needGames, needLater, setLanguage } from "../../src/i18n/texts";
import type { Learning } from "../../src/rules/learning";
import { Lesson } from "../../src/rules/lesson";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../build/wasm");
const learning = learningOf("en") as Record<string, Learning>;

beforeAll(async () => {
  await openCore(await WebAssembly.compile(readFileSync(join(modules, "board.wasm"))));
  await setLanguage("en");
  await needLater();
  await needGames(games().map(({ id }) => id));
});
let scope: Scope;
beforeEach(() => {
  localStorage.clear();
  scope = new Scope();
  vi.useFakeTimers();
});
afterEach(() => {
  scope.end();
  vi.useRealTimers();
});

const open = (game: string) => new Lesson(scope, game, () => learning[game]!);

/* What "Show me" rings, one thing after the other, reaches every goal. */
function asAsked(lesson: Lesson): void {
  if (lesson.watching) return;
  if (lesson.mayRoll) return lesson.roll();
  lesson.show();
  while (lesson.selection.hint.length > 0) {
    expect(lesson.selection.hint.length).toBe(1);
    expect(lesson.note?.tone).toBe("hint");
    lesson.tap(lesson.selection.hint[0]!);
  }
}

/** Past the aim, at the first thing to do. */
function begun(game: string): Lesson {
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
    expect([lesson.watching, lesson.isOpen, lesson.done, lesson.answer, ...end()]).toEqual([
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
  });

  test("where nothing is to move the win stands at its end, and plays when it is asked for", () => {
    const still = vi.spyOn(globalThis, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    const lesson = open(game);
    still.mockRestore();
    expect([lesson.done, lesson.state.end !== "open", lesson.moved]).toEqual([true, true, 0]);
    lesson.show();
    expect(lesson.state.end).toBe("open");
    vi.runAllTimers();
    expect(lesson.state.end).not.toBe("open");
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
  });

  test("skipping makes the board that playing makes", () => {
    const played = open(game);
    const skipped = open(game);
    while (!played.over) {
      expect(skipped.state.position).toBe(played.state.position);
      expect(skipped.selection.selected).toEqual(played.selection.selected);
      asAsked(played);
      vi.runAllTimers();
      played.next();
      skipped.next();
    }
  });
});

test("a legal move that was not asked for is seen and taken back", () => {
  const lesson = begun("delta");
  const before = lesson.state.position;
  lesson.tap("a1");
  expect(lesson.state.position).not.toBe(before);
  expect([lesson.busy, lesson.done, lesson.note?.tone]).toEqual([true, false, "neutral"]);
  vi.runAllTimers();
  expect(lesson.state.position).toBe(before);
  expect([lesson.busy, lesson.done, lesson.note?.tone]).toEqual([false, false, "neutral"]);
  lesson.tap("c3");
  expect(lesson.done).toBe(true);
});

test("a touch that leads nowhere says why and changes nothing", () => {
  const lesson = begun("kulami");
  lesson.tap("d4");
  vi.runAllTimers();
  lesson.next();
  const before = lesson.state.position;
  lesson.tap("a1");
  expect([lesson.selection.refused, lesson.note?.tone, lesson.done]).toEqual(["a1", "why", false]);
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

test("another language keeps the step, the board, the selection and the note, in other words", async () => {
  vi.useRealTimers();
  const all = { en: learning, de: learningOf("de") as Record<string, Learning> };
  const lesson = new Lesson(scope, "delta", () => all[currentLanguage() as "en" | "de"]["delta"]!);
  while (lesson.step!.goal !== "move" || !lesson.step!.wanted[0]!.includes("-")) lesson.next();
  lesson.show();
  lesson.tap(lesson.selection.hint[0]!);
  const shown = () => [lesson.index, lesson.state, lesson.selection.selected, lesson.selection.hint, lesson.note];
  const said = () => [lesson.task, lesson.note!.text(), lesson.board.label];
  const [before, english] = [shown(), said()];
  await setLanguage("de");
  expect(shown()).toEqual(before);
  for (const [index, text] of said().entries()) expect(text).not.toBe(english[index]);
  await setLanguage("en");
  expect(said()).toEqual(english);
});

test("nothing happens after its page is left, and the table is closed", () => {
  const lesson = open("delta");
  const { table, moved } = lesson;
  scope.end();
  vi.runAllTimers();
  expect([table.closed, lesson.moved]).toEqual([true, moved]);
});
