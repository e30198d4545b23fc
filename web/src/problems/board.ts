/* The board of something to be solved step by step: a lesson or a problem. Danger is not shown: seeing it may be the
   task. */
import { signal } from "@preact/signals";
import { BoardModel } from "../board/model";
import type { Table } from "../core/table";
import type { State } from "../core/types";
import type { MoveSelection } from "../game/selection";

/** A lesson or a problem, as its board sees it. */
interface Exercise {
  readonly table: Table;
  readonly state: State;
  readonly moved: number;
  /** The player may act. */
  readonly isOpen: boolean;
  readonly selection: MoveSelection;
  readonly selectable: ReadonlySet<string>;
  readonly mayRoll?: boolean;
  tap(id: string): void;
  release(): void;
  roll?(): void;
}

export class ExerciseBoard extends BoardModel {
  readonly #exercise: Exercise;
  readonly #label: () => string;
  readonly #spoken = signal("");

  constructor(exercise: Exercise, label: () => string) {
    super();
    this.#exercise = exercise;
    this.#label = label;
  }

  /** The answer to the last speaking key. */
  get spoken(): string {
    return this.#spoken.value;
  }

  protected override get table(): Table {
    return this.#exercise.table;
  }
  override get state(): State {
    return this.#exercise.state;
  }
  override get label(): string {
    return this.#label();
  }
  override get moved(): number {
    return this.#exercise.moved;
  }
  override get locked(): boolean {
    return !this.#exercise.isOpen;
  }
  override get selected(): string[] {
    return this.#exercise.selection.selected;
  }
  override get selectable(): ReadonlySet<string> {
    return this.#exercise.selectable;
  }
  override get hint(): string[] {
    return this.#exercise.selection.hint;
  }
  override get refused(): string | undefined {
    return this.#exercise.selection.refused;
  }
  /** Rolls the die that is due, for the tray. */
  get roll(): (() => void) | undefined {
    return this.#exercise.mayRoll ? () => this.#exercise.roll?.() : undefined;
  }

  override tap(id: string): void {
    this.#exercise.tap(id);
  }
  override release(): void {
    this.#exercise.release();
  }
  override speak(text: string): void {
    this.#spoken.value = text;
  }
}
