/* Looking closer: the plane of a board, larger than its viewport and moved about in it.

   At rest the whole board is seen. Only the transform of the plane changes, so nothing is laid out anew. */

const MOST = 5;
export const STEP = 1.5;
const EDGE = 12; /* what is brought into view keeps this far from the edge */

export class Zoom {
  scale = 1;
  #x = 0;
  #y = 0;

  constructor(
    readonly plane: HTMLElement,
    readonly viewport: HTMLElement,
    readonly changed: () => void,
  ) {}

  get whole(): boolean {
    return this.scale === 1;
  }
  get most(): boolean {
    return this.scale >= MOST;
  }

  /** Grows or shrinks by a factor about a point of the screen, or the middle of the viewport. */
  by(factor: number, at?: { x: number; y: number }): void {
    const seen = this.viewport.getBoundingClientRect();
    const x = at ? at.x - seen.left : seen.width / 2;
    const y = at ? at.y - seen.top : seen.height / 2;
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const grown = scale / this.scale;
    const { offsetLeft: left, offsetTop: top } = this.plane;
    this.#x = x - left - (x - left - this.#x) * grown;
    this.#y = y - top - (y - top - this.#y) * grown;
    this.scale = scale;
    this.settle();
  }

  pan(dx: number, dy: number): void {
    this.#x += dx;
    this.#y += dy;
    this.settle();
  }

  rest(): void {
    this.scale = 1;
    this.settle();
  }

  /** Moves the plane so that an element on it is in the viewport. */
  reveal(element: HTMLElement): void {
    if (this.whole) return;
    const seen = this.viewport.getBoundingClientRect();
    const there = element.getBoundingClientRect();
    const shift = (low: number, high: number, from: number, to: number) =>
      low < from + EDGE ? from + EDGE - low : high > to - EDGE ? to - EDGE - high : 0;
    this.pan(
      shift(there.left, there.right, seen.left, seen.right),
      shift(there.top, there.bottom, seen.top, seen.bottom),
    );
  }

  /* No empty stripe beside a plane that is larger than its viewport; a smaller one stays in the middle. */
  settle(): void {
    const { plane, viewport, scale } = this;
    const within = (at: number, before: number, size: number, room: number) =>
      size * scale <= room
        ? (room - size * scale) / 2 - before
        : Math.min(-before, Math.max(room - size * scale - before, at));
    this.#x = within(this.#x, plane.offsetLeft, plane.offsetWidth, viewport.clientWidth);
    this.#y = within(this.#y, plane.offsetTop, plane.offsetHeight, viewport.clientHeight);
    plane.style.transform = this.whole ? "" : `translate(${this.#x}px, ${this.#y}px) scale(${scale})`;
    plane.style.setProperty("--zoom", String(scale));
    this.changed();
  }
}
