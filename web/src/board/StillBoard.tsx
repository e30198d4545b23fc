/* A board that is only looked at: for home, setup, the rules, lists and frames of other sites. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Table } from "../core/table";
import type { Backdrop, Drawing, State } from "../core/types";
import { type Look, useLook } from "./Look";
import { StillModel } from "./model";
import { Picture } from "./Picture";

export function StillBoard({ model, look }: { model: StillModel; look: Look }) {
  const svg = useRef<SVGSVGElement>(null);
  const picture = useRef<Picture>();
  const { prefix } = look;
  const { leads, threats } = model.layers;
  const { label } = model;
  const drawing = model.draw(prefix);
  const backdrop = model.backdrop(prefix, drawing);
  const targets = model.selected.length > 0 ? model.targets(prefix) : "";
  const marks = model.drawMarks(prefix);
  useLayoutEffect(() => {
    const dress = look.share(backdrop.style);
    const dressed = dress({ targets, marks });
    picture.current ??= new Picture(svg.current!, prefix);
    picture.current.show(dress(backdrop), dress(drawing), { leads, threats });
    picture.current.targets(dressed.targets);
    picture.current.marks(dressed.marks);
  }, [look, prefix, drawing, backdrop, targets, marks, leads, threats]);
  const { box } = backdrop;
  const [, , width, height] = box;
  const named = label === "" ? ({ "aria-hidden": "true" } as const) : ({ role: "img", "aria-label": label } as const);
  return (
    <svg ref={svg} class="board" viewBox={box.join(" ")} width={width} height={height} focusable="false" {...named} />
  );
}

export interface PositionProps {
  spec: string;
  position?: string;
  moves?: string[];
  selected?: string[];
  label?: string;
  flipped?: boolean;
}

/* It is drawn at once, so that its table can be closed: a module has few (src/wasm/game.c). */
class Position extends StillModel {
  protected override readonly table: Table;
  override readonly state: State;
  readonly #drawing: Drawing;
  readonly #backdrop: Backdrop;
  readonly #targets: string;

  constructor(
    readonly props: PositionProps,
    prefix: string,
  ) {
    super();
    this.table = Table.open(props.spec, props.position);
    try {
      for (const move of props.moves ?? []) this.table.play(move);
      this.state = this.table.state();
      this.#drawing = super.draw(prefix);
      this.#backdrop = super.backdrop(prefix, this.#drawing);
      this.#targets = this.selected.length > 0 ? super.targets(prefix) : "";
    } finally {
      this.table.close();
    }
  }

  override get label(): string {
    return this.props.label ?? "";
  }
  override get flipped(): boolean {
    return this.props.flipped ?? false;
  }
  override get selected(): string[] {
    return this.props.selected ?? [];
  }
  override draw(): Drawing {
    return this.#drawing;
  }
  override backdrop(): Backdrop {
    return this.#backdrop;
  }
  override targets(): string {
    return this.#targets;
  }
}

/** A position, or where moves lead from it. */
export function PositionBoard(props: PositionProps) {
  const { spec, position, moves = [], selected = [], label, flipped } = props;
  const look = useLook();
  const lists = `${moves.join(" ")}/${selected.join(" ")}`;
  /* biome-ignore lint/correctness/useExhaustiveDependencies: lists are new ones whenever the parent is rendered */
  const model = useMemo(() => new Position(props, look.prefix), [look, spec, position, lists, label, flipped]);
  return <StillBoard model={model} look={look} />;
}
