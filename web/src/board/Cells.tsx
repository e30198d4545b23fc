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

/* Drawn anew only when something about it changed: a board has up to 192 of them. */
class Cell extends Component<CellProps> {
  override shouldComponentUpdate(next: CellProps): boolean {
    return (Object.keys(next) as (keyof CellProps)[]).some((name) => next[name] !== this.props[name]);
  }

  override render({ id, label, look, chosen, tab, column, left, top, width, height }: CellProps) {
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

export interface CellsProps {
  label: string;
  rows: Spot[][];
  backdrop: Backdrop;
  labels: Map<string, string>;
  active: string;
  touched: string[];
  touchable: Set<string>;
  hint: string[];
  refused: string | undefined;
  locked: boolean;
}

function look(id: string, props: CellsProps, man: boolean): string {
  const { touched, touchable, hint, refused } = props;
  let names = "cell";
  if (touchable.has(id)) names += man ? " is-mine" : " is-target";
  if (touched.includes(id)) names += " is-chosen";
  if (hint.includes(id)) names += " is-hint";
  if (refused === id) names += " is-refused";
  return names;
}

export function Cells(props: CellsProps) {
  const { label, rows, backdrop, labels, active, touched, locked } = props;
  const [x, y, width, height] = backdrop.box;
  return (
    <div class="cells" role="grid" aria-label={label} aria-readonly={locked} data-keys="board">
      {rows.map((row, index) => (
        <div role="row" key={`row ${row[0]!.place.y}`} aria-rowindex={index + 1}>
          {row.map(({ place, x: middle, y: centre, reach }, column) => (
            <Cell
              key={place.id}
              id={place.id}
              label={labels.get(place.id) ?? place.id}
              look={look(place.id, props, place.man !== null)}
              chosen={touched.includes(place.id)}
              tab={place.id === active}
              column={column + 1}
              left={percent(middle - reach - x, width)}
              top={percent(centre - reach - y, height)}
              width={percent(2 * reach, width)}
              height={percent(2 * reach, height)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
