/* What stays of a board from one drawing to the next: its picture, the hands on it, how close one looks, what moves. */
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { settings } from "../app/settings";
import type { Backdrop, Drawing, State } from "../core/types";
import { Hands, type BoardInput } from "./Hands";
import type { Look } from "./Look";
import { Animator } from "./Animator";
import type { Layers } from "./model";
import { Picture } from "./Picture";
import { Zoom } from "./Zoom";

const LEAST = 24; /* CSS pixels of a place that can be touched safely */

export interface Fittings {
  picture: Picture;
  hands: Hands;
  zoom: Zoom;
  motion: Animator;
}

/** Makes the stage once its elements are there; `box` holds one `.window` with a `.plane` and an `svg.board`. */
export function useStage(look: Look) {
  const box = useRef<HTMLDivElement>(null);
  const stage = useRef<Fittings>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const element = box.current!;
    const find = <E extends Element>(what: string) => element.querySelector<E>(what)!;
    const motion = new Animator();
    const picture = new Picture(find<SVGSVGElement>("svg.board"), look.prefix);
    let shown = 1;
    const zoom = new Zoom(find<HTMLElement>(".plane"), find<HTMLElement>(".window"), () => {
      if (zoom.scale !== shown) redraw(0);
      shown = zoom.scale;
    });
    const hands = new Hands(element, picture, zoom, () => motion.finish());
    stage.current = { picture, hands, zoom, motion };
    redraw(0);
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return; /* so a pinch on a touch pad arrives */
      event.preventDefault();
      zoom.by(Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY });
    };
    zoom.viewport.addEventListener("wheel", wheel, { passive: false });
    return () => motion.finish();
  }, [look.prefix]);
  return { box, stage };
}

/** Whether places would be too small to touch when the whole drawing is fitted into the box. */
export function useCramped(
  box: { current: HTMLElement | null },
  stage: { current: Fittings | undefined },
  backdrop: Backdrop,
): boolean {
  const [size, measure] = useState({ width: Infinity, height: Infinity });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = box.current!;
      measure((old) => (old.width === width && old.height === height ? old : { width, height }));
      if (stage.current && !stage.current.zoom.whole) stage.current.zoom.settle();
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [box, stage]);
  const [, , width, height] = backdrop.box;
  const reach = Math.min(...Object.values(backdrop.places).map((place) => place[2]));
  return Math.round(2 * reach * Math.min(size.width / width, size.height / height)) < LEAST;
}

interface Shown {
  look: Look;
  backdrop: Backdrop;
  drawing: Drawing;
  state: State;
  moved: number;
  layers: Layers;
  input: BoardInput;
}

/** Brings the picture up to date; the last event is seen happening when `moved` went up by one. */
export function useShown(
  stage: { current: Fittings | undefined },
  { look, backdrop, drawing, state, moved, layers, input }: Shown,
): void {
  const before = useRef({ moved, state, selected: input.selected });
  const targets = input.selectable.size > 0 && !input.locked;
  useLayoutEffect(() => {
    if (stage.current) stage.current.hands.input = input;
  });
  useLayoutEffect(() => {
    const { picture, hands, motion, zoom } = stage.current!;
    const happens =
      moved === before.current.moved + 1 && state.events === before.current.state.events + 1 && !settings.still;
    const news = state !== before.current.state;
    const { selected } = before.current;
    before.current = { moved, state, selected: input.selected };
    if (news) motion.finish();
    if (happens) motion.copyTaken(picture, state);
    look.use(backdrop.style);
    picture.show(backdrop, drawing, layers);
    /* A piece that has moved in mid-move stands there already. */
    const dropped = hands.dropped ?? selected[1];
    if (happens) motion.play({ picture, state, backdrop, drawing, dropped });
    const [, to] = input.selected;
    if (!news && selected.length === 1 && to !== undefined && to !== hands.dropped && !settings.still)
      motion.go(picture, backdrop, drawing.ways[0], to);
    hands.drawn();
    if (!zoom.whole) zoom.settle();
  }, [drawing, input.targets, targets, layers.leads, layers.threats]);
}
