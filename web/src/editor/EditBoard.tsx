/* The board of the editor: that of play, without its rules. A touch puts what is chosen; what is wrong is ringed. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Board } from "../board/Board";
import type { Table } from "../core/table";
import { keyOf } from "../ui/keys";
import { carrying } from "./carry";
import { LIFT, type Editing } from "./editing";

const NONE = new Set<string>();

/** The table as the board sees it: nothing leads anywhere. */
function still(table: Table): Table {
  const none: Partial<Table> = { targets: () => "", ahead: () => "", next: () => NONE };
  const get = (_: Table, name: keyof Table) => {
    const found = none[name] ?? table[name];
    return typeof found === "function" ? (found as () => unknown).bind(table) : found;
  };
  return new Proxy(table, { get } as ProxyHandler<Table>);
}

/* What stands on a place, to be carried over the page: as large as it is there. */
function ghostOf(box: HTMLElement, id: string): SVGElement | undefined {
  const man = box.querySelector<SVGGElement>(`[id$="-on-${CSS.escape(id)}"]`);
  const thing = man ?? box.querySelector<SVGGElement>(`[id$="-at-${CSS.escape(id)}"]`);
  if (!thing) return undefined;
  const { x, y, width, height } = thing.getBBox();
  const seen = thing.getBoundingClientRect();
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "ghost board");
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  svg.setAttribute("width", String(seen.width));
  svg.setAttribute("height", String(seen.height));
  svg.setAttribute("aria-hidden", "true");
  const copy = thing.cloneNode(true) as SVGElement;
  copy.removeAttribute("id");
  svg.append(copy);
  return svg;
}

export function EditBoard({ editing, flipped, label }: { editing: Editing; flipped: boolean; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const table = useMemo(() => still(editing.table), [editing]);
  const wrong = editing.wrong ? [] : (editing.sheet.faults[0]?.places ?? []);
  useLayoutEffect(
    () =>
      carrying(
        box.current!,
        (id) => ghostOf(box.current!, id),
        (from, to) => (to === undefined ? editing.touch(from, LIFT) : editing.carry(from, to)),
      ),
    [editing],
  );
  useLayoutEffect(() => {
    for (const cell of box.current!.querySelectorAll<HTMLElement>("[data-place]"))
      cell.toggleAttribute("data-wrong", wrong.includes(cell.dataset["place"]!));
  });
  const press = (event: KeyboardEvent) => {
    const place = (event.target as HTMLElement).dataset["place"];
    const key = keyOf(event);
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Delete" || key === "Backspace") editing.touch(place, LIFT);
    else if (/^[1-9]$/.test(key)) editing.choose(Number(key) - 1);
    else if (key === "0") editing.choose(LIFT);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="stage" ref={box} onKeyDownCapture={press}>
      <Board
        {...{ table, flipped, label }}
        state={editing.state}
        touched={[]}
        touchable={NONE}
        hint={[]}
        moved={0}
        onTouch={(id) => editing.touch(id)}
        onRelease={() => {}}
      />
    </div>
  );
}
