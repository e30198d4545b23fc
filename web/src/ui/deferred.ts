/* Drawing in parts, so that a slow phone answers a touch soon: the board in a task of its own, what stands around it
   after the frame that shows the board. */
import type { ComponentChildren, FunctionComponent, VNode } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { Scope } from "../app/scope";

/* Calls back once; returns what cancels it. */
type Defer = (run: () => void) => () => void;

const inTask: Defer = (run) => {
  const timer = setTimeout(run);
  return () => clearTimeout(timer);
};

const HIDDEN = 100; /* ms; a hidden page has no frames */

const afterFrame: Defer = (run) => {
  let frame = 0;
  let timer = setTimeout(() => {
    frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(run);
    });
    timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      run();
    }, HIDDEN);
  });
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
};

/* Runs `read` and draws the component again, not at once, after something that it read has changed. */
function useDeferred<T>(read: () => T, defer: Defer): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const own = useRef<Scope>();
  own.current?.end();
  const scope = new Scope();
  own.current = scope;
  let shown: { value: T } | undefined;
  scope.effect(() => {
    if (shown) scope.onEnd(defer(() => redraw(0)));
    else shown = { value: read() };
  });
  useLayoutEffect(() => () => own.current?.end(), []);
  return shown!.value;
}

/** Reads for a component that is large: it is drawn in a task of its own. */
export const useSoon = <T>(read: () => T): T => useDeferred(read, inTask);

/** Makes a component one that can wait: it is drawn after the frame that shows what was drawn soon. */
export function nextFrame<Props extends object>(
  component: (props: Props) => ComponentChildren,
): FunctionComponent<Props> {
  const deferred = (props: Props) => useDeferred(() => component(props), afterFrame) as VNode;
  return Object.assign(deferred, { displayName: component.name });
}
