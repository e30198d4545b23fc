/* A row that is pointed at shows its moves alone on the board: after a moment under a pointer, at once with the focus. */
import { useEffect, useRef } from "preact/hooks";
import type { ExploredRow } from "../../core/types";
import type { Explorer } from "./explorer";

const HOVER = 150; /* milliseconds a pointer rests */

/** A pointer that rests while things move under it points at nothing. */
export const isMoved = ({ pointerType, movementX, movementY }: PointerEvent): boolean =>
  pointerType === "mouse" && (movementX !== 0 || movementY !== 0);

export function usePointed(explorer: Explorer, row: ExploredRow) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    explorer.look(undefined);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    over: {
      onPointerMove: (event: PointerEvent) => {
        if (isMoved(event)) timer.current ??= setTimeout(() => explorer.look(row), HOVER);
      },
      onPointerLeave: leave,
    },
    focus: {
      onFocus: (event: FocusEvent) => {
        if ((event.currentTarget as HTMLElement).matches(":focus-visible")) explorer.look(row);
      },
      onBlur: leave,
    },
  };
}

/** A row that is chosen by a key goes, and other rows come: the focus stays with the tab. */
export function keepFocus({ detail }: MouseEvent): void {
  if (detail === 0) document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}
