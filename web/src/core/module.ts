/* A WebAssembly module of the core: instantiating it, and calling an export with strings and numbers.

   An export that answers with text gives one JSON object. {"error": …} becomes a CoreError. */
import type { Answers, Fault, Numbers } from "./types";

export type { Fault };

/** What the core refused, with the reason for people where it has one. */
export class CoreError extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
    this.name = "CoreError";
  }
}

/** What a module may ask of its host; see src/wasm/host.h. */
export interface Host {
  stopped?: () => boolean;
  report?: (json: string) => void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Export = (...args: number[]) => number;

export class CoreModule {
  readonly #exports: Record<string, Export>;
  readonly #memory: WebAssembly.Memory;

  private constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Record<string, Export>;
    this.#memory = instance.exports["memory"] as WebAssembly.Memory;
  }

  static async open(module: WebAssembly.Module, host: Host = {}): Promise<CoreModule> {
    let core: CoreModule | undefined;
    const memory = () => core!.#memory.buffer;
    const instance = await WebAssembly.instantiate(module, imports(memory, host));
    core = new CoreModule(instance);
    core.#exports["_initialize"]!();
    return core;
  }

  /** Calls an export that answers with a number. */
  number<Name extends keyof Numbers>(name: Name, ...args: Parameters<Numbers[Name]>): number {
    return this.#call(name, args);
  }

  /** Calls an export that answers with JSON. */
  ask<Name extends keyof Answers>(name: Name, ...args: Parameters<Answers[Name]>): ReturnType<Answers[Name]> {
    const at = this.#call(name, args); /* which may move the memory */
    const reply = JSON.parse(textAt(this.#memory.buffer, at)) as { error?: Fault };
    if (reply.error) throw new CoreError(reply.error);
    return reply as ReturnType<Answers[Name]>;
  }

  #call(name: string, args: (string | number)[]): number {
    const taken: number[] = [];
    const values = args.map((arg) => {
      if (typeof arg === "number") return arg;
      const at = this.#write(arg);
      taken.push(at);
      return at;
    });
    try {
      return this.#exports[name]!(...values);
    } finally {
      for (const at of taken) this.#exports["release"]!(at);
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
