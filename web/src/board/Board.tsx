/* The board one plays on: the drawing of the core, and over it a grid of places for keys, pointers and screen readers. */
import { untracked } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Arrow } from "../core/types";
import { currentLanguage } from "../i18n/texts";
import { useSoon } from "../ui/deferred";
import { isShortcut, keyOf } from "../ui/keys";
import { Cells } from "./Cells";
import { afterEvent } from "./Hands";
import { useLook } from "./Look";
import type { BoardModel } from "./model";
import { lastPlace, nextPlace, rowsOf, spotsOf } from "./places";
import { useCramped, useShown, useStage } from "./useStage";
import { Names, placeLabels, spoken } from "./words";
import { STEP } from "./Zoom";
import { ZoomStrip } from "./ZoomStrip";

const ARROWS: Record<string, Arrow> = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };
const EDGES: Record<string, Arrow> = { Home: "left", End: "right", PageUp: "up", PageDown: "down" };

export function Board({ model }: { model: BoardModel }) {
  const look = useLook();
  const { box, stage } = useStage(look);
  const [active, setActive] = useState("");
  const shown = useSoon(() => {
    const { state, selected, selectable, hint, pending, refused, wrong } = model;
    const { moved, flipped, locked, layers, marks, label } = model;
    const language = currentLanguage();
    const selection = { selected, selectable, hint, pending, refused, wrong };
    return { state, ...selection, moved, flipped, locked, ...layers, marks, label, language };
  });
  const { state, selected, selectable, hint, flipped, locked, leads, threats, marks, language } = shown;
  const { prefix } = look;
  const { view } = state;
  const chosen = selected.join(" ");
  const middle = selected.length > 1 ? chosen : "";
  const drawing = useMemo(() => untracked(() => model.draw(prefix)), [model, prefix, state, flipped, middle]);
  const backdrop = untracked(() => model.backdrop(prefix, drawing));
  const targets = useMemo(() => untracked(() => model.targets(prefix)), [model, prefix, drawing, chosen]);
  const spots = useMemo(() => spotsOf(view, backdrop), [view, backdrop]);
  const rows = useMemo(() => rowsOf(view, spots), [view, spots]);
  const told = useMemo(
    () => ({ state, selected, selectable, hint, leads, threats }),
    [state, selected, selectable, hint, leads, threats],
  );
  const names = useMemo(() => new Names(), [model, language]);
  const labels = useMemo(() => placeLabels(told, names), [told, names]);
  const place = (id: string) => view.places.find((each) => each.id === id);
  const here = (place(active) ?? view.places.find((each) => selectable.has(each.id)) ?? view.places[0])!;
  const cramped = useCramped(box, stage, backdrop);
  useShown(stage, {
    look,
    backdrop,
    drawing,
    state,
    moved: shown.moved,
    layers: { leads, threats },
    input: {
      state,
      backdrop,
      targets,
      spots,
      selected,
      selectable,
      hint,
      locked,
      next: (after) => model.next(after),
      targetsOf: (id) => model.targetsOf(prefix, id),
      path: (after) => model.path(prefix, after),
      tap: (id) => model.tap(id),
      release: () => model.release(),
    },
  });
  useLayoutEffect(() => {
    stage.current!.picture.marks(marks === "" ? "" : model.drawMarks(prefix));
  }, [model, prefix, stage, marks, drawing]);

  const cellOf = (id: string) => box.current!.querySelector<HTMLElement>(`[data-place="${CSS.escape(id)}"]`);
  const centre = () => {
    const { left, top, width, height } = cellOf(here.id)!.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const focus = (id: string) => {
    const cell = cellOf(id);
    if (!cell) return;
    cell.focus({ preventScroll: true });
    stage.current?.zoom.reveal(cell);
  };
  /* A place that has the focus may leave the board with a card. */
  const focused = useRef(false);
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body) focus(here.id);
  });
  const tap = (id: string) => {
    stage.current?.motion.finish();
    if (!locked) afterEvent(() => model.tap(id));
  };
  /* True: the key was meant for the board. */
  const press = (key: string): boolean => {
    const zoom = stage.current!.zoom;
    const arrow = ARROWS[key];
    const edge = EDGES[key];
    if (arrow) focus(nextPlace(view, here, arrow, flipped) ?? here.id);
    else if (edge) focus(lastPlace(view, here, edge, flipped));
    else if (key === "Enter" || key === " ") tap(here.id);
    else if (key === "Escape") stage.current!.hands.cancel() || model.release();
    else if (key === "+" || key === "=") zoom.by(STEP, centre()), focus(here.id);
    else if (key === "-") zoom.by(1 / STEP, centre()), focus(here.id);
    else if (key === "0") zoom.rest();
    else {
      const row = rows.find((each) => each.some((spot) => spot.place === here)) ?? [];
      const text = spoken(key, told, here, row, (after) => model.next(after));
      if (text === undefined) return false;
      model.speak(text);
    }
    return true;
  };
  const placeOf = (event: Event) => (event.target as HTMLElement).dataset["place"];
  const hands = () => stage.current!.hands;
  const [, , width, height] = backdrop.box;
  return (
    <div class={cramped ? "boardbox is-cramped" : "boardbox"} ref={box}>
      <div
        class={locked && !cramped ? "window is-still" : "window"}
        onPointerDown={(event) => hands().down(event)}
        onPointerMove={(event) => hands().move(event)}
        onPointerUp={(event) => hands().up(event)}
        onPointerCancel={(event) => hands().lost(event)}
        onLostPointerCapture={(event) => hands().lost(event)}
        onPointerLeave={() => hands().leave()}
        onFocusIn={(event) => {
          focused.current = true;
          setActive(placeOf(event) ?? active);
          if ((event.target as HTMLElement).matches(":focus-visible")) hands().focus(placeOf(event));
        }}
        onFocusOut={(event) => {
          focused.current = !(event.target as HTMLElement).isConnected;
          hands().focus(undefined);
        }}
        onClick={(event) => {
          /* Pointers have had their say; this is a click that a screen reader makes. */
          const id = event.detail === 0 ? placeOf(event) : undefined;
          if (id !== undefined) tap(id);
        }}
        onKeyDown={(event) => {
          if (isShortcut(event) || event.defaultPrevented) return;
          if (press(keyOf(event))) event.preventDefault();
        }}
      >
        <div class="plane" style={{ "--ratio": String(width / height) }}>
          <svg class="board" aria-hidden="true" focusable="false" />
          <Cells {...shown} {...{ rows, backdrop, labels }} active={here.id} />
        </div>
      </div>
      {cramped && stage.current && <ZoomStrip zoom={stage.current.zoom} about={centre} />}
    </div>
  );
}
