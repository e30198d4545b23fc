/* The board for keys and screen readers: a grid of real elements that lies over the drawing, each on its place. */
import { Component, type VNode } from "preact";
import type { Backdrop } from "../core/types";
import type { Spot } from "./places";

interface CellProps {
  id: string;
  label: string;
  look: string;
  chosen: boolean;
  tab: boolean;
  column: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

const percent = (part: number, whole: number) => Math.round((1e4 * part) / whole) / 100;

function Cell({ id, label, look, chosen, tab, column, left, top, width, height }: CellProps) {
  return (
    <div
      role="gridcell"
      class={look}
      data-place={id}
      aria-label={label}
      aria-selected={chosen}
      aria-colindex={column}
      tabIndex={tab ? 0 : -1}
      style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
    />
  );
}

export interface CellsProps {
  label: string;
  rows: Spot[][];
  backdrop: Backdrop;
  labels: Map<string, string>;
  active: string;
  touched: string[];
  touchable: Set<string>;
  hint: string[];
  pending: string[] | undefined;
  refused: string | undefined;
  locked: boolean;
}

function look(id: string, props: CellsProps, man: boolean): string {
  const { touched, touchable, hint, pending, refused } = props;
  let names = "cell";
  if (touchable.has(id)) names += man ? " is-mine" : " is-target";
  if (touched.includes(id)) names += " is-chosen";
  if (hint.includes(id)) names += " is-hint";
  if (pending?.includes(id)) names += " is-pending";
  if (refused === id) names += " is-refused";
  return names;
}

function cellProps({ place, x, y, reach }: Spot, column: number, props: CellsProps): CellProps {
  const [left, top, width, height] = props.backdrop.box;
  return {
    id: place.id,
    label: props.labels.get(place.id) ?? place.id,
    look: look(place.id, props, place.man !== null),
    chosen: props.touched.includes(place.id),
    tab: place.id === props.active,
    column: column + 1,
    left: percent(x - reach - left, width),
    top: percent(y - reach - top, height),
    width: percent(2 * reach, width),
    height: percent(2 * reach, height),
  };
}

const same = (a: CellProps, b: CellProps) =>
  (Object.keys(a) as (keyof CellProps)[]).every((name) => a[name] === b[name]);

/* What was drawn is given again where nothing changed, and so passed over: a board has up to 192 places. */
export class Cells extends Component<CellsProps> {
  #cells = new Map<string, { props: CellProps; drawn: VNode }>();
  #rows = new Map<number, { cells: VNode[]; drawn: VNode }>();

  #cell(spot: Spot, column: number): VNode {
    const props = cellProps(spot, column, this.props);
    const known = this.#cells.get(props.id);
    if (known && same(known.props, props)) return known.drawn;
    const drawn = <Cell key={props.id} {...props} />;
    this.#cells.set(props.id, { props, drawn });
    return drawn;
  }

  #row(row: Spot[], index: number): VNode {
    const cells = row.map((spot, column) => this.#cell(spot, column));
    const known = this.#rows.get(index);
    const key = `row ${row[0]!.place.y}`;
    if (
      known?.drawn.key === key &&
      known.cells.length === cells.length &&
      cells.every((cell, at) => cell === known.cells[at])
    )
      return known.drawn;
    const drawn = (
      <div role="row" key={key} aria-rowindex={index + 1}>
        {cells}
      </div>
    );
    this.#rows.set(index, { cells, drawn });
    return drawn;
  }

  override render({ label, rows, locked }: CellsProps) {
    return (
      <div class="cells" role="grid" aria-label={label} aria-readonly={locked} data-keys="board">
        {rows.map((row, index) => this.#row(row, index))}
      </div>
    );
  }
}
