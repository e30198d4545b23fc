/* Tables of the server beside the engine. The server here answers when the test says so. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openBoard, TestWorker } from "./support/page";
import { Scope } from "../../src/app/scope";
import { settings } from "../../src/app/settings";
import { Study } from "../../src/study/study";
import { needStudyWords } from "../../src/study/words";

const SPEC = "delta:size=4,pawns=4";
const RECORD = `[Game "${SPEC}"]\n\n1. b2 c3 none\n`;

const { fetch } = globalThis;
let scope: Scope;
let answers: ((data: unknown) => void)[]; /* to what was asked, in order */

beforeEach(async () => {
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    if (!address.startsWith("/api/")) return fetch(address, init);
    return new Promise((resolve, reject) => {
      answers.push((data) => resolve(Response.json(data)));
      init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    });
  });
  answers = [];
  scope = new Scope();
  await openBoard();
  await settings.start();
  await needStudyWords();
});
afterEach(() => {
  scope.end();
  TestWorker.reset();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a slow server stalls neither analysis nor threats, and the analysis rests when it answers", async () => {
  localStorage.setItem("ascona.study-threats", "true");
  const study = new Study(scope, RECORD, 3);
  const { analyst, explorer, threats } = study;
  await vi.waitFor(() => expect(analyst.analysis?.solved).toBe(false), 10_000);
  await vi.waitFor(() => expect(threats.threat).toBeDefined(), 10_000);
  answers[0]!({ games: [SPEC] });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  analyst.deepen();
  expect(analyst.isRunning).toBe(true);
  const values = study.now.steps.map(({ move }) => ({ move, kind: "exact", value: -6, plies: 9 }));
  answers[1]!({ player: 1, moves: values });
  await vi.waitFor(() => expect(explorer.solved).toBe(true));
  expect([analyst.isRunning, analyst.analysis?.solved, analyst.shown[0]?.value]).toEqual([false, true, -6]);
  await TestWorker.idle();
  expect(analyst.analysis?.solved).toBe(true);
});

test("a server that takes too long counts as one without tables", async () => {
  vi.resetModules();
  const { probe } = await import("../../src/study/explorer/tables");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const found = probe(SPEC, "", scope);
  vi.advanceTimersByTime(5000);
  expect(await found).toBeUndefined();
});
