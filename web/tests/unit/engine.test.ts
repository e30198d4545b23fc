/* The engine service with real workers: which question is worked on when, and how it ends. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TestWorker } from "./support/page";
import type { engine as EngineService, Priority } from "../../src/engine/engine";
import type { Question } from "../../src/engine/protocol";

const start = { spec: "delta", position: "", moves: [] };
const move: Question = { kind: "choose", game: start, level: 1, seed: 1 };
const LONG = 600_000; /* ms: nobody waits for that */
const endless: Question = { kind: "analyse", game: { ...start, spec: "circle-delta" }, lines: 2, milliseconds: LONG };
const short: Question = { ...endless, milliseconds: 50 };
const threat: Question = { kind: "threat", game: start, milliseconds: 50 };
const explore: Question = { kind: "explore", game: start, milliseconds: 50 };

let engine: typeof EngineService;

/** A page on a machine with so many cores. */
async function load(cores: number): Promise<void> {
  vi.stubGlobal("navigator", { hardwareConcurrency: cores });
  vi.resetModules();
  ({ engine } = await import("../../src/engine/engine"));
}

/** Asks, and counts the reports. */
function ask<Q extends Question>(question: Q, priority: Priority, signal?: AbortSignal) {
  const { promise, resolve } = deferred();
  return { ...engine.run(question, { priority, signal, onReport: () => resolve() }), reported: promise };
}

function deferred(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  return { promise: new Promise<void>((done) => (resolve = done)), resolve: () => resolve() };
}

const tick = () => new Promise((done) => setTimeout(done));
const busyWorker = () => [...TestWorker.alive].find(({ isBusy }) => isBusy)!;

afterEach(() => {
  TestWorker.reset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([
  ["with shared memory", true],
  ["without shared memory", false],
])("%s", (_, isolated) => {
  beforeEach(async () => {
    vi.stubGlobal("crossOriginIsolated", isolated);
    await load(1);
    await engine.prepare();
  });

  test("an answer comes, and reports before it", async () => {
    const run = ask(short, "analysis");
    await run.reported;
    expect((await run.answer)?.lines).toHaveLength(2);
  });

  test("the most urgent question goes first, and of two the earlier one", async () => {
    TestWorker.pause();
    const order: string[] = [];
    const questions: [Question, Priority][] = [
      [move, "move"],
      [explore, "explorer"],
      [short, "analysis"],
      [threat, "threats"],
      [short, "hint"],
      [move, "hint"],
    ];
    const answers: Promise<unknown>[] = [];
    for (const [question, priority] of questions) {
      const { answer } = ask(question, priority);
      answers.push(answer.then(() => order.push(`${priority} ${question.kind}`)));
      await tick();
    }
    TestWorker.resume();
    await Promise.all(answers);
    expect(order).toEqual([
      "move choose",
      "hint analyse",
      "hint choose",
      "threats threat",
      "analysis analyse",
      "explorer explore",
    ]);
    expect(TestWorker.asked).toHaveLength(questions.length); /* none was started too early */
  });

  test("a more urgent question interrupts one that is started again afterwards", async () => {
    const analysis = ask(endless, "analysis");
    await analysis.reported;
    expect((await ask(move, "move").answer)?.move).toMatch(/^[a-e][1-5]$/);
    expect(TestWorker.asked).toEqual(["analyse", "choose", "analyse"]);
    const later = ask(explore, "explorer");
    analysis.finish();
    expect((await analysis.answer)?.lines.length).toBeGreaterThan(0);
    expect((await later.answer)?.rows.length).toBeGreaterThan(0);
    expect(TestWorker.asked).toEqual(["analyse", "choose", "analyse", "explore"]);
  });

  test("a question that is ended is answered with nothing, wherever it is", async () => {
    const asked = new AbortController();
    const waiting = new AbortController();
    const running = ask(endless, "analysis", asked.signal);
    const queued = ask(endless, "explorer", waiting.signal);
    const last = ask(move, "review");
    expect(await ask(move, "move", AbortSignal.abort()).answer).toBeUndefined();
    await running.reported;
    waiting.abort();
    expect(await queued.answer).toBeUndefined();
    asked.abort();
    expect(await running.answer).toBeUndefined();
    expect((await last.answer)?.move).toBeDefined();
    expect(TestWorker.asked).toEqual(["analyse", "choose"]);
  });

  test("a question that is finished is answered with what is known", async () => {
    const running = ask(endless, "analysis");
    const queued = ask(endless, "analysis");
    const last = ask(move, "review");
    await running.reported;
    queued.finish();
    expect(await queued.answer).toBeUndefined();
    running.finish();
    const { lines } = (await running.answer)!;
    expect(lines[0]!.line.length).toBeGreaterThan(0);
    expect((await last.answer)?.move).toBeDefined();
  });

  test("a question that went back into the queue is finished with what was known", async () => {
    const analysis = ask(endless, "analysis");
    await analysis.reported;
    const hint = ask(endless, "hint");
    await hint.reported;
    analysis.finish();
    expect((await analysis.answer)?.lines.length).toBeGreaterThan(0);
    hint.finish();
    await hint.answer;
    expect(TestWorker.asked).toEqual(["analyse", "analyse"]);
  });

  test("finishing counts, even if something more urgent comes first", async () => {
    const run = ask(endless, "analysis");
    await run.reported;
    run.finish();
    await ask(move, "move").answer;
    expect((await run.answer)?.lines.length).toBeGreaterThan(0);
  });

  test("a worker that crashes is started again, and asked once more", async () => {
    const run = ask(endless, "analysis");
    await run.reported;
    busyWorker().crash("out of memory");
    expect([TestWorker.asked, TestWorker.alive.size]).toEqual([["analyse", "analyse"], 1]);
    run.finish();
    expect((await run.answer)?.lines.length).toBeGreaterThan(0);
    expect((await ask(move, "move").answer)?.move).toBeDefined();
  });

  test("a question that crashes workers is given up, and the next one is answered", async () => {
    const run = ask({ ...endless, game: undefined! }, "analysis");
    const next = ask(move, "review");
    await expect(run.answer).rejects.toThrow("Cannot");
    expect((await next.answer)?.move).toBeDefined();
    expect(TestWorker.asked).toEqual(["analyse", "analyse", "choose"]);
  });

  test("what the core rejects is not asked again", async () => {
    const run = ask({ ...move, game: { ...start, position: "?" } }, "move");
    await expect(run.answer).rejects.toMatchObject({ name: "CoreError" });
    expect((await ask(move, "move").answer)?.move).toBeDefined();
    expect(TestWorker.asked).toEqual(["choose", "choose"]);
  });

  test("a worker that has nothing to do ends after a while", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await ask(move, "move").answer;
    vi.advanceTimersByTime(19_000);
    expect(TestWorker.alive.size).toBe(1);
    await ask(move, "move").answer;
    vi.advanceTimersByTime(19_000);
    expect(TestWorker.alive.size).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(TestWorker.alive.size).toBe(0);
    expect((await ask(move, "move").answer)?.move).toBeDefined();
  });

  test("a worker with a long question does not end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await ask(move, "move").answer;
    const run = ask(endless, "analysis");
    await run.reported;
    vi.advanceTimersByTime(60_000);
    expect([TestWorker.alive.size, busyWorker() !== undefined]).toEqual([1, true]);
    run.finish();
    await run.answer;
  });
});

test("there are as many workers as cores, at most four", async () => {
  for (const [cores, workers] of [
    [2, 2],
    [64, 4],
  ]) {
    TestWorker.reset();
    await load(cores!);
    TestWorker.pause();
    await engine.prepare();
    const runs = Array.from({ length: 6 }, (_, share) => ask({ ...short, shares: 6, share }, "analysis"));
    await tick();
    expect(TestWorker.alive.size).toBe(workers);
    TestWorker.resume();
    await Promise.all(runs.map(({ answer }) => answer));
    expect(TestWorker.alive.size).toBe(workers);
  }
});

test("a review sends its record once, and then what is new", async () => {
  await load(1);
  const record = '[Game "delta"]\n\n1. c3 d3 2. c3-a3 c3\n';
  const found: string[] = [];
  const ply = async (back: number) =>
    found.push((await ask({ kind: "review-ply", record, found, back }, "review").answer)!.found);
  for (const back of [0, 1]) await ply(back);
  await ask(move, "move").answer;
  await ply(2);
  expect(TestWorker.sent.filter(({ kind }) => kind === "review")).toEqual([
    { kind: "review", record, found: [] },
    { kind: "review", found: [found[0]] },
    { kind: "review", found: [found[1]] },
  ]);
  [...TestWorker.alive][0]!.crash("out of memory");
  await ply(3);
  expect(TestWorker.sent.at(-2)).toEqual({ kind: "review", record, found: found.slice(0, 3) });
  const whole = await ask({ kind: "review", record, found }, "review").answer;
  expect(whole?.turns).toHaveLength(4);
  const other = found.toReversed(); /* of another review of the game */
  await ask({ kind: "review", record, found: other }, "review").answer;
  expect(TestWorker.sent.at(-2)).toEqual({ kind: "review", record, found: other });
});

test("an engine that can't be loaded is loaded again for the next question", async () => {
  await load(1);
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const lost = [ask(move, "move"), ask(short, "hint")].map(({ answer }) => answer);
  for (const answer of lost) await expect(answer).rejects.toThrow("Failed to fetch");
  vi.stubGlobal("fetch", fetch);
  expect((await ask(move, "move").answer)?.move).toBeDefined();
  expect(TestWorker.asked).toEqual(["choose"]);
});
