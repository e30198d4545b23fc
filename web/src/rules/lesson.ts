/* A first game in small steps, played on a real table.

   A step has a task, a goal and a reply; docs/formats.md says what they mean, and the core sets up its board and knows
   its goal (src/study/lesson.h). A step can be entered from anywhere. The first step says the aim, and the board plays a
   win by itself. A move that is legal but not asked for is made, seen, and taken back; a tap that leads nowhere is
   refused with the reason, which in some steps is the goal. */
import { action, signal } from "@preact/signals";
import { readLocal, writeLocal } from "../app/local";
import { actions } from "../app/model";
import type { Scope } from "../app/scope";
import { settings } from "../app/settings";
import { readLesson, Table } from "../core/table";
import type { LessonStep, Message, State } from "../core/types";
import { MoveSelection } from "../game/selection";
import { say, t } from "../i18n/texts";
import { titleOf } from "../ui/titles";
import { ExerciseBoard } from "../problems/board";
import type { Learning } from "./learning";

/* In ms: how long a move that was not asked for is shown, and the time between replies. */
const SEEN = 1100;
const PACE = 700;
const PACE_STILL = 350;
/* Of a win that is watched; its first position is shown for longer. */
const PACE_WATCHED = 1000;
const LOOK = 1200;

const NO_PLACES: ReadonlySet<string> = new Set();

/* Where the learner was, and which steps they skipped. The browser may have stored anything. */
function savedPlace(key: string): { at: number; skipped: number[] } {
  const { at, skipped } = readLocal<{ at?: unknown; skipped?: unknown }>(key) ?? {};
  const isStep = (step: unknown): step is number => Number.isInteger(step) && (step as number) >= 0;
  return { at: isStep(at) ? at : 0, skipped: Array.isArray(skipped) ? skipped.filter(isStep) : [] };
}

export interface LessonNote {
  tone: "why" | "neutral" | "hint";
  text: () => string;
}

export class Lesson {
  readonly game: string;
  readonly steps: LessonStep[];
  readonly selection: MoveSelection;
  readonly board: ExerciseBoard;
  readonly #scope: Scope;
  readonly #learning: () => Learning;
  readonly #text: string;
  readonly #key: string; /* under which the step is saved */
  readonly #solved = new Set<number>(); /* steps that the learner may go back to without skipping them */
  /* The table is mutable: this is another object after each change. */
  readonly #shown = signal<{ table: Table; state: State }>(undefined!);
  readonly #index = signal(0);
  readonly #done = signal(false);
  readonly #busy = signal(false);
  readonly #moved = signal(0);
  readonly #note = signal<LessonNote | undefined>(undefined);
  readonly #skipped = signal<ReadonlySet<number>>(new Set());
  #cancel = () => {}; /* calls off what happens next */
  #path: string[] = []; /* what is still to be selected of what "Show me" shows */

  /** `learning` returns it in the language in use. */
  constructor(scope: Scope, game: string, learning: () => Learning) {
    this.game = game;
    this.#scope = scope;
    this.#learning = learning;
    this.#text = learning().lesson;
    this.steps = readLesson(this.#text);
    this.#key = `lesson.${game}`;
    this.selection = new MoveSelection(scope, () => this.table);
    this.board = new ExerciseBoard(this, () => t("lesson.board", { game: titleOf(game) }));
    const { at, skipped } = savedPlace(this.#key);
    const before = Array.from({ length: at }, (_, index) => index);
    this.#skipped.value = new Set(before.filter((index) => skipped.includes(index)));
    for (const index of before) if (!skipped.includes(index)) this.#solved.add(index);
    this.#enter(at < this.steps.length ? at : 0);
    scope.onEnd(() => this.table.close());
  }

  get table(): Table {
    return this.#shown.value.table;
  }
  get state(): State {
    return this.#shown.value.state;
  }
  /** The step, from 0; their number when all are done. */
  get index(): number {
    return this.#index.value;
  }
  /** The goal of the step was reached. */
  get done(): boolean {
    return this.#done.value;
  }
  /** Something happens by itself: a reply, or a move that is taken back. */
  get busy(): boolean {
    return this.#busy.value;
  }
  /** Goes up when the last event should be seen happening. */
  get moved(): number {
    return this.#moved.value;
  }
  get note(): LessonNote | undefined {
    return this.#note.value;
  }
  get over(): boolean {
    return this.index >= this.steps.length;
  }
  get step(): LessonStep | undefined {
    return this.steps[this.index];
  }
  /** How many steps were skipped. */
  get skipped(): number {
    return this.#skipped.value.size;
  }
  get task(): string {
    return this.#sentence("task");
  }
  /** Said when the goal is reached and the opponent has replied. */
  get answer(): string {
    return this.done && !this.busy ? this.#sentence("done") : "";
  }
  /** A win is shown: there is nothing to do. */
  get watching(): boolean {
    return this.step?.goal === "watch";
  }
  /** The learner may act. */
  get isOpen(): boolean {
    return !this.over && !this.done && !this.busy && !this.watching;
  }
  get mayRoll(): boolean {
    return this.isOpen && this.state.turn === "chance";
  }
  get selectable(): ReadonlySet<string> {
    return this.isOpen ? this.selection.next : NO_PLACES;
  }

  #sentence(part: "task" | "done"): string {
    return (this.step && this.#learning().sentences[`lesson.${this.step.name}.${part}`]) ?? "";
  }

  /* ---- what the learner does ---- */

  tap(id: string): void {
    if (!this.isOpen) return;
    const [shown, ...rest] = this.#path;
    this.#lead(id === shown ? rest : []);
    if (this.step!.goal === "touch") return this.#tryOut(id);
    const { move, why } = this.selection.tap(id);
    this.#explain(why);
    if (move !== null) this.#play(move);
  }

  release(): void {
    if (this.isOpen) this.#clear();
  }

  /** The die shows what the lesson wants. */
  roll(): void {
    const { move } = this.#solution;
    if (this.mayRoll && move !== null) this.#play(move);
  }

  /** Shows what to select, one thing after the other; or the win once more. */
  show(): void {
    if (this.watching) return this.#enter(this.index, true);
    if (!this.isOpen || this.mayRoll) return;
    this.#clear();
    this.#lead(this.#solution.touches);
  }

  next(): void {
    const { index } = this;
    if (this.over || (this.busy && !this.watching)) return;
    if (this.done || this.watching) this.#solved.add(index);
    const skipped = new Set(this.#skipped.value);
    if (this.#solved.has(index)) skipped.delete(index);
    else skipped.add(index);
    this.#skipped.value = skipped;
    const hasBoard = this.done && this.steps[index + 1]?.goes_on;
    if (hasBoard) this.#start(index + 1);
    else this.#enter(index + 1);
  }

  back(): void {
    if (this.index > 0) this.#enter(this.over ? this.steps.length - 1 : this.index - 1);
  }

  restart(): void {
    this.#skipped.value = new Set();
    this.#solved.clear();
    this.#enter(0);
  }

  /* ---- what follows ---- */

  /* Rings the first of these; the others follow as they are selected. */
  #lead(path: string[]): void {
    const hasBegun = this.#path.length > 0;
    this.#path = path;
    this.selection.suggest(path.slice(0, 1));
    const text = () => t(hasBegun ? "lesson.shown-next" : "lesson.shown");
    this.#note.value = path.length > 0 ? { tone: "hint", text } : undefined;
  }

  /* A tap that is to be refused; the others of the step are selected. */
  #tryOut(id: string): void {
    const wanted = this.step!.wanted.at(-1);
    const { selected } = this.selection;
    if (selected.includes(id)) return;
    if (id !== wanted && this.selectable.has(id)) {
      this.#note.value = { tone: "neutral", text: () => t("lesson.other") };
      return;
    }
    this.selection.refuse(id);
    this.#explain(this.table.why(selected, id).why);
    if (id === wanted) this.#done.value = true;
  }

  #explain(why: Message | null | undefined): void {
    if (why) this.#note.value = { tone: "why", text: () => say(this.game, why) };
  }

  get #solution(): { move: string | null; touches: string[] } {
    return this.table.showStep(this.#text, this.index + 1);
  }

  #play(move: string): void {
    this.#lead([]);
    this.#make(move);
    this.selection.clear();
    this.#done.value = this.table.reachedStep(this.#text, this.index + 1);
    if (this.done) this.#reply(this.step!.reply);
    else this.#takeBack();
  }

  #make(move: string): void {
    this.table.play(move);
    this.#look();
    this.#moved.value++;
  }

  #takeBack(): void {
    const note: LessonNote = { tone: "neutral", text: () => t("lesson.taken-back") };
    this.#busy.value = true;
    this.#note.value = note;
    this.#after(SEEN, () => {
      this.#enter(this.index);
      this.#note.value = note;
    });
  }

  /* Plays these; then everything of the step has been seen. */
  #reply(moves: string[], pace = settings.still ? PACE_STILL : PACE, first = pace): void {
    const [move, ...rest] = moves;
    this.#busy.value = move !== undefined;
    if (move === undefined) return void (this.#done.value = true);
    this.#after(first, () => {
      this.#make(move);
      this.#reply(rest, pace);
    });
  }

  #after(milliseconds: number, run: () => void): void {
    this.#cancel = this.#scope.timeout(milliseconds, action(run));
  }

  /* Clears the selection, except what the step selects. */
  #clear(): void {
    this.#path = [];
    this.selection.clear(this.step?.goal === "touch" ? this.step.wanted.slice(0, -1) : []);
    this.#note.value = undefined;
  }

  /* A step on the board that is there. */
  #start(index: number): void {
    this.#cancel();
    this.#index.value = index;
    this.#done.value = false;
    this.#busy.value = false;
    this.#clear();
    writeLocal(this.#key, this.over ? undefined : { at: index, skipped: [...this.#skipped.value] });
  }

  /* A step on its own board; after the last step the board stays. A win to watch starts by itself. Where nothing is to
     move it is shown at its end, and played when the learner asks for it. */
  #enter(index: number, again = false): void {
    this.#start(index);
    if (this.over) return;
    const before = this.#shown.value as { table: Table } | undefined;
    this.#look(Table.forStep(this.game, this.#text, index + 1));
    before?.table.close();
    if (!this.watching) return;
    const moves = this.step!.reply;
    if (again || !settings.still) return this.#reply(moves, PACE_WATCHED, again ? PACE_WATCHED : LOOK);
    for (const move of moves) this.table.play(move);
    this.#look();
    this.#done.value = true;
  }

  #look(table = this.table): void {
    this.#shown.value = { table, state: table.state() };
  }
}

actions(Lesson, "tap", "release", "roll", "show", "next", "back", "restart");
