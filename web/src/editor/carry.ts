/* Dragging a piece from place to place, or off the board. It gets events before the board's own hands, which go by legal
   moves: they see the press, and nothing of what becomes a drag. */
import type { Scope } from "../app/scope";

const SLACK = 6; /* pixels that a still hand may move */

interface Drag {
  pointer: number;
  x: number;
  y: number;
  from: string;
  ghost: SVGElement | undefined;
}

const cells = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>("[data-place]")];

/** The place under a point of the screen. */
function placeAt(box: HTMLElement, x: number, y: number): string | undefined {
  const found = cells(box).find((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return found?.dataset["place"];
}

/** Lets pieces be dragged until the scope ends. `onDrop` without a place: off the board. */
export function carryPieces(
  scope: Scope,
  box: HTMLElement,
  ghostOf: (place: string) => SVGElement | undefined,
  onDrop: (from: string, to: string | undefined) => void,
): void {
  let drag: Drag | undefined;
  const end = () => {
    drag?.ghost?.remove();
    drag = undefined;
  };
  const down = (event: PointerEvent) => {
    end();
    const from = placeAt(box, event.clientX, event.clientY);
    if (event.button !== 0 || from === undefined) return;
    drag = { pointer: event.pointerId, x: event.clientX, y: event.clientY, from, ghost: undefined };
  };
  const move = (event: PointerEvent) => {
    if (!drag || drag.pointer !== event.pointerId) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) <= SLACK) return;
      drag.ghost = ghostOf(drag.from);
      if (!drag.ghost) return end();
      document.body.append(drag.ghost);
    }
    event.stopPropagation();
    drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
  };
  const up = (event: PointerEvent) => {
    if (!drag || drag.pointer !== event.pointerId) return;
    const { from, ghost } = drag;
    end();
    if (!ghost) return;
    event.stopPropagation(); /* the board's hands learn of it when they lose the pointer */
    const to = placeAt(box, event.clientX, event.clientY);
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const inside = event.clientX > left && event.clientX < right && event.clientY > top && event.clientY < bottom;
    if (to !== from && (to !== undefined || !inside)) onDrop(from, to);
  };
  const capture = { capture: true };
  scope.listen(box, "pointerdown", down, capture);
  scope.listen(box, "pointermove", move, capture);
  scope.listen(box, "pointerup", up, capture);
  scope.listen(box, "pointercancel", end, capture);
  scope.onEnd(end);
}
