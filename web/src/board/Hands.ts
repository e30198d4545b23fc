/* Mouse, pen and fingers on the board: tapping a place, dragging a piece, moving and zooming the board.

   A place is tapped by pressing and releasing the pointer on it. A piece that can move can be dragged: that taps its
   place when the drag begins, and the place where it is dropped when the drag ends. */
import { settings } from "../app/settings";
import type { Backdrop, State } from "../core/types";
import { nearest, type Spot } from "./places";
import type { Picture } from "./Picture";
import type { Zoom } from "./Zoom";

const SLACK = 6; /* pixels; a pointer that moves further starts a drag */
const FLOAT = 48; /* pixels of a dragged piece above the finger */
const BACK = 120; /* ms; a piece that was not dropped returns in this time */
const NEAR = 1.45; /* in reaches of a place: up to the corner of a square */
const NEAR_FINGER = 2;

/** Does something after the current event, so that the next frame does not wait for a whole move. */
export function afterEvent(act: () => void): void {
  setTimeout(act, 0);
}

/** What the board shows now; the board updates it. */
export interface BoardInput {
  state: State;
  backdrop: Backdrop;
  /** The drawn targets of what is selected. */
  targets: string;
  spots: Spot[];
  selected: string[];
  selectable: ReadonlySet<string>;
  /** The ids of a suggested move, after those that are selected. */
  hint: string[];
  locked: boolean;
  /** What can be selected after these. */
  next(selected: string[]): ReadonlySet<string>;
  /** The drawn targets of a piece, were it selected. */
  targetsOf(id: string): string;
  /** The drawn path of the move that selecting these would make. */
  path(selected: string[]): string;
  tap(id: string): void;
  release(): void;
}

interface Press {
  pointer: number;
  finger: boolean;
  x: number;
  y: number;
  id: string | undefined;
  mode: "press" | "carry" | "pan" | "idle";
}

interface Carried {
  id: string;
  thing: SVGGElement;
  home: Node;
  before: Node | null;
  /** The position in which it was picked up. */
  state: State;
  /** The only piece of its player: the target alone makes the move. */
  alone: boolean;
}

export class Hands {
  input!: BoardInput;
  /** Where a piece was dropped, until the board is drawn with the piece there. */
  dropped: string | undefined;
  readonly #fingers = new Map<number, { x: number; y: number }>();
  #press: Press | undefined;
  #carried: Carried | undefined;
  #dropping = false; /* a piece was dropped, and its place is not tapped yet */
  #over: HTMLElement | null = null;
  #hovered: string | undefined;
  #focused: string | undefined;
  #previewed: string | undefined; /* the piece whose targets are shown although it is not selected */
  #pathKey = ""; /* the position and selection whose path is drawn */
  #lifted: SVGElement | null = null;

  constructor(
    readonly box: HTMLElement,
    readonly picture: Picture,
    readonly zoom: Zoom,
    readonly begin: () => void,
  ) {}

  down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest("button")) return;
    this.begin();
    const finger = event.pointerType !== "mouse";
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.zoom.viewport.setPointerCapture(event.pointerId);
    if (this.#fingers.size > 1) {
      this.cancel();
      return;
    }
    const { clientX: x, clientY: y } = event;
    this.#press = { pointer: event.pointerId, finger, x, y, id: this.#locate(x, y, finger), mode: "press" };
    this.#showPath();
  }

  move(event: PointerEvent): void {
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.#hover(this.#locate(event.clientX, event.clientY, false));
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    if (this.#fingers.size === 2) this.#pinch(event.pointerId, before, now);
    this.#fingers.set(event.pointerId, now);
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    if (press.mode === "press" && Math.hypot(now.x - press.x, now.y - press.y) > SLACK) this.#setOff(press);
    if (press.mode === "carry") this.#follow(press, now.x, now.y);
    if (press.mode === "pan") this.zoom.pan(now.x - before.x, now.y - before.y);
    this.#showPath();
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    this.#press = undefined;
    this.#showPath();
    if (press.mode === "carry") this.#drop(press, event.clientX, event.clientY);
    else if (press.mode !== "pan" && press.id !== undefined && !this.input.locked) {
      const id = press.id;
      if (this.#locate(event.clientX, event.clientY, press.finger) === id) afterEvent(() => this.input.tap(id));
    }
  }

  /** Ends the drag: the piece goes back. */
  cancel(): boolean {
    const carrying = this.#carried !== undefined;
    this.#press = undefined;
    if (carrying) {
      this.#putBack(true);
      this.input.release();
    }
    this.#hover(undefined);
    return carrying;
  }

  lost(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (this.#press?.pointer === event.pointerId) this.cancel();
  }

  leave(): void {
    if (!this.#press) this.#hover(undefined);
  }

  /** The place that has the keyboard focus. */
  focus(id: string | undefined): void {
    this.#focused = id;
    this.#preview();
    this.#showPath();
  }

  /** The board has been drawn. */
  drawn(): void {
    this.#settle();
    this.#frame();
    this.#show(undefined);
    this.#preview();
    this.#showPath();
  }

  /* A dropped piece stays there only while the move continues from that place. */
  #settle(): void {
    const carried = this.#carried;
    if (!carried) return;
    const { state, selected } = this.input;
    const stays = state.events === carried.state.events && state.position === carried.state.position;
    if ((this.#press || this.#dropping) && stays) return;
    this.#press = undefined; /* a move was played or undone meanwhile, which ends the drag */
    const continues = this.dropped !== undefined && selected.at(carried.alone ? 0 : 1) === this.dropped;
    if (continues && carried.thing.isConnected) return;
    this.#putBack(carried.thing.isConnected);
  }

  /** Whether a piece or a card can be dragged from a place. */
  carries(id: string): boolean {
    const { state, selectable, locked } = this.input;
    if (locked || selectable.size === 0) return false;
    return this.#leads(id) || this.#alone(id, state);
  }

  #leads(id: string): boolean {
    const { backdrop, next } = this.input;
    return [...next([id])].some((to) => to in backdrop.places);
  }

  /* Whether the only piece of the player to move is here, with none left in the reserve, and a target alone makes a
     move: it can only be a move of this piece. */
  #alone(id: string, state: State): boolean {
    const kind = state.view.seats[state.seat - 1]?.kind ?? null;
    const men = state.view.places.filter((place) => place.man !== null && place.man === kind);
    if (
      men.length !== 1 ||
      men[0]!.id !== id ||
      state.view.stocks.some((stock) => stock.kind === kind && stock.count > 0)
    )
      return false;
    const { backdrop, next } = this.input;
    return [...next([])].some((to) => to in backdrop.places && next([to]).size === 0);
  }

  #locate(x: number, y: number, finger: boolean): string | undefined {
    const at = this.#unscreen(x, y);
    return nearest(this.input.spots, at.x, at.y, finger ? NEAR_FINGER : NEAR);
  }

  /* A point of the screen in units of the drawing. */
  #unscreen(x: number, y: number): { x: number; y: number; unit: number } {
    const [left, top, width] = this.input.backdrop.box;
    const seen = this.zoom.plane.getBoundingClientRect();
    const unit = width / seen.width;
    return { x: left + (x - seen.left) * unit, y: top + (y - seen.top) * unit, unit };
  }

  #setOff(press: Press): void {
    const { id } = press;
    if (id !== undefined && this.carries(id) && this.#takeUp(id)) press.mode = "carry";
    else press.mode = this.zoom.whole ? "idle" : "pan";
  }

  #takeUp(id: string): boolean {
    this.#putBack(false);
    const { input, picture } = this;
    const thing = picture.man(id) ?? picture.ground(id);
    if (!thing?.parentNode) return false;
    const alone = !this.#leads(id);
    this.#carried = { id, thing, home: thing.parentNode, before: thing.nextSibling, state: input.state, alone };
    this.dropped = undefined;
    this.#hover(undefined);
    picture.hand.append(thing);
    if (alone || (input.selected.length === 1 && input.selected[0] === id)) return true;
    if (input.selected.length > 0) input.release();
    input.tap(id);
    return true;
  }

  /* Where the middle of the dragged piece is on the screen. */
  #lift(press: Press, y: number): number {
    return press.finger ? y - FLOAT : y;
  }

  #follow(press: Press, x: number, y: number): void {
    const carried = this.#carried;
    if (!carried) return;
    const to = this.#unscreen(x, this.#lift(press, y));
    this.#place(carried, to.x, to.y);
    const under = this.#locate(x, this.#lift(press, y), false);
    this.#showOver(under !== undefined && this.input.selectable.has(under) && under !== carried.id ? under : undefined);
  }

  #place({ id, thing }: Carried, x: number, y: number): void {
    const [fromX, fromY] = this.input.backdrop.places[id]!;
    thing.style.transform = `translate(${x - fromX}px, ${y - fromY}px)`;
  }

  #drop(press: Press, x: number, y: number): void {
    const carried = this.#carried;
    if (!carried) return;
    const { input } = this;
    const to = this.#locate(x, this.#lift(press, y), press.finger);
    this.#showOver(undefined);
    if (to !== undefined && to !== carried.id && input.selectable.has(to)) {
      const [toX, toY] = input.backdrop.places[to]!;
      this.#place(carried, toX, toY);
      this.dropped = to;
      this.#dropping = true;
      afterEvent(() => {
        this.#dropping = false;
        this.input.tap(to);
      });
      return;
    }
    this.#putBack(true);
    if (to === carried.id) return;
    /* If the piece can't go there, the board says why. Beside the board, or on another piece that can be selected, the
       selection just ends. */
    if (to === undefined || input.next([]).has(to)) input.release();
    else afterEvent(() => this.input.tap(to));
  }

  #putBack(seen: boolean): void {
    const carried = this.#carried;
    this.#carried = undefined;
    this.dropped = undefined;
    this.#showOver(undefined);
    if (!carried || carried.thing.parentNode !== this.picture.hand) return;
    const { thing, home, before } = carried;
    const from = thing.style.transform;
    thing.style.transform = "";
    home.insertBefore(thing, before?.parentNode === home ? before : null);
    if (seen && !settings.still && from !== "")
      thing.animate([{ transform: from }, { transform: "translate(0px, 0px)" }], {
        duration: BACK,
        easing: "cubic-bezier(.2, .9, .25, 1)",
      });
  }

  #pinch(pointer: number, before: { x: number; y: number }, now: { x: number; y: number }): void {
    const other = [...this.#fingers].find(([id]) => id !== pointer)![1];
    const apart = (finger: { x: number; y: number }) => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y));
    const middle = (finger: { x: number; y: number }) => ({ x: (finger.x + other.x) / 2, y: (finger.y + other.y) / 2 });
    this.zoom.by(apart(now) / apart(before), middle(before));
    this.zoom.pan(middle(now).x - middle(before).x, middle(now).y - middle(before).y);
  }

  /* A piece under the pointer or the focus shows its targets while nothing is selected. */
  #preview(): void {
    const { selected, selectable, locked } = this.input;
    const free = selected.length === 0 && !locked && !this.#carried;
    const leads = (id: string | undefined) => id !== undefined && selectable.has(id) && this.#leads(id);
    const id = free ? [this.#hovered, this.#focused].find(leads) : undefined;
    if (id !== this.#previewed) this.#show(id);
  }

  #show(id: string | undefined): void {
    const { targets, selectable, locked, targetsOf } = this.input;
    this.#previewed = id;
    const own = selectable.size > 0 && !locked ? targets : "";
    this.picture.targets(id === undefined ? own : targetsOf(id), id !== undefined);
  }

  /* The path to the place under the pointer, the focus or a resting finger; else that of a suggested move. */
  #showPath(): void {
    const { state, selected, selectable, hint, locked, path } = this.input;
    const at = this.#carried
      ? this.#over?.dataset["place"]
      : this.#press
        ? this.#press.mode === "press"
          ? this.#press.id
          : undefined
        : (this.#hovered ?? this.#focused);
    const more = at !== undefined && selectable.has(at) && !selected.includes(at) ? [at] : hint;
    const steps = locked || selectable.size === 0 || more.length === 0 ? [] : [...selected, ...more];
    const key = `${state.events} ${steps.join(" ")}`;
    if (key === this.#pathKey) return;
    this.#pathKey = key;
    this.picture.ahead(steps.length > 0 ? path(steps) : "");
  }

  /* Shows that the place under the pointer can be selected, and lifts a piece that can move. */
  #hover(id: string | undefined): void {
    this.#hovered = id;
    this.#preview();
    this.#showPath();
    const mine = id !== undefined && this.carries(id);
    this.#showOver(id !== undefined && !this.input.locked && (mine || this.input.selectable.has(id)) ? id : undefined);
    const man = id !== undefined && mine ? this.picture.man(id) : null;
    if (man === this.#lifted) return;
    this.#lifted?.classList.remove("is-lifted");
    man?.classList.add("is-lifted");
    this.#lifted = man;
  }

  #showOver(id: string | undefined): void {
    const cell = id === undefined ? null : this.box.querySelector<HTMLElement>(`[data-place="${CSS.escape(id)}"]`);
    if (cell === this.#over) return;
    this.#over?.removeAttribute("data-over");
    cell?.setAttribute("data-over", "");
    this.#over = cell;
    this.#frame();
  }

  #frame(): void {
    const over =
      this.#over?.isConnected && this.#over.classList.contains("is-target") ? this.#over.dataset["place"]! : "";
    const { backdrop, spots } = this.input;
    const round = spots.some(({ place }) => place.id === over && place.outline === "circle");
    this.picture.frame(backdrop.places[over], round);
  }
}
