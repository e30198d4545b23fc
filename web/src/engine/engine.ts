/* The engine as the page sees it: one worker with one table for the whole page, which answers one question at a time. Who
   has work that can be shared has more of them, each with a table of its own.

   Whoever asks has an Engine of his own and can end his question at once. A question of somebody else ends the one that
   is open. With shared memory a search ends by a word it reads: the number of the last question that is over. Its worker
   and its table stay. Without it, as over plain http, the worker is ended and another one started; what the search had
   reported so far is its answer. A worker that crashed is started anew and asked once more. When nobody has an engine
   any more, the worker ends after a while. */
import engineUrl from "@wasm/engine.wasm?url";
import { CoreError } from "../core/module";
import type { Analysis, Explored, Report, Review, ReviewShare, Threat } from "../core/types";
import type {
  Answer,
  AnyQuestion,
  AnyReport,
  ExploreQuestion,
  FromWorker,
  ProblemQuestion,
  ProblemReplies,
  Question,
  ReviewPlyQuestion,
  ReviewQuestion,
  StudyQuestion,
  ThreatQuestion,
  ToWorker,
} from "./protocol";

export type { Answer } from "./protocol";

let compiled: Promise<WebAssembly.Module> | undefined;

/** Loads the engine ahead of its first question. */
export function prepareEngine(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(engineUrl));
  compiled.catch(() => (compiled = undefined));
  return compiled;
}

interface Asked {
  by: Engine;
  number: number;
  question: AnyQuestion;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  onReport: ((report: never) => void) | undefined;
  last: AnyReport | undefined;
  /** It brought a worker down once. */
  again: boolean;
}

const IDLE = 20_000; /* milliseconds a worker waits for somebody with a question */

/** A worker, and the question it works on. */
class Workshop {
  readonly #stop = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  readonly #users = new Set<Engine>();
  #worker: Worker | undefined;
  #asked: Asked | undefined;
  #numbers = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;

  enter(user: Engine): void {
    clearTimeout(this.#idle);
    this.#users.add(user);
  }

  leave(user: Engine): void {
    this.cancel(user);
    if (this.#users.delete(user) && this.#users.size === 0) this.#idle = setTimeout(() => this.#end(), IDLE);
  }

  ask(module: WebAssembly.Module, asked: Omit<Asked, "number" | "last" | "again">): void {
    if (this.#asked) this.cancel(this.#asked.by);
    this.#asked = { ...asked, number: ++this.#numbers, last: undefined, again: false };
    this.#send(module);
  }

  /** The question is answered with what is known so far. */
  stop(user: Engine): void {
    const asked = this.#asked;
    if (asked?.by !== user) return;
    if (this.#stop) return void Atomics.store(this.#stop, 0, asked.number);
    this.#end();
    const move = asked.last && "lines" in asked.last ? asked.last.lines[0]?.line[0] : undefined;
    asked.resolve(asked.last && { ...asked.last, ...(move !== undefined && { move }) });
  }

  /** The question is answered with nothing. */
  cancel(user: Engine): void {
    const asked = this.#asked;
    if (asked?.by !== user) return;
    if (this.#stop) Atomics.store(this.#stop, 0, asked.number);
    else this.#end();
    this.#asked = undefined;
    asked.resolve(undefined);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#asked = undefined;
  }

  #send(module: WebAssembly.Module): void {
    const { number, question } = this.#asked!;
    const worker = (this.#worker ??= this.#start(module));
    worker.postMessage({ kind: "ask", number, question } satisfies ToWorker);
  }

  #start(module: WebAssembly.Module): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => worker === this.#worker && this.#hear(module, data);
    worker.onerror = (event) => worker === this.#worker && this.#crashed(module, event.message);
    worker.postMessage({ kind: "start", module, stop: this.#stop } satisfies ToWorker);
    return worker;
  }

  #hear(module: WebAssembly.Module, message: FromWorker): void {
    if (message.kind === "crash") return this.#crashed(module, message.reason);
    const asked = this.#asked;
    if (message.number !== asked?.number) return; /* of a question that is over */
    if (message.kind === "report") {
      asked.last = message.report;
      asked.onReport?.(message.report as never);
      return;
    }
    this.#asked = undefined;
    if (message.kind === "answer") asked.resolve(message.answer);
    else asked.reject(new CoreError(message.fault));
  }

  #crashed(module: WebAssembly.Module, reason: string): void {
    const asked = this.#asked;
    this.#end();
    if (!asked) return;
    if (asked.again) return asked.reject(new Error(reason));
    this.#asked = { ...asked, again: true };
    this.#send(module);
  }
}

const workshops: Workshop[] = [];

/** How many workers are of use to those who share their work. */
export const enginesAtOnce = (): number => Math.min(4, navigator.hardwareConcurrency || 1);

export class Engine {
  readonly #workshop: Workshop;
  #questions = 0; /* those asked or cancelled so far: the module may arrive after the question is void */
  #closed = false;

  /** By the worker that everybody has, or one of those for work that is shared, from 1 on. */
  constructor(place = 0) {
    this.#workshop = workshops[place] ??= new Workshop();
  }

  /** Asks; a question still open is cancelled first. Resolves with undefined when cancelled itself. */
  ask(question: Question, onReport?: (report: Report) => void): Promise<Answer | undefined>;
  ask<About extends keyof ProblemReplies>(
    question: ProblemQuestion & { about: About },
  ): Promise<ProblemReplies[About] | undefined>;
  ask(question: StudyQuestion, onReport: (report: Analysis) => void): Promise<Analysis | undefined>;
  ask(question: ExploreQuestion, onReport: (report: Explored) => void): Promise<Explored | undefined>;
  ask(question: ThreatQuestion): Promise<Threat | undefined>;
  ask(question: ReviewQuestion): Promise<Review | undefined>;
  ask(question: ReviewPlyQuestion, onReport: (report: Review) => void): Promise<ReviewShare | undefined>;
  async ask(question: AnyQuestion, onReport?: (report: never) => void): Promise<unknown> {
    this.cancel();
    if (this.#closed) return undefined;
    this.#workshop.enter(this);
    const number = this.#questions;
    const module = await prepareEngine();
    if (number !== this.#questions) return undefined;
    return new Promise((resolve, reject) =>
      this.#workshop.ask(module, { by: this, question, resolve, reject, onReport }),
    );
  }

  /** Ends the search; its question is answered with what is known so far. */
  stop(): void {
    this.#workshop.stop(this);
  }

  /** Ends the search without an answer. */
  cancel(): void {
    this.#questions++;
    this.#workshop.cancel(this);
  }

  /** Nobody asks here any more; who does is told nothing. */
  close(): void {
    this.#closed = true;
    this.#questions++;
    this.#workshop.leave(this);
  }
}
