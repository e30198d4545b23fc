/* Dragging a man from place to place, or off the board. It lies in front of the board's own hands, which go by legal
   moves: they see the press, and nothing of what becomes a drag. */
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

/** `onDrop` without a place: off the board. Returns what ends it. */
export function carrying(
  box: HTMLElement,
  ghostOf: (place: string) => SVGElement | undefined,
  onDrop: (from: string, to: string | undefined) => void,
): () => void {
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
  box.addEventListener("pointerdown", down, true);
  box.addEventListener("pointermove", move, true);
  box.addEventListener("pointerup", up, true);
  box.addEventListener("pointercancel", end, true);
  return () => {
    end();
    box.removeEventListener("pointerdown", down, true);
    box.removeEventListener("pointermove", move, true);
    box.removeEventListener("pointerup", up, true);
    box.removeEventListener("pointercancel", end, true);
  };
}
