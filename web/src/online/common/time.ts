/* Time that passes on the page, and time that is left, in words. */
import { useEffect, useReducer } from "preact/hooks";
import { spanOf } from "../line/clock";
import { o } from "./words";

/** Draws anew every so many milliseconds. */
export function useTick(milliseconds: number, on = true): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick(0), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds, on]);
}

/** What is left in words, for days. */
export function spanText(milliseconds: number): string {
  const { unit, count } = spanOf(milliseconds);
  return o(`span.${unit}`, { count });
}
