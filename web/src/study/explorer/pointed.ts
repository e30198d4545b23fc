/* A row that is pointed at shows only its moves on the board: after a moment under a pointer, at once with the focus. */
import type { ExploredRow } from "../../core/types";
import { useTimer } from "../useTimer";
import type { Explorer } from "./explorer";

const HOVER = 150; /* ms a pointer rests */

/** A pointer that rests while things move under it points at nothing. */
export const isMoved = ({ pointerType, movementX, movementY }: PointerEvent): boolean =>
  pointerType === "mouse" && (movementX !== 0 || movementY !== 0);

export function usePointed(explorer: Explorer, row: ExploredRow) {
  const timer = useTimer();
  const leave = () => {
    timer.stop();
    explorer.look(undefined);
  };
  return {
    over: {
      onPointerMove: (event: PointerEvent) => {
        if (isMoved(event)) timer.start(HOVER, () => explorer.look(row));
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

/** A row that is chosen by a key is replaced by other rows: the focus goes to the tab. */
export function focusTab({ detail }: MouseEvent): void {
  if (detail === 0) document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}
