/* A first game in small steps, played on a real table.

   A step has a task, a goal and a reply; docs/formats.md says what they mean. What the learner does goes through the
   core like any touch: a move that is legal but not the one asked for is made, seen, and taken back; a touch that leads
   nowhere is refused with the reason, which in some steps is the goal. A step can be entered from anywhere: its board
   is then made by playing the steps before it as asked. */
import { keep, kept } from "../app/keep";
import { settings } from "../app/settings";
import { Table } from "../core/table";
import type { State } from "../core/types";
import { t } from "../i18n/texts";
import { specOf, startOf, words, type Learning } from "./learning";
import { Tried } from "./tried";

export type Goal =
  | { kind: "any" }
  | { kind: "move"; moves: string[] }
  | { kind: "touch"; inHand: string[]; id: string }
  | { kind: "win" };

export interface LessonStep {
  name: string;
  /** Goes on where the step before ended; what follows is then empty. */
  goesOn: boolean;
  spec: string;
  position: string;
  moves: string[];
  goal: Goal;
  reply: string[];
}

/* How long a move that was not asked for stays to be seen, and how fast replies follow each other. */
const SEEN = 1100;
const PACE = 700;
const PACE_STILL = 350;

function goalOf(field: string): Goal {
  const [kind, ...rest] = words(field);
  if (kind === "move") return { kind, moves: rest };
  if (kind === "touch") return { kind, inHand: rest.slice(0, -1), id: rest.at(-1) ?? "" };
  return { kind: kind === "win" ? "win" : "any" };
}

export function stepsOf(game: string, rows: string[][]): LessonStep[] {
  return rows.map(([name = "", options = "", start = "", goal = "", reply = ""]) => {
    const goesOn = options === "^" && start === "^";
    const board = goesOn ? { spec: "", position: "", moves: [] } : { spec: specOf(game, options), ...startOf(start) };
    return { name, goesOn, ...board, goal: goalOf(goal), reply: words(reply) };
  });
}

const wonBy = (state: State, seat: number): boolean => state.end !== "open" && state.result === `p${seat}win`;

/** A move that ends the game in favour of the one who makes it. */
function winningMove(state: State): string | undefined {
  return state.steps.find(({ move }) => {
    const table = Table.open(state.game, state.position);
    table.play(move);
    const won = wonBy(table.state(), state.seat);
    table.close();
    return won;
  })?.move;
}

/** The move that reaches a goal, or the first of them; a refused touch is none. */
function goalMove(goal: Goal, state: State): string | undefined {
  switch (goal.kind) {
    case "any": return state.steps[0]?.move;
    case "move": return goal.moves[0];
    case "win": return winningMove(state);
    case "touch": return undefined;
  }
}

/* Where one was, and what one left out. The browser may have kept anything. */
function keptPlace(key: string): { at: number; skipped: number[] } {
  const { at, skipped } = kept<{ at?: unknown; skipped?: unknown }>(key) ?? {};
  const isStep = (step: unknown): step is number => Number.isInteger(step) && (step as number) >= 0;
  return { at: isStep(at) ? at : 0, skipped: Array.isArray(skipped) ? skipped.filter(isStep) : [] };
}

export class Lesson extends Tried {
  readonly steps: LessonStep[];
  readonly #sentences: Record<string, string>;
  readonly #kept: string;
  readonly #skipped = new Set<number>();
  readonly #solved = new Set<number>(); /* who looks back has not skipped them */
  #table!: Table;
  #state!: State;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The step, from 0; their number when all are done. */
  index = 0;
  /** The goal of the step was reached. */
  done = false;
  /** Something happens by itself: a reply, or a move taken back. */
  busy = false;
  hint: string[] = [];
  moved = 0;

  constructor(
    readonly game: string,
    learning: Learning,
  ) {
    super();
    this.steps = stepsOf(game, learning.lesson);
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
  /** The learner may act. */
  get open(): boolean {
    return !this.over && !this.done && !this.busy;
  }
  get mayRoll(): boolean {
    return this.open && this.#state.turn === "chance";
  }

  /* ---- what the learner does ---- */

  touch(id: string): void {
    if (!this.open) return;
    this.hint = [];
    this.note = undefined;
    const { goal } = this.step!;
    const move = goal.kind === "touch" ? this.#tryOut(goal, id) : this.reach(id);
    if (move !== undefined) this.#play(move);
    this.changed();
  }

  release(): void {
    if (!this.open) return;
    this.#hold();
    this.changed();
  }

  /** The die shows what the lesson wants. */
  roll(): void {
    const { goal } = this.step!;
    if (this.mayRoll && goal.kind === "move") this.#play(goal.moves[0]!);
    this.changed();
  }

  /** Shows what to touch. */
  show(): void {
    if (!this.open || this.mayRoll) return;
    const { goal } = this.step!;
    const move = goalMove(goal, this.#state);
    this.#hold();
    this.hint = goal.kind === "touch" ? [goal.id] : (this.#state.steps.find((step) => step.move === move)?.steps ?? []);
    this.note = { tone: "hint", text: t("lesson.shown") };
    this.changed();
  }

  next(): void {
    if (this.over || this.busy) return;
    if (this.done) this.#solved.add(this.index);
    if (this.#solved.has(this.index)) this.#skipped.delete(this.index);
    else this.#skipped.add(this.index);
    const after = this.steps[this.index + 1];
    if (!this.done || !after?.goesOn) return this.#goTo(this.index + 1);
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

  override close(): void {
    clearTimeout(this.#timer);
    super.close();
  }

  /* ---- what follows ---- */

  #tryOut(goal: Goal & { kind: "touch" }, id: string): undefined {
    if (goal.inHand.includes(id)) return;
    if (id !== goal.id && this.touchable.has(id)) {
      this.note = { tone: "neutral", text: t("lesson.other") };
      return;
    }
    this.refuse(id, this.table.why(this.touched, id).why);
    if (id === goal.id) this.done = true;
  }

  #play(move: string): void {
    const { goal, reply } = this.step!;
    const { seat } = this.#state;
    this.#table.play(move);
    this.#look();
    this.moved++;
    this.touched = [];
    const wanted = goal.kind === "any" || (goal.kind === "move" && goal.moves.includes(move)) || (goal.kind === "win" && wonBy(this.#state, seat));
    this.done = wanted;
    if (wanted) this.#reply(reply);
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

  #reply(moves: string[]): void {
    const [move, ...rest] = moves;
    this.busy = move !== undefined;
    if (move === undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#table.play(move);
        this.#look();
        this.moved++;
        this.#reply(rest);
        this.changed();
      },
      settings.still ? PACE_STILL : PACE,
    );
  }

  /* Lets go of what was touched, but for what the step puts in hand. */
  #hold(): void {
    const goal = this.step?.goal;
    this.touched = goal?.kind === "touch" ? goal.inHand : [];
    this.hint = [];
    this.note = undefined;
    this.refused = undefined;
  }

  #goTo(index: number): void {
    this.#enter(index);
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

  /* Lays out the board of a step. After the last one the board stays. */
  #enter(index: number): void {
    this.#settle(index);
    if (this.over) return;
    const old = this.#table as Table | undefined;
    let first = index;
    while (this.steps[first]!.goesOn) first--;
    const { spec, position, moves } = this.steps[first]!;
    this.#table = Table.open(spec, position);
    old?.close();
    for (const move of moves) this.#table.play(move);
    for (const { goal, reply } of this.steps.slice(first, index)) {
      const move = goalMove(goal, this.#table.state());
      for (const played of move === undefined ? [] : [move, ...reply]) this.#table.play(played);
    }
    this.#look();
    this.#hold();
  }

  #look(): void {
    this.#state = this.#table.state();
  }
}
