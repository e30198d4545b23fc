/* The board for keys and screen readers: a grid of real elements that lies over the drawing, each on its place. */
import { Component } from "preact";
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

/* Cells whose properties are the same are skipped: a board has up to 192 places. Their properties are compared, not what
   was rendered, which would refer to the whole page as it was then. */
class Cell extends Component<{ of: CellProps }> {
  override shouldComponentUpdate({ of }: { of: CellProps }): boolean {
    return of !== this.props.of;
  }

  override render() {
    const { id, label, look, chosen, tab, column, left, top, width, height } = this.props.of;
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
}

interface RowProps {
  index: number;
  cells: CellProps[];
}

class Row extends Component<RowProps> {
  override shouldComponentUpdate({ index, cells }: RowProps): boolean {
    const { props } = this;
    return (
      index !== props.index || cells.length !== props.cells.length || cells.some((of, at) => of !== props.cells[at])
    );
  }

  override render() {
    return (
      <div role="row" aria-rowindex={this.props.index + 1}>
        {this.props.cells.map((of) => (
          <Cell key={of.id} of={of} />
        ))}
      </div>
    );
  }
}

export interface CellsProps {
  label: string;
  rows: Spot[][];
  backdrop: Backdrop;
  labels: Map<string, string>;
  active: string;
  selected: string[];
  selectable: ReadonlySet<string>;
  hint: string[];
  pending: string[];
  wrong: string[];
  refused: string | undefined;
  locked: boolean;
}

function look(id: string, props: CellsProps, man: boolean): string {
  const { selected, selectable, hint, pending, refused, wrong } = props;
  let names = "cell";
  if (selectable.has(id)) names += man ? " is-mine" : " is-target";
  if (selected.includes(id)) names += " is-chosen";
  if (hint.includes(id)) names += " is-hint";
  if (pending.includes(id)) names += " is-pending";
  if (refused === id) names += " is-refused";
  if (wrong.includes(id)) names += " is-wrong";
  return names;
}

function cellProps({ place, x, y, reach }: Spot, column: number, props: CellsProps): CellProps {
  const [left, top, width, height] = props.backdrop.box;
  return {
    id: place.id,
    label: props.labels.get(place.id) ?? place.id,
    look: look(place.id, props, place.man !== null),
    chosen: props.selected.includes(place.id),
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

export class Cells extends Component<CellsProps> {
  #known = new Map<string, CellProps>();

  #cell(spot: Spot, column: number): CellProps {
    const props = cellProps(spot, column, this.props);
    const known = this.#known.get(props.id);
    if (known && same(known, props)) return known;
    this.#known.set(props.id, props);
    return props;
  }

  override render({ label, rows, locked }: CellsProps) {
    return (
      <div class="cells" role="grid" aria-label={label} aria-readonly={locked} data-keys="board">
        {rows.map((row, index) => (
          <Row
            key={`row ${row[0]!.place.y}`}
            index={index}
            cells={row.map((spot, column) => this.#cell(spot, column))}
          />
        ))}
      </div>
    );
  }
}
