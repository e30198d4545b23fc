/* What a page has and happy-dom has not: the modules of the core by their addresses, and workers.

   Import it for its effect. The workers are threads that run the real src/engine/worker.ts with the real engine.wasm. A
   test can pause them, and look at what happens meanwhile. There is no network and no IndexedDB: the page works from
   memory, as in a private window. */
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { Worker as Thread } from "node:worker_threads";
import { rolldown } from "rolldown";
import { openCore } from "../../../src/core/table";
import type { FromWorker, ToWorker } from "../../../src/engine/protocol";

const modules = resolve(import.meta.dirname, process.env["ASCONA_WASM"] ?? "../../../../build/wasm");

/** Compiles a module, such as "engine.wasm". */
export const compile = (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(join(modules, name)));

/* As our server has it: pages may share memory with their workers. */
globalThis.crossOriginIsolated = true;

/** Opens the core with all games, which can also read records. */
export const openBoard = async (): Promise<void> => openCore(await compile("board.wasm"));

globalThis.fetch = async (address) => {
  const url = String(address);
  if (!url.endsWith(".wasm")) throw new TypeError(`no network in a test: ${url}`);
  return new Response(readFileSync(join(modules, basename(url))));
};
WebAssembly.compileStreaming = async (response) => WebAssembly.compile(await (await response).arrayBuffer());

const bundle = await rolldown({ input: resolve(import.meta.dirname, "../../../src/engine/worker.ts") });
const { output } = await bundle.generate({ format: "iife" });
const program = `
  const { parentPort } = require("node:worker_threads");
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
  ${output[0].code}`;

/** A worker of the engine. */
export class TestWorker {
  /** Those that were started and not ended. */
  static readonly alive = new Set<TestWorker>();
  /** What they were sent since the last reset(), in order. */
  static readonly sent: ToWorker[] = [];
  static #isPaused = false;

  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly #thread = new Thread(program, { eval: true });
  #waiting: ToWorker[] = [];
  #unanswered = 0;

  constructor() {
    TestWorker.alive.add(this);
    this.#thread.unref();
    this.#thread.on("message", (data: FromWorker) => {
      if (data.kind !== "report") this.#unanswered--;
      this.onmessage?.({ data } as MessageEvent<FromWorker>);
    });
    this.#thread.on("error", ({ message }) => this.crash(message));
  }

  postMessage(message: ToWorker): void {
    TestWorker.sent.push(message);
    if (message.kind === "ask") this.#unanswered++;
    if (TestWorker.#isPaused) this.#waiting.push(message);
    else this.#thread.postMessage(message);
  }

  terminate(): void {
    TestWorker.alive.delete(this);
    this.onmessage = null;
    void this.#thread.terminate();
  }

  /** Ends it as a browser that has no memory left. */
  crash(message: string): void {
    this.terminate();
    this.onerror?.({ message } as ErrorEvent);
  }

  get isBusy(): boolean {
    return this.#unanswered > 0;
  }

  /** The kinds of the questions that were sent. */
  static get asked(): string[] {
    return TestWorker.sent.flatMap((message) => (message.kind === "ask" ? [message.question.kind] : []));
  }

  /** Ends all of them. */
  static reset(): void {
    TestWorker.resume();
    TestWorker.sent.length = 0;
    for (const worker of [...TestWorker.alive]) worker.terminate();
  }

  /** Until resume() no worker hears anything. */
  static pause(): void {
    TestWorker.#isPaused = true;
  }

  static resume(): void {
    TestWorker.#isPaused = false;
    for (const worker of TestWorker.alive)
      for (const message of worker.#waiting.splice(0)) worker.#thread.postMessage(message);
  }

  /** Waits until every worker that is not paused has answered. */
  static async idle(): Promise<void> {
    while (!TestWorker.#isPaused && [...TestWorker.alive].some(({ isBusy }) => isBusy))
      await new Promise<void>((done) => setImmediate(done));
  }
}

globalThis.Worker = TestWorker as unknown as typeof Worker;
