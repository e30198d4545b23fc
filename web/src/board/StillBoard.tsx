/* A board that is only looked at: for home, setup, the rules and lists. */
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
  /** Describes it to screen readers; without a label the picture is decoration. */
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
  const { prefix } = look;
  const [played, selected] = [moves.join(" "), touched.join(" ")];
  /* biome-ignore lint/correctness/useExhaustiveDependencies: lists of moves are new ones at each drawing of the parent */
  const all = useMemo(() => drawn(props, prefix), [prefix, spec, position, played, selected, flipped]);
  useLayoutEffect(() => {
    const { backdrop, drawing, targets } = all;
    const dress = look.share(backdrop.style);
    picture.current ??= new Picture(svg.current!, look.prefix);
    picture.current.show(dress(backdrop), dress(drawing), all);
    picture.current.targets(dress({ targets }).targets);
  }, [look, all]);
  const { box } = all.backdrop;
  const [, , width, height] = box;
  const named =
    label === undefined ? ({ "aria-hidden": "true" } as const) : ({ role: "img", "aria-label": label } as const);
  return (
    <svg ref={svg} class="board" viewBox={box.join(" ")} width={width} height={height} focusable="false" {...named} />
  );
}
