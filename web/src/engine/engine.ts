/* The engine as the page sees it: one question at a time, which can be ended at once.

   With shared memory a search ends by a word it reads; its table stays. Without it, as over plain http, the worker is
   ended and another one started; what the search had reported so far is its answer. */
import engineUrl from "@wasm/engine.wasm?url";
import { CoreError } from "../core/module";
import type { Report } from "../core/types";
import type { Answer, FromWorker, ProblemQuestion, ProblemReplies, Question, ToWorker } from "./protocol";

export type { Answer } from "./protocol";

let compiled: Promise<WebAssembly.Module> | undefined;

/** Loads the engine ahead of its first question. */
export function prepareEngine(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(engineUrl));
  compiled.catch(() => (compiled = undefined));
  return compiled;
}

interface Asked {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  onReport: ((report: Report) => void) | undefined;
  last: Report | undefined;
}

export class Engine {
  #worker: Worker | undefined;
  #asked: Asked | undefined;
  #questions = 0; /* those asked or cancelled so far: the module may arrive after the question is void */
  readonly #stop = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  /** Asks; a question still open is cancelled first. Resolves with undefined when cancelled itself. */
  ask(question: Question, onReport?: (report: Report) => void): Promise<Answer | undefined>;
  ask<About extends keyof ProblemReplies>(
    question: ProblemQuestion & { about: About },
  ): Promise<ProblemReplies[About] | undefined>;
  async ask(question: Question | ProblemQuestion, onReport?: (report: Report) => void): Promise<unknown> {
    this.cancel();
    const number = this.#questions;
    const module = await prepareEngine();
    if (number !== this.#questions) return undefined;
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject, onReport, last: undefined };
      if (this.#stop) Atomics.store(this.#stop, 0, 0);
      this.#send(module, { kind: "ask", question });
    });
  }

  /** Ends the search; its question is answered with what is known so far. */
  stop(): void {
    if (!this.#asked) return;
    if (this.#stop) {
      Atomics.store(this.#stop, 0, 1);
      return;
    }
    const { resolve, last } = this.#asked;
    this.#end();
    const move = last?.lines[0]?.line[0];
    resolve(last && { ...last, ...(move !== undefined && { move }) });
  }

  /** Ends the search without an answer. */
  cancel(): void {
    this.#questions++;
    const asked = this.#asked;
    if (!asked) return;
    this.#end();
    asked.resolve(undefined);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#asked = undefined;
  }

  #send(module: WebAssembly.Module, message: ToWorker): void {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
      this.#worker.onerror = (event) => this.#fail(new Error(event.message));
      this.#worker.postMessage({ kind: "start", module, stop: this.#stop } satisfies ToWorker);
    }
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if (!this.#asked) return;
    if (message.kind === "report") {
      this.#asked.last = message.report;
      this.#asked.onReport?.(message.report);
    } else if (message.kind === "answer") {
      const { resolve } = this.#asked;
      this.#asked = undefined;
      resolve(message.answer);
    } else {
      this.#fail(new CoreError(message.fault));
    }
  }

  #fail(error: Error): void {
    const asked = this.#asked;
    this.#end();
    asked?.reject(error);
  }
}
