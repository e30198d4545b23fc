/* A board to look at: for home, setup and the rules. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Table } from "../core/table";
import type { Backdrop, Drawing } from "../core/types";
import { Picture } from "./Picture";
import { useLook } from "./useStage";

export interface StillBoardProps {
  spec: string;
  position?: string;
  moves?: string[];
  touched?: string[];
  /** What is to be seen, for those who do not see it; without it the picture is decoration. */
  label?: string;
  flipped?: boolean;
}

function drawn(
  { spec, position = "", moves = [], touched = [], flipped = false }: StillBoardProps,
  prefix: string,
): { backdrop: Backdrop; drawing: Drawing; targets: string; leads: boolean } {
  const table = Table.open(spec, position);
  try {
    for (const move of moves) table.play(move);
    const drawing = table.draw({ prefix, flipped }, touched);
    const backdrop = table.backdrop({ prefix, flipped }, drawing.backdrop);
    const targets = touched.length > 0 ? table.targets({ prefix, flipped }, touched) : "";
    return { backdrop, drawing, targets, leads: table.state().end !== "open" };
  } finally {
    table.close();
  }
}

export function StillBoard(props: StillBoardProps) {
  const { spec, position, moves = [], touched = [], label, flipped } = props;
  const look = useLook();
  const svg = useRef<SVGSVGElement>(null);
  const picture = useRef<Picture>();
  const all = useMemo(() => drawn(props, look.prefix), [spec, position, moves.join(" "), touched.join(" "), flipped]);
  useLayoutEffect(() => {
    look.use(all.backdrop.style);
    picture.current ??= new Picture(svg.current!, look.prefix);
    picture.current.show(all.backdrop, all.drawing, all);
    picture.current.targets(all.targets);
  }, [all]);
  const { box } = all.backdrop;
  const [, , width, height] = box;
  const named =
    label === undefined ? ({ "aria-hidden": "true" } as const) : ({ role: "img", "aria-label": label } as const);
  return (
    <svg ref={svg} class="board" viewBox={box.join(" ")} width={width} height={height} focusable="false" {...named} />
  );
}
