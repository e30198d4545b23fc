/* Time that passes on the page, and time that is left, in words. */
import { useReducer } from "preact/hooks";
import { useScope } from "../../ui/useScope";
import { spanOf } from "../line/clock";
import { onlineText } from "./words";

/** Draws the component again every so many milliseconds. */
export function useTick(milliseconds: number, isOn = true): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useScope((scope) => isOn && scope.interval(milliseconds, () => tick(0)), [milliseconds, isOn]);
}

/** The time that is left, in days, hours or minutes. */
export function spanText(milliseconds: number): string {
  const { unit, count } = spanOf(milliseconds);
  return onlineText(`span.${unit}`, { count });
}
