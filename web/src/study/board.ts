/* The board of a study, with its marks. */
import { computed } from "@preact/signals";
import { settings } from "../app/settings";
import { BoardModel, type Layers } from "../board/model";
import type { Table } from "../core/table";
import type { State } from "../core/types";
import { t } from "../i18n/texts";
import { titleOf } from "../ui/titles";
import { isMarked, marksOf, marksSpoken } from "./marks";
import type { Study } from "./study";

export class StudyBoard extends BoardModel {
  readonly #study: Study;
  /* Most reports of the engine change none of these. */
  readonly #marks = computed(() => marksOf(this.#study));
  readonly #isMarked = computed(() => isMarked(this.#study));
  readonly #label = computed(() => `${t("play.board", { game: titleOf(this.#study.id) })} ${marksSpoken(this.#study)}`);

  constructor(study: Study) {
    super();
    this.#study = study;
  }

  protected override get table(): Table {
    return this.#study.shownTable;
  }
  override get state(): State {
    return this.#study.state;
  }
  override get label(): string {
    return this.#label.value.trim();
  }
  override get flipped(): boolean {
    return this.#study.flipped;
  }
  override get layers(): Layers {
    return settings.layers(this.state.end !== "open");
  }
  override get marks(): string {
    return this.#marks.value;
  }
  /** Something of the engine is marked: the last move steps back. */
  get isMarked(): boolean {
    return this.#isMarked.value;
  }
  override get moved(): number {
    return this.#study.moved;
  }
  override get locked(): boolean {
    return this.#study.locked && this.#study.marking === undefined;
  }
  override get selected(): string[] {
    return this.#study.selection.selected;
  }
  override get selectable(): ReadonlySet<string> {
    return this.#study.selectable;
  }
  override get hint(): string[] {
    return this.#study.selection.hint;
  }
  override get refused(): string | undefined {
    return this.#study.selection.refused;
  }

  override tap(id: string): void {
    this.#study.tap(id);
  }
  override release(): void {
    this.#study.release();
  }
  override speak(text: string): void {
    this.#study.speak(text);
  }
  override drawMarks(prefix: string): string {
    return this.#study.table.marks(this.marks, prefix, this.flipped);
  }
}
