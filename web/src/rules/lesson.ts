/* A first game in small steps, played on a real table.

   A step has a task, a goal and a reply; docs/formats.md says what they mean, and the core sets up its board and knows
   its goal (src/study/lesson.h). A step can be entered from anywhere. The first one says the aim, and the board plays a
   win by itself. A move that is legal but not the one asked for is made, seen, and taken back; a touch that leads nowhere
   is refused with the reason, which in some steps is the goal. */
import { keep, kept } from "../app/keep";
import { settings } from "../app/settings";
import { Store } from "../app/store";
import { readLesson, Table } from "../core/table";
import type { LessonStep, Message, State } from "../core/types";
import { Touching } from "../game/touching";
import { say, t } from "../i18n/texts";
import type { Learning } from "./learning";

/* How long a move that was not asked for stays to be seen, and how fast replies follow each other. */
const SEEN = 1100;
const PACE = 700;
const PACE_STILL = 350;
/* A win that is watched: the board is looked at first. */
const LOOK = 1200;
const PACE_WATCHED = 1000;

/* Where one was, and what one left out. The browser may have kept anything. */
function keptPlace(key: string): { at: number; skipped: number[] } {
  const { at, skipped } = kept<{ at?: unknown; skipped?: unknown }>(key) ?? {};
  const isStep = (step: unknown): step is number => Number.isInteger(step) && (step as number) >= 0;
  return { at: isStep(at) ? at : 0, skipped: Array.isArray(skipped) ? skipped.filter(isStep) : [] };
}

export interface LessonNote {
  tone: "why" | "neutral" | "hint";
  text: string;
}

export class Lesson extends Store {
  readonly steps: LessonStep[];
  readonly touching = new Touching(
    () => this.#table,
    () => this.changed(),
  );
  readonly #text: string;
  readonly #sentences: Record<string, string>;
  readonly #kept: string;
  readonly #skipped = new Set<number>();
  readonly #solved = new Set<number>(); /* who looks back has not skipped them */
  #table!: Table;
  #state!: State;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #way: string[] = []; /* what is still to be touched of what is being shown */

  /** The step, from 0; their number when all are done. */
  index = 0;
  /** The goal of the step was reached. */
  done = false;
  /** Something happens by itself: a reply, or a move taken back. */
  busy = false;
  moved = 0;
  note: LessonNote | undefined;

  constructor(
    readonly game: string,
    learning: Learning,
  ) {
    super();
    this.#text = learning.lesson;
    this.steps = readLesson(this.#text);
    this.#sentences = learning.sentences;
    this.#kept = `lesson.${game}`;
    const { at, skipped } = keptPlace(this.#kept);
    for (let index = 0; index < at; index++) (skipped.includes(index) ? this.#skipped : this.#solved).add(index);
    this.#enter(at < this.steps.length ? at : 0);
  }

  get table(): Table {
    return this.#table;
  }
  get state(): State {
    return this.#state;
  }
  get over(): boolean {
    return this.index >= this.steps.length;
  }
  get step(): LessonStep | undefined {
    return this.steps[this.index];
  }
  /** How many steps were left out. */
  get skipped(): number {
    return this.#skipped.size;
  }
  get task(): string {
    return this.step ? (this.#sentences[`lesson.${this.step.name}.task`] ?? "") : "";
  }
  /** What is said when the goal is reached and the other side has replied. */
  get answer(): string {
    return this.step && this.done && !this.busy ? (this.#sentences[`lesson.${this.step.name}.done`] ?? "") : "";
  }
  /** A win is shown: there is nothing to do. */
  get watching(): boolean {
    return this.step?.goal === "watch";
  }
  /** The learner may act. */
  get open(): boolean {
    return !this.over && !this.done && !this.busy && !this.watching;
  }
  get mayRoll(): boolean {
    return this.open && this.#state.turn === "chance";
  }
  get touchable(): Set<string> {
    return this.open ? this.touching.next : new Set();
  }

  /* ---- what the learner does ---- */

  touch(id: string): void {
    if (!this.open) return;
    const [shown, ...rest] = this.#way;
    this.#lead(id === shown ? rest : []);
    if (this.step!.goal === "touch") this.#tryOut(id);
    else {
      const { move, why } = this.touching.touch(id);
      this.#explain(why);
      if (move !== null) this.#play(move);
    }
    this.changed();
  }

  release(): void {
    if (!this.open) return;
    this.#hold();
    this.changed();
  }

  /** The die shows what the lesson wants. */
  roll(): void {
    const { move } = this.#shown;
    if (this.mayRoll && move !== null) this.#play(move);
    this.changed();
  }

  /** Shows what to touch, one thing after the other; or the win once more. */
  show(): void {
    if (this.watching) return this.#goTo(this.index, true);
    if (!this.open || this.mayRoll) return;
    this.#hold();
    this.#lead(this.#shown.touches);
    this.changed();
  }

  next(): void {
    if (this.over || (this.busy && !this.watching)) return;
    if (this.done || this.watching) this.#solved.add(this.index);
    if (this.#solved.has(this.index)) this.#skipped.delete(this.index);
    else this.#skipped.add(this.index);
    const after = this.steps[this.index + 1];
    if (!this.done || !after?.goes_on) return this.#goTo(this.index + 1);
    this.#settle(this.index + 1);
    this.changed();
  }

  back(): void {
    if (this.index > 0) this.#goTo(this.over ? this.steps.length - 1 : this.index - 1);
  }

  restart(): void {
    this.#skipped.clear();
    this.#solved.clear();
    this.#goTo(0);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.touching.close();
    this.#table.close();
  }

  /* ---- what follows ---- */

  /* Rings the first of these; the others follow as they are touched. */
  #lead(way: string[]): void {
    const begun = this.#way.length > 0 && way.length > 0;
    this.#way = way;
    this.touching.hint = way.slice(0, 1);
    this.note = way.length > 0 ? { tone: "hint", text: t(begun ? "lesson.shown-next" : "lesson.shown") } : undefined;
  }

  /* A touch that is to be refused; the others of the step are in hand. */
  #tryOut(id: string): void {
    const wanted = this.step!.wanted.at(-1);
    const { touched } = this.touching;
    if (touched.includes(id)) return;
    if (id !== wanted && this.touchable.has(id)) {
      this.note = { tone: "neutral", text: t("lesson.other") };
      return;
    }
    this.touching.refuse(id);
    this.#explain(this.#table.why(touched, id).why);
    if (id === wanted) this.done = true;
  }

  #explain(why: Message | null | undefined): void {
    if (why) this.note = { tone: "why", text: say(this.game, why) };
  }

  get #shown(): { move: string | null; touches: string[] } {
    return this.#table.showStep(this.#text, this.index + 1);
  }

  #play(move: string): void {
    this.#lead([]);
    this.#table.play(move);
    this.#look();
    this.moved++;
    this.touching.letGo();
    this.done = this.#table.reachedStep(this.#text, this.index + 1);
    if (this.done) this.#reply(this.step!.reply);
    else this.#takeBack();
  }

  #takeBack(): void {
    const { index } = this;
    this.busy = true;
    this.note = { tone: "neutral", text: t("lesson.taken-back") };
    this.#timer = setTimeout(() => {
      const { note } = this;
      this.#enter(index);
      this.note = note;
      this.changed();
    }, SEEN);
  }

  /* Plays these, and what is to be seen of the step has been. */
  #reply(moves: string[], pace = settings.still ? PACE_STILL : PACE, first = pace): void {
    const [move, ...rest] = moves;
    this.busy = move !== undefined;
    if (move === undefined) return void (this.done = true);
    this.#timer = setTimeout(() => {
      this.#table.play(move);
      this.#look();
      this.moved++;
      this.#reply(rest, pace);
      this.changed();
    }, first);
  }

  /* Lets go of what was touched, but for what the step puts in hand. */
  #hold(): void {
    this.#way = [];
    this.touching.letGo(this.step?.goal === "touch" ? this.step.wanted.slice(0, -1) : []);
    this.note = undefined;
  }

  #goTo(index: number, again = false): void {
    this.#enter(index, again);
    this.changed();
  }

  #settle(index: number): void {
    clearTimeout(this.#timer);
    this.index = index;
    this.done = false;
    this.busy = false;
    this.#hold();
    keep(this.#kept, this.over ? undefined : { at: index, skipped: [...this.#skipped] });
  }

  /* Lays out the board of a step. After the last one the board stays. A win to watch begins by itself; where nothing is to
     move it stands at its end, and is played when it is asked for. */
  #enter(index: number, again = false): void {
    this.#settle(index);
    if (this.over) return;
    const old = this.#table as Table | undefined;
    this.#table = Table.forStep(this.game, this.#text, index + 1);
    old?.close();
    this.#look();
    this.#hold();
    if (!this.watching) return;
    const moves = this.step!.reply;
    if (again || !settings.still) return this.#reply(moves, PACE_WATCHED, again ? PACE_WATCHED : LOOK);
    for (const move of moves) this.#table.play(move);
    this.#look();
    this.done = true;
  }

  #look(): void {
    this.#state = this.#table.state();
  }
}
