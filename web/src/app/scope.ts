/* A lifetime. A screen or a model has a scope; its workers, sockets, timers, listeners and effects belong to it and end
   with it. Anything that was left can be entered again: with a new scope. */
import { effect, untracked } from "@preact/signals";

export class Scope {
  readonly #controller = new AbortController();

  constructor(parent?: Scope) {
    parent?.onEnd(() => this.end(), this.signal);
  }

  /** Aborts when the scope ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get hasEnded(): boolean {
    return this.signal.aborted;
  }

  /** Runs once, when the scope ends, or now if it has ended; not if `unless` was aborted before. */
  onEnd(run: () => void, unless?: AbortSignal): void {
    if (this.hasEnded) return run();
    this.signal.addEventListener("abort", run, { once: true, ...(unless && { signal: unless }) });
  }

  /** Runs now, and whenever a signal that it read has changed. */
  effect(run: Parameters<typeof effect>[0]): void {
    if (!this.hasEnded) this.onEnd(effect(run));
  }

  /** Calls back after each change of what `read` returns, not for its first value. */
  watch<T>(read: () => T, changed: (value: T, before: T) => void): void {
    let before: T;
    let isFirst = true;
    this.effect(() => {
      const value = read();
      const last = before;
      before = value;
      if (isFirst) isFirst = false;
      else if (value !== last) untracked(() => changed(value, last));
    });
  }

  listen<Type extends keyof WindowEventMap>(
    target: EventTarget,
    types: Type | Type[],
    listener: (event: WindowEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ): void {
    for (const type of [types].flat())
      target.addEventListener(type, listener as EventListener, { ...options, signal: this.signal });
  }

  /** Returns a function that cancels it. */
  timeout(milliseconds: number, run: () => void): () => void {
    if (this.hasEnded) return () => {};
    const done = new AbortController();
    const timer = setTimeout(() => {
      done.abort();
      run();
    }, milliseconds);
    const cancel = () => {
      done.abort();
      clearTimeout(timer);
    };
    this.onEnd(cancel, done.signal);
    return cancel;
  }

  interval(milliseconds: number, run: () => void): void {
    if (this.hasEnded) return;
    const timer = setInterval(run, milliseconds);
    this.onEnd(() => clearInterval(timer));
  }

  end(): void {
    this.#controller.abort();
  }
}

/** The scope of the page itself, which never ends. */
export const pageScope = new Scope();
