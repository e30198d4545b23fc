/* What a board shows and what is done on it. Play, games online, analysis, lessons, problems and the editor each have a
   small BoardModel; the board knows nothing else of them, and nothing of the core. A board that is only looked at has a
   StillModel: it may show a selection, but nothing can be selected. */
import type { Table } from "../core/table";
import type { Backdrop, Drawing, State } from "../core/types";

/** Layers that not everybody wants to see. */
export interface Layers {
  /** Marks the leader of each tile. */
  leads: boolean;
  /** Pieces in danger. */
  threats: boolean;
}

const NOTHING: string[] = [];
const NO_PLACES: ReadonlySet<string> = new Set();

export abstract class StillModel {
  /** The running game in the core. It is mutable: what is read from it hangs on `state`. */
  protected abstract get table(): Table;
  /** Undefined: the present position; else the position after so many events. */
  protected get at(): number | undefined {
    return undefined;
  }
  /** The position that is shown. */
  abstract get state(): State;
  /** For screen readers; "": decoration. */
  abstract get label(): string;
  get flipped(): boolean {
    return false;
  }
  get layers(): Layers {
    return { leads: this.state.end !== "open", threats: false };
  }
  /** Marks as src/draw/svg/layers.h reads them; "": none. */
  get marks(): string {
    return "";
  }
  get selected(): string[] {
    return NOTHING;
  }

  /* Drawing, for a board whose names have a prefix. */

  protected showing(prefix: string) {
    return { at: this.at, prefix, flipped: this.flipped };
  }
  draw(prefix: string): Drawing {
    const { selected } = this;
    /* In mid-move a piece may stand elsewhere already. */
    return this.table.draw(this.showing(prefix), selected.length > 1 ? selected : []);
  }
  /** What stays from move to move. */
  backdrop(prefix: string, drawing: Drawing): Backdrop {
    return this.table.backdrop(this.showing(prefix), drawing.backdrop);
  }
  /** Where the piece that is selected may go. */
  targets(prefix: string): string {
    return this.table.targets(this.showing(prefix), this.selected);
  }
  drawMarks(_prefix: string): string {
    return "";
  }
}

export abstract class BoardModel extends StillModel {
  /** Goes up by one when the last event is to be seen happening. */
  get moved(): number {
    return 0;
  }
  /** Nothing can be selected: an earlier position, the end of a game. */
  get locked(): boolean {
    return true;
  }
  /** The ids that can be selected next; none if it is not this player's turn. */
  get selectable(): ReadonlySet<string> {
    return NO_PLACES;
  }
  /** The ids of a suggested move, after those that are selected. */
  get hint(): string[] {
    return NOTHING;
  }
  /** Where a move went that is not confirmed yet. */
  get pending(): string[] {
    return NOTHING;
  }
  /** The id whose selection was just refused. */
  get refused(): string | undefined {
    return undefined;
  }
  /** Places at which the position is wrong. */
  get wrong(): string[] {
    return NOTHING;
  }

  tap(_id: string): void {}
  release(): void {}
  /** Says the answer to a speaking key. */
  speak(_text: string): void {}

  /* A pointer may move between the end of a game and the drawing of the next. */

  /** The targets of a piece, were it selected. */
  targetsOf(prefix: string, id: string): string {
    return this.table.closed ? "" : this.table.targets(this.showing(prefix), [id]);
  }
  /** The path of a move that is not made yet. */
  path(prefix: string, selected: string[]): string {
    return this.table.closed || this.locked ? "" : this.table.ahead(this.showing(prefix), selected);
  }
  /** What can be selected after these. */
  next(selected: string[]): ReadonlySet<string> {
    return this.table.closed ? NO_PLACES : this.table.next(selected);
  }
}
