/* A WebAssembly module of the core: instantiating it, and calling an export with strings and numbers.

   An export that answers with text gives one JSON object. {"error": …} becomes a CoreError. A module that traps has lost its
   memory: it is started anew, whoever holds something in it puts that back, and the call is made once more. */
import type { Answers, Fault, Numbers } from "./types";

export type { Fault };

/** What the core refused, with the reason for people where it has one. */
export class CoreError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
    this.name = "CoreError";
  }
}

/** What a module may ask of its host; see src/wasm/imports.h. */
export interface Host {
  stopped?: () => boolean;
  report?: (json: string) => void;
  /** The module was started anew: what was in it is to be put back. Without this a trap is the caller's. */
  restarted?: () => void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Export = (...args: number[]) => number;

export class CoreModule {
  #module: WebAssembly.Module;
  readonly #host: Host;
  #exports!: Record<string, Export>;
  #memory!: WebAssembly.Memory;
  #trapped = false;
  #reviving = false;

  private constructor(module: WebAssembly.Module, host: Host) {
    this.#module = module;
    this.#host = host;
  }

  static async open(module: WebAssembly.Module, host: Host = {}): Promise<CoreModule> {
    const core = new CoreModule(module, host);
    core.#use(await WebAssembly.instantiate(module, core.#imports));
    return core;
  }

  get #imports(): WebAssembly.Imports {
    return imports(() => this.#memory.buffer, this.#host);
  }

  #use(instance: WebAssembly.Instance): void {
    this.#exports = instance.exports as unknown as Record<string, Export>;
    this.#memory = instance.exports["memory"] as WebAssembly.Memory;
    this.#exports["_initialize"]!();
  }

  /** Goes over to another module, with what is held in this one. */
  async change(module: WebAssembly.Module): Promise<void> {
    const instance = await WebAssembly.instantiate(module, this.#imports);
    this.#module = module;
    this.#restart(instance);
  }

  #restart(instance?: WebAssembly.Instance): void {
    this.#reviving = true;
    try {
      do {
        this.#trapped = false;
        this.#use(instance ?? new WebAssembly.Instance(this.#module, this.#imports));
        this.#host.restarted!();
        instance = undefined;
      } while (this.#trapped); /* by something that was put back, and will not be again */
    } finally {
      this.#reviving = false;
    }
  }

  /** Calls an export that answers with a number. */
  number<Name extends keyof Numbers>(name: Name, ...args: Parameters<Numbers[Name]>): number {
    return this.#insist(name, args);
  }

  /** Calls an export that answers with JSON. */
  ask<Name extends keyof Answers>(name: Name, ...args: Parameters<Answers[Name]>): ReturnType<Answers[Name]> {
    const at = this.#insist(name, args); /* which may move the memory */
    const reply = JSON.parse(textAt(this.#memory.buffer, at)) as { error?: Fault };
    if (reply.error) throw new CoreError(reply.error);
    return reply as ReturnType<Answers[Name]>;
  }

  #insist(name: string, args: (string | number)[]): number {
    if (this.#reviving || !this.#host.restarted) return this.#call(name, args);
    for (let tries = 0; ; tries++) {
      if (this.#trapped) this.#restart();
      try {
        return this.#call(name, args);
      } catch (error) {
        if (!this.#trapped || tries > 0) throw error;
      }
    }
  }

  #call(name: string, args: (string | number)[]): number {
    const taken: number[] = [];
    const passed = (arg: string | number) => {
      if (typeof arg === "number") return arg;
      const at = this.#write(arg);
      taken.push(at);
      return at;
    };
    if (!this.#exports[name]) throw new Error(`${name} is not in this module`);
    try {
      return this.#exports[name]!(...args.map(passed));
    } catch (error) {
      if (!(error instanceof CoreError)) this.#trapped = true;
      throw error;
    } finally {
      if (!this.#trapped) for (const at of taken) this.#exports["release"]!(at);
    }
  }

  #write(text: string): number {
    const bytes = encoder.encode(text);
    const at = this.#exports["alloc"]!(bytes.length + 1);
    if (at === 0) throw new CoreError({ code: -4, reason: "out of memory" });
    const memory = new Uint8Array(this.#memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return at;
  }
}

function textAt(buffer: ArrayBuffer, at: number): string {
  const memory = new Uint8Array(buffer);
  return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
}

/* The few calls of WASI that its C library makes: random bytes, the time, and writing, which nothing does. */
function imports(memory: () => ArrayBuffer, host: Host): WebAssembly.Imports {
  return {
    ascona: {
      now: () => performance.now(),
      stopped: () => (host.stopped?.() ? 1 : 0),
      report: (at: number) => host.report?.(textAt(memory(), at)),
      sin: Math.sin,
      cos: Math.cos,
      asin: Math.asin,
      acos: Math.acos,
      atan2: Math.atan2,
    },
    wasi_snapshot_preview1: {
      random_get: (at: number, length: number) => {
        crypto.getRandomValues(new Uint8Array(memory(), at, length));
        return 0;
      },
      clock_time_get: (_clock: number, _precision: bigint, at: number) => {
        new DataView(memory()).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      fd_write: () => 8,
      fd_seek: () => 8,
      fd_close: () => 8,
    },
  };
}
