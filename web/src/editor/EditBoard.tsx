/* The board of the editor, with dragging and keys of its own. */
import { useRef } from "preact/hooks";
import { Board } from "../board/Board";
import { pictureIn } from "../board/Picture";
import { keyOf } from "../ui/keys";
import { useScope } from "../ui/useScope";
import { carryPieces } from "./carry";
import { LIFT, type Editing } from "./editing";

/* A copy of what is on a place, as large as it is there, to be dragged over the page. */
function ghostOf(box: HTMLElement, id: string): SVGElement | undefined {
  const picture = pictureIn(box);
  const thing = picture.man(id) ?? picture.ground(id);
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

export function EditBoard({ editing }: { editing: Editing }) {
  const box = useRef<HTMLDivElement>(null);
  useScope(
    (scope) =>
      carryPieces(
        scope,
        box.current!,
        (id) => ghostOf(box.current!, id),
        (from, to) => (to === undefined ? editing.tap(from, LIFT) : editing.carry(from, to)),
      ),
    [editing],
  );
  const press = (event: KeyboardEvent) => {
    const place = (event.target as HTMLElement).dataset["place"];
    const key = keyOf(event);
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Delete" || key === "Backspace") editing.tap(place, LIFT);
    else if (/^[1-9]$/.test(key)) editing.choose(Number(key) - 1);
    else if (key === "0") editing.choose(LIFT);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="stage" ref={box} onKeyDownCapture={press}>
      <Board model={editing.board} />
    </div>
  );
}
