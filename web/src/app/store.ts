/* A value that changes, and those who want to know. */
import { useLayoutEffect, useReducer } from "preact/hooks";

export class Store {
  readonly #listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Draws the component anew whenever the store changes; from the moment it is drawn, so that no change is missed. */
export function useStore<S extends Store>(store: S): S {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => store.subscribe(() => redraw(0)), [store]);
  return store;
}

/** The same in a task of its own, for what is large and is never asked between: who touches twice meanwhile touches the
    store, which is never behind. */
export function useStoreSoon<S extends Store>(store: S): S {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        redraw(0);
      });
    };
    const forget = store.subscribe(soon);
    return () => {
      forget();
      clearTimeout(timer);
    };
  }, [store]);
  return store;
}
