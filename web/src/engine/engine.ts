/* The engine service: answers questions about games in Web Workers, each with an engine and a hash table of its own.

   A question waits until a worker is free. If none is, the least urgent question of those that are worked on goes back into
   the queue and is started again later. With shared memory a search ends by a word that it reads: its worker and its table
   stay. Without it, as over plain http, the worker is ended and another one started. A worker that crashed is started
   again, and its question is asked once more. A worker without a question ends after a while. */
import engineUrl from "@wasm/engine.wasm?url";
import { CoreError } from "../core/module";
import type { AnswerTo, FromWorker, Question, ReportOn, ToWorker } from "./protocol";

/** The most urgent first. A threat takes half a second and an analysis a minute, so the threat does not wait. */
const PRIORITIES = ["move", "hint", "threats", "analysis", "explorer", "review"] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface RunOptions<Report> {
  priority: Priority;
  /** Ends the question: it is answered with undefined. */
  signal?: AbortSignal | undefined;
  onReport?: ((report: Report) => void) | undefined;
}

export interface Run<Answer> {
  /** Undefined if the question was ended, or finished before anything was known. Rejects if the engine can't be had. */
  readonly answer: Promise<Answer | undefined>;
  /** Answers at once with what is known. */
  finish(): void;
}

/* A question on its way to an answer. */
interface Task {
  question: Question;
  rank: number /* of its priority; the lowest goes first */;
  lane: string /* questions of one lane build on the same hash table */;
  onReport: ((report: never) => void) | undefined;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  report: unknown /* the last one */;
  hasCrashed: boolean /* it brought a worker down once */;
  isFinished: boolean /* nobody waits for more than is known */;
}

function answerWithReport({ report, resolve }: Task): void {
  const known = report as { lines?: { line: string[] }[] } | undefined;
  resolve(known && { ...known, move: known.lines?.[0]?.line[0] });
}

const IDLE_TIME = 20_000; /* ms a worker waits for a question */
const WORKERS_MAX = 4;

/** How many questions are worked on at once. */
export const workerCount = (): number => Math.min(WORKERS_MAX, navigator.hardwareConcurrency || 1);

/* Phones, held upright or sideways. */
const SMALL = "(pointer: coarse) and (max-width: 900px), (pointer: coarse) and (max-height: 500px)";

/* Of the hash table of each worker. */
const megabytes = () => (matchMedia(SMALL).matches ? 16 : 64);

/* A worker and the task that it works on. */
class EngineWorker {
  readonly #stop = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  readonly #module: WebAssembly.Module;
  readonly #onFree: () => void;
  #worker: Worker | undefined;
  #numbers = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #record: string | undefined; /* the worker has it … */
  #found: readonly string[] = []; /* … and of the lines that were found of it … */
  #foundCount = 0; /* … the first so many */
  task: Task | undefined;
  lane = ""; /* of the last task */

  constructor(module: WebAssembly.Module, onFree: () => void) {
    this.#module = module;
    this.#onFree = onFree;
  }

  start(task: Task): void {
    clearTimeout(this.#idle);
    this.task = task;
    this.lane = task.lane;
    this.#send(task.question);
  }

  /** Gives the task up. */
  interrupt(): Task | undefined {
    const { task } = this;
    if (this.#stop) Atomics.store(this.#stop, 0, this.#numbers);
    else if (task) this.#end();
    this.task = undefined;
    this.#rest();
    return task;
  }

  /** Answers the task with what is known. */
  finish(): void {
    if (this.task) this.task.isFinished = true;
    if (this.#stop) return void Atomics.store(this.#stop, 0, this.#numbers);
    const task = this.interrupt();
    if (task) answerWithReport(task);
    this.#onFree();
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), IDLE_TIME);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = this.#record = undefined;
  }

  #send(question: Question): void {
    const worker = (this.#worker ??= this.#open());
    const post = (message: ToWorker) => worker.postMessage(message);
    if (question.kind !== "review" && question.kind !== "review-ply")
      return post({ kind: "ask", number: ++this.#numbers, question });
    const { record, found } = question;
    /* Another review of the same record may have found its lines in another order. */
    const isKnown = record === this.#record && found === this.#found;
    post({ kind: "review", ...(!isKnown && { record }), found: found.slice(isKnown ? this.#foundCount : 0) });
    this.#record = record;
    this.#found = found;
    this.#foundCount = found.length;
    post({ kind: "ask", number: ++this.#numbers, question: { ...question, record: "", found: [] } });
  }

  #open(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => worker === this.#worker && this.#hear(data);
    worker.onerror = (event) => worker === this.#worker && this.#crashed(event.message);
    worker.postMessage({
      kind: "start",
      module: this.#module,
      stop: this.#stop,
      megabytes: megabytes(),
    } satisfies ToWorker);
    return worker;
  }

  #hear(message: FromWorker): void {
    if (message.kind === "crash") return this.#crashed(message.reason);
    const { task } = this;
    if (!task || message.number !== this.#numbers) return; /* of a question that is over */
    if (message.kind === "report") {
      task.report = message.report;
      task.onReport?.(message.report as never);
      return;
    }
    this.task = undefined;
    if (message.kind === "answer") task.resolve(message.answer);
    else task.reject(new CoreError(message.fault));
    this.#rest();
    this.#onFree();
  }

  #crashed(reason: string): void {
    const { task } = this;
    this.#end();
    if (!task) return;
    if (!task.hasCrashed && !task.isFinished) {
      task.hasCrashed = true;
      return this.#send(task.question);
    }
    this.task = undefined;
    if (task.isFinished) answerWithReport(task);
    else task.reject(new Error(reason));
    this.#onFree();
  }
}

class EngineService {
  #module: Promise<WebAssembly.Module> | undefined;
  #workers: EngineWorker[] = [];
  #queue: Task[] = [];

  /** Loads the engine ahead of its first question. */
  prepare(): Promise<WebAssembly.Module> {
    this.#module ??= WebAssembly.compileStreaming(fetch(engineUrl)).catch((error: unknown) => {
      this.#module = undefined;
      throw error;
    });
    return this.#module;
  }

  run<Q extends Question>(question: Q, options: RunOptions<ReportOn<Q>>): Run<AnswerTo<Q>> {
    const { priority, signal, onReport } = options;
    const share = "share" in question ? question.share : 0;
    const task: Task = {
      question,
      rank: PRIORITIES.indexOf(priority),
      lane: `${priority} ${share}`,
      onReport,
      resolve: () => {},
      reject: () => {},
      report: undefined,
      hasCrashed: false,
      isFinished: false,
    };
    const answer = new Promise((resolve, reject) => Object.assign(task, { resolve, reject }));
    this.#add(task, answer, signal);
    return { answer: answer as Promise<AnswerTo<Q> | undefined>, finish: () => this.#finish(task) };
  }

  #add(task: Task, answer: Promise<unknown>, signal: AbortSignal | undefined): void {
    if (signal?.aborted) return task.resolve(undefined);
    const end = () => this.#end(task);
    const forget = () => signal?.removeEventListener("abort", end);
    signal?.addEventListener("abort", end);
    answer.then(forget, forget);
    this.#queue.push(task);
    this.prepare().then(
      (module) => this.#schedule(module),
      (error: unknown) => this.#fail(task, error),
    );
  }

  /* Starts what can be worked on, the most urgent first. */
  #schedule(module: WebAssembly.Module): void {
    this.#queue.sort((one, other) => one.rank - other.rank);
    for (let task = this.#queue[0]; task; task = this.#queue[0]) {
      const worker = this.#workerFor(task, module);
      if (!worker) return;
      this.#queue.shift();
      const given = worker.task && worker.interrupt();
      if (given?.isFinished) answerWithReport(given);
      else if (given) this.#queue.push(given);
      worker.start(task);
      this.#queue.sort((one, other) => one.rank - other.rank);
    }
  }

  /* A free worker, best the one whose table knows the position; else that with the least urgent task. */
  #workerFor({ rank, lane }: Task, module: WebAssembly.Module): EngineWorker | undefined {
    const free = this.#workers.filter(({ task }) => !task);
    if (free.length > 0) return free.find((worker) => worker.lane === lane) ?? free[0];
    if (this.#workers.length < workerCount()) {
      const worker = new EngineWorker(module, () => this.#schedule(module));
      this.#workers.push(worker);
      return worker;
    }
    const [last] = [...this.#workers].sort((one, other) => other.task!.rank - one.task!.rank);
    return last && last.task!.rank > rank ? last : undefined;
  }

  #workerOf(task: Task): EngineWorker | undefined {
    return this.#workers.find((worker) => worker.task === task);
  }

  #finish(task: Task): void {
    const worker = this.#workerOf(task);
    if (worker) return worker.finish();
    this.#unqueue(task);
    answerWithReport(task); /* it was started before, if there is a report */
  }

  #unqueue(task: Task): void {
    this.#queue = this.#queue.filter((each) => each !== task);
  }

  #end(task: Task): void {
    this.#unqueue(task);
    const worker = this.#workerOf(task);
    worker?.interrupt();
    task.resolve(undefined);
    if (worker) void this.#module?.then((module) => this.#schedule(module));
  }

  #fail(task: Task, error: unknown): void {
    this.#unqueue(task);
    task.reject(error as Error);
  }
}

export const engine = new EngineService();
