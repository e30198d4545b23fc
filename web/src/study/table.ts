/* A table whose game stands at a node of a tree: the tree is the core's (src/study/variations.h). */
import { Table } from "../core/table";
import type { StudyNode } from "../core/types";

export class StudyTable extends Table {
  /** The first game of a record, with its variations, at the end of its main line. */
  static read(text: string): StudyTable {
    return new StudyTable("", (core) => {
      const { table } = core.ask("record_open", text);
      core.ask("study_open", table);
      return table;
    });
  }

  override close(): void {
    if (!this.closed) this.core.number("study_close", this.number);
    super.close();
  }

  tree(): { at: number; nodes: StudyNode[] } {
    return this.core.ask("study_tree", this.number);
  }

  go(node: number): void {
    this.change(() => this.core.ask("study_go", this.number, node));
  }

  /** Plays a move from here; throws a CoreError whose fault says why not. Returns its node. */
  add(move: string): number {
    return this.change(() => this.core.ask("study_play", this.number, move));
  }

  promote(node: number): void {
    this.change(() => this.core.ask("study_promote", this.number, node));
  }

  /** Returns how many moves went. */
  cut(node: number): number {
    return this.change(() => this.core.ask("study_cut", this.number, node));
  }

  restore(node: number): void {
    this.change(() => this.core.ask("study_restore", this.number, node));
  }

  comment(node: number, text: string): void {
    this.change(() => this.core.ask("study_comment", this.number, node, text));
  }

  mark(node: number, marks: string): void {
    this.change(() => this.core.ask("study_mark", this.number, node, marks));
  }

  /** The whole tree. */
  whole(form: "text" | "json"): string {
    return this.core.ask("study_record", this.number, form === "json" ? 1 : 0).record;
  }

  /** Marks as src/draw/svg/layers.h says, drawn. */
  marks(text: string, prefix: string, flipped: boolean): string {
    return text === "" ? "" : this.core.ask("table_marks", this.number, text, prefix, flipped ? 1 : 0).marks;
  }
}
