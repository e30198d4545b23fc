/* The board one plays on: the drawing of the core, and over it a grid of places for keys, pointers and screen readers. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table } from "../core/table";
import type { Arrow, State } from "../core/types";
import { Cells } from "./Cells";
import { Look } from "./Look";
import { Picture } from "./Picture";
import { lastPlace, nextPlace, rowsOf, spotsOf } from "./places";
import { placeLabels, spoken } from "./words";

export interface BoardProps {
  table: Table;
  /** The position after so many events; now, if left out. */
  at?: number;
  /** What `table.state(at)` says, if it was asked already: it saves asking again. */
  state?: State;
  touched: string[];
  /** The ids that may be touched next; none when it is not a person's turn. */
  touchable: Set<string>;
  flipped: boolean;
  hint: string[];
  refused?: string | undefined;
  /** When it goes up by one the last event is seen happening; else the board is simply as it is. */
  moved: number;
  /** An earlier position or a diagram: nothing can be touched. */
  locked?: boolean;
  onTouch(id: string): void;
  onRelease(): void;
  /** What a speaking key answered, for the live region. */
  onSpeak?(text: string): void;
  label: string;
}

const ARROWS: Record<string, Arrow> = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };
const EDGES: Record<string, Arrow> = { Home: "left", End: "right", PageUp: "up", PageDown: "down" };

export function Board(props: BoardProps) {
  const { table, at, touched, touchable, flipped, hint, refused, locked = false, label } = props;
  const [look] = useState(() => new Look());
  const svg = useRef<SVGSVGElement>(null);
  const picture = useRef<Picture>();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState("");
  const state = props.state ?? table.state(at);
  const drawing = useMemo(
    () => table.draw({ at: at ?? -1, touched, prefix: look.prefix, flipped }),
    [table, state, at, touched.join(" "), flipped],
  );
  const { view } = state;
  const spots = useMemo(() => spotsOf(view, drawing), [view, drawing]);
  const rows = useMemo(() => rowsOf(view, spots), [spots]);
  const showing = { state, touched, touchable, hint };
  const labels = useMemo(() => placeLabels(showing), [state, touched, touchable, hint]);
  const here = (view.places.find((place) => place.id === active) ?? view.places.find((place) => touchable.has(place.id)) ?? view.places[0])!;

  useLayoutEffect(() => {
    look.use(drawing.style);
    picture.current ??= new Picture(svg.current!, look.prefix);
    picture.current.show(drawing, touchable.size > 0 && !locked);
  }, [drawing, touchable.size > 0, locked]);
  useEffect(() => () => look.close(), []);

  const focus = (id: string) => {
    setActive(id);
    box.current!.querySelector<HTMLElement>(`[data-place="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const arrow = ARROWS[key];
    const edge = EDGES[key];
    if (arrow) focus(nextPlace(view, here, arrow, flipped) ?? here.id);
    else if (edge) focus(lastPlace(view, here, edge, flipped));
    else if (key === "Enter" || key === " ") {
      if (!locked) props.onTouch(here.id);
    } else if (key === "Escape") props.onRelease();
    else {
      const text = spoken(key, showing, here, rows.find((row) => row.some(({ place }) => place === here))!);
      if (text === undefined) return false;
      props.onSpeak?.(text);
    }
    return true;
  };
  const [, , width, height] = drawing.box;
  return (
    <div
      class="boardbox"
      ref={box}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
        if (key(event)) event.preventDefault();
      }}
      onFocusIn={(event) => {
        const id = (event.target as HTMLElement).dataset["place"];
        if (id !== undefined) setActive(id);
      }}
      onClick={(event) => {
        const id = (event.target as HTMLElement).dataset["place"];
        if (id !== undefined && !locked) props.onTouch(id);
      }}
    >
      <div class="plane" style={{ "--ratio": String(width / height) }}>
        <svg ref={svg} class="board" viewBox={drawing.box.join(" ")} aria-hidden="true" focusable="false" />
        <Cells {...{ label, rows, drawing, labels, touched, touchable, hint, refused, locked }} active={here.id} />
      </div>
    </div>
  );
}
