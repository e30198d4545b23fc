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
