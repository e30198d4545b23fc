/* The timer of a component: a pointer that rests, a long press. It ends with the component. */
import { useRef } from "preact/hooks";
import type { Scope } from "../app/scope";
import { useScope } from "../ui/useScope";

export function useTimer() {
  const scope = useRef<Scope>();
  const cancel = useRef<() => void>();
  useScope((own) => (scope.current = own), []);
  const stop = () => {
    cancel.current?.();
    cancel.current = undefined;
  };
  return {
    stop,
    /** Starts it, unless it is running. */
    start: (milliseconds: number, run: () => void) => {
      cancel.current ??= scope.current?.timeout(milliseconds, () => {
        cancel.current = undefined;
        run();
      });
    },
  };
}
