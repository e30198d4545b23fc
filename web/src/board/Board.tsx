/* The board one plays on: the drawing of the core, and over it a grid of places for keys, pointers and screen readers. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table } from "../core/table";
import type { Arrow, State } from "../core/types";
import { isShortcut, keyOf } from "../ui/keys";
import { Cells } from "./Cells";
import { afterEvent } from "./Hands";
import { lastPlace, nextPlace, rowsOf, spotsOf } from "./places";
import { useCramped, useLook, useShown, useStage } from "./useStage";
import { Names, placeLabels, spoken } from "./words";
import { STEP } from "./Zoom";
import { ZoomStrip } from "./ZoomStrip";

export interface BoardProps {
  table: Table;
  /** The position after so many events; now, if left out. */
  at?: number | undefined;
  /** What `table.state(at)` says, if it was asked already: it saves asking again, and drawing what did not change. */
  state?: State | undefined;
  touched: string[];
  /** The ids that may be touched next; none when it is not a person's turn. */
  touchable: Set<string>;
  flipped: boolean;
  hint: string[];
  /** Where a move went that nobody has confirmed yet. */
  pending?: string[] | undefined;
  refused?: string | undefined;
  /** When it goes up by one the last event is seen happening; else the board is simply as it is. */
  moved: number;
  /** Who leads each plate is shown before the end too; men in danger are shown. */
  leads?: boolean | undefined;
  threats?: boolean | undefined;
  /** Marks of who studies: drawn anew when their key is another. */
  marks?: { key: string; draw(prefix: string, flipped: boolean): string } | undefined;
  /** An earlier position or a diagram: nothing can be touched. */
  locked?: boolean | undefined;
  onTouch(id: string): void;
  onRelease(): void;
  /** What a speaking key answered, for the live region. */
  onSpeak?: ((text: string) => void) | undefined;
  label: string;
}

const ARROWS: Record<string, Arrow> = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };
const EDGES: Record<string, Arrow> = { Home: "left", End: "right", PageUp: "up", PageDown: "down" };

export function Board(props: BoardProps) {
  const {
    table,
    at,
    touched,
    touchable,
    flipped,
    hint,
    pending,
    refused,
    moved,
    leads = false,
    threats = false,
    locked = false,
    label,
    onTouch,
    onRelease,
  } = props;
  const look = useLook();
  const { box, stage } = useStage(look);
  const [active, setActive] = useState("");
  const state = props.state ?? table.state(at);
  const { view } = state;
  const showing = { at, prefix: look.prefix, flipped };
  /* In mid-move a man may stand elsewhere already. */
  const mid = touched.length > 1 ? touched.join(" ") : "";
  const drawing = useMemo(() => table.draw(showing, mid === "" ? [] : touched), [table, state, at, flipped, mid]);
  const backdrop = table.backdrop(showing, drawing.backdrop);
  const targets = useMemo(() => table.targets(showing, touched), [drawing, touched.join(" ")]);
  const spots = useMemo(() => spotsOf(view, backdrop), [view, backdrop]);
  const rows = useMemo(() => rowsOf(view, spots), [spots]);
  const extras = { leads: leads || state.end !== "open", threats };
  const told = { state, touched, touchable, hint, ...extras };
  const names = useMemo(() => new Names(), [table]);
  const labels = useMemo(() => placeLabels(told, names), [state, touched, touchable, hint, leads, threats]);
  const place = (id: string) => view.places.find((each) => each.id === id);
  const here = (place(active) ?? view.places.find((each) => touchable.has(each.id)) ?? view.places[0])!;
  const cramped = useCramped(box, stage, backdrop);
  /* A pointer may move between the end of a table and the drawing of the next. */
  const ahead = (id: string) => (table.closed ? "" : table.targets(showing, [id]));
  const way = (after: string[]) => (table.closed || locked ? "" : table.ahead(showing, after));
  const next = (after: string[]) => (table.closed ? new Set<string>() : table.next(after));
  useShown(stage, {
    look,
    backdrop,
    drawing,
    state,
    moved,
    extras,
    hold: { state, backdrop, targets, spots, touched, touchable, hint, locked, next, ahead, way, onTouch, onRelease },
  });
  const { marks } = props;
  useLayoutEffect(() => {
    if (marks) stage.current!.picture.marks(marks.draw(look.prefix, flipped));
  }, [marks?.key, drawing, flipped]);

  const cellOf = (id: string) => box.current!.querySelector<HTMLElement>(`[data-place="${CSS.escape(id)}"]`);
  const middle = () => {
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
  }, [rows]);
  const touch = (id: string) => {
    stage.current?.motion.finish();
    if (!locked) afterEvent(() => onTouch(id));
  };
  /* True: the key was meant for the board. */
  const press = (key: string): boolean => {
    const zoom = stage.current!.zoom;
    const arrow = ARROWS[key];
    const edge = EDGES[key];
    if (arrow) focus(nextPlace(view, here, arrow, flipped) ?? here.id);
    else if (edge) focus(lastPlace(view, here, edge, flipped));
    else if (key === "Enter" || key === " ") touch(here.id);
    else if (key === "Escape") stage.current!.hands.cancel() || onRelease();
    else if (key === "+" || key === "=") zoom.by(STEP, middle()), focus(here.id);
    else if (key === "-") zoom.by(1 / STEP, middle()), focus(here.id);
    else if (key === "0") zoom.rest();
    else {
      const row = rows.find((each) => each.some((spot) => spot.place === here)) ?? [];
      const text = spoken(key, told, here, row, next);
      if (text === undefined) return false;
      props.onSpeak?.(text);
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
          if (id !== undefined) touch(id);
        }}
        onKeyDown={(event) => {
          if (isShortcut(event) || event.defaultPrevented) return;
          if (press(keyOf(event))) event.preventDefault();
        }}
      >
        <div class="plane" style={{ "--ratio": String(width / height) }}>
          <svg class="board" aria-hidden="true" focusable="false" />
          <Cells
            {...{ label, rows, backdrop, labels, touched, touchable, hint, pending, refused, locked }}
            active={here.id}
          />
        </div>
      </div>
      {cramped && stage.current && <ZoomStrip zoom={stage.current.zoom} about={middle} />}
    </div>
  );
}
