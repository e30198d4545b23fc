/* The board of the editor, where no rule counts: a tap places what is chosen, and nothing leads anywhere. */
import { BoardModel } from "../board/model";
import type { Table } from "../core/table";
import type { State } from "../core/types";
import { titleOf } from "../ui/titles";
import type { Editing } from "./editing";
import { editorText } from "./words";

const NOTHING: string[] = [];
const NO_PLACES: ReadonlySet<string> = new Set();

export class EditorBoard extends BoardModel {
  readonly #editing: Editing;

  constructor(editing: Editing) {
    super();
    this.#editing = editing;
  }

  protected override get table(): Table {
    return this.#editing.table;
  }
  override get state(): State {
    return this.#editing.state;
  }
  override get label(): string {
    return editorText("board", { game: titleOf(this.state.id) });
  }
  override get flipped(): boolean {
    return this.#editing.flipped;
  }
  override get locked(): boolean {
    return false;
  }
  override get wrong(): string[] {
    const { wrong, sheet } = this.#editing;
    return (!wrong && sheet.faults[0]?.places) || NOTHING;
  }

  override tap(id: string): void {
    this.#editing.tap(id);
  }

  override targets(): string {
    return "";
  }
  override targetsOf(): string {
    return "";
  }
  override path(): string {
    return "";
  }
  override next(): ReadonlySet<string> {
    return NO_PLACES;
  }
}
