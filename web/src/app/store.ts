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

/* Calls back once, however often it was asked meanwhile; the answer ends that. */
type Later = (does: () => void) => () => void;

const inTask: Later = (does) => {
  const timer = setTimeout(does);
  return () => clearTimeout(timer);
};

/* A page that nobody sees has no frames. */
const HIDDEN = 100; /* milliseconds */

const nextFrame: Later = (does) => {
  let timer = setTimeout(() => {
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(does);
    });
    timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      does();
    }, HIDDEN);
  });
  return () => clearTimeout(timer);
};

function useStoreLater<S extends Store>(store: S, later: Later): S {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    let end: (() => void) | undefined;
    const forget = store.subscribe(() => {
      end ??= later(() => {
        end = undefined;
        redraw(0);
      });
    });
    return () => {
      forget();
      end?.();
    };
  }, [store]);
  return store;
}

/** The same in a task of its own, for what is large and is never asked between: who touches twice meanwhile touches the
    store, which is never behind. */
export const useStoreSoon = <S extends Store>(store: S): S => useStoreLater(store, inTask);

/** The same after the frame that shows what was drawn soon: neither task nor frame has to carry both. */
export const useStoreNextFrame = <S extends Store>(store: S): S => useStoreLater(store, nextFrame);
