/* A problem on a table: White's moves are the solver's, Black's are the engine's. Which move is right, the answer to it and
   how a wrong move fails, the core proves (src/study/puzzle.h). A wrong move stays until it is taken back. */
import { action, signal } from "@preact/signals";
import { actions } from "../app/model";
import { rememberSolved } from "../app/problems";
import { Scope } from "../app/scope";
import { settings } from "../app/settings";
import { Table } from "../core/table";
import type { Defence, ProblemAnswer, ProblemFacts, State } from "../core/types";
import { engine } from "../engine/engine";
import type { ProblemReplies } from "../engine/protocol";
import { MoveSelection } from "../game/selection";
import { say } from "../i18n/texts";
import { ExerciseBoard } from "./board";
import { problemText } from "./words";

const PACE = 600; /* ms until Black answers, so that the move is seen */
const WHITE = 1;

const NO_PLACES: ReadonlySet<string> = new Set();

interface Note {
  tone: "good" | "why" | "neutral" | "hint";
  text: () => string;
  /** Moves that show it. */
  line?: string;
}

export class Problem {
  readonly game: string;
  readonly facts: ProblemFacts;
  readonly selection: MoveSelection;
  readonly board: ExerciseBoard;
  readonly #scope: Scope;
  /* The table is mutable: this is another object after each change. */
  readonly #shown = signal<{ table: Table; state: State }>(undefined!);
  readonly #moved = signal(0);
  readonly #note = signal<Note | undefined>(undefined);
  readonly #defences = signal<Defence[]>([]);
  readonly #busy = signal(false);
  readonly #wrong = signal(false);
  readonly #done = signal(false);
  #question: Scope | undefined; /* to the engine */
  #isTold = false; /* the solution was shown */

  constructor(scope: Scope, game: string, facts: ProblemFacts) {
    this.game = game;
    this.facts = facts;
    this.#scope = scope;
    this.#look(Table.open(game, facts.position));
    this.selection = new MoveSelection(scope, () => this.table);
    this.board = new ExerciseBoard(this, () => problemText("board", { number: facts.number }));
    scope.onEnd(() => this.table.close());
  }

  get table(): Table {
    return this.#shown.value.table;
  }
  get state(): State {
    return this.#shown.value.state;
  }
  /** Goes up when the last event should be seen happening. */
  get moved(): number {
    return this.#moved.value;
  }
  get note(): Note | undefined {
    return this.#note.value;
  }
  /** The moves that win against each defence, when the solution is shown. */
  get defences(): Defence[] {
    return this.#defences.value;
  }
  /** The engine was asked. */
  get busy(): boolean {
    return this.#busy.value;
  }
  /** The last move was not right. */
  get wrong(): boolean {
    return this.#wrong.value;
  }
  get done(): boolean {
    return this.#done.value;
  }
  /** The solver may move. */
  get isOpen(): boolean {
    return !this.busy && !this.wrong && !this.done;
  }
  get selectable(): ReadonlySet<string> {
    return this.isOpen ? this.selection.next : NO_PLACES;
  }
  get mayUndo(): boolean {
    return this.state.plies > 0 && !this.done;
  }

  tap(id: string): void {
    if (!this.isOpen) return;
    this.selection.suggest([]);
    const { touch, move, why } = this.selection.tap(id);
    if (why) this.#note.value = { tone: "why", text: () => say(this.game, why) };
    else if (touch === "added") this.#note.value = undefined;
    if (move !== null) this.#play(move);
  }

  release(): void {
    this.selection.clear();
  }

  undo(): void {
    if (!this.mayUndo) return;
    this.#question?.end();
    this.#busy.value = false;
    this.selection.clear();
    this.table.undo(WHITE);
    this.#look();
    this.#defences.value = [];
    this.#wrong.value = false;
    this.#note.value = undefined;
  }

  /** Rings the pawn to move; asked again, where it goes. */
  help(): void {
    if (!this.isOpen) return;
    const isSecond = this.selection.hint.length > 0;
    this.#ask("hint", this.#moves, (best) => {
      const steps = this.state.steps.find(({ move }) => move === best?.move)?.steps ?? [];
      if (!this.isOpen || steps.length === 0) return;
      this.selection.clear();
      this.selection.suggest(isSecond ? steps : steps.slice(0, 1));
      this.#note.value = { tone: "hint", text: () => problemText(isSecond ? "hint.move" : "hint.pawn") };
    });
  }

  /** The key, a main line, and the moves that win against each defence. */
  showSolution(): void {
    if (this.busy) return;
    const { key } = this.facts;
    this.#ask("solution", [], (solution) => {
      if (!solution) return;
      this.#isTold = true;
      this.#note.value = { tone: "hint", text: () => problemText("solution", { key }), ...lineOf(solution.line) };
      this.#ask("defences", [key], (found) => (this.#defences.value = found?.defences ?? []));
    });
  }

  get #moves(): string[] {
    return this.table.events().map(({ move }) => move);
  }

  /* Asks the engine; `use` gets the answer, or undefined if there is no engine, which the note says. It is not called if
     the question was ended before. */
  #ask<About extends keyof ProblemReplies>(
    about: About,
    moves: string[],
    use: (reply: ProblemReplies[About] | undefined) => void,
    pace = 0,
  ): void {
    const scope = new Scope(this.#scope);
    this.#question = scope;
    this.#busy.value = true;
    const question = { kind: "problem", about, spec: this.game, problem: this.facts.text, moves } as const;
    const { answer } = engine.run(question, { priority: "hint", signal: scope.signal });
    const paced = new Promise<void>((resolve) => scope.timeout(pace, resolve));
    const settle = action((reply: unknown, note: Note | undefined = this.note) => {
      if (scope.hasEnded) return;
      scope.end();
      this.#busy.value = false;
      this.#note.value = note;
      use(reply as ProblemReplies[About] | undefined);
    });
    Promise.all([answer, paced]).then(
      ([reply]) => settle(reply),
      () => settle(undefined, { tone: "why", text: () => problemText("no-engine") }),
    );
  }

  #make(move: string): void {
    this.table.play(move);
    this.#look();
    this.#moved.value++;
    this.selection.clear();
  }

  #play(move: string): void {
    this.#make(move);
    this.#defences.value = [];
    if (this.state.end !== "open") return this.#end(move);
    this.#note.value = { tone: "neutral", text: () => problemText("thinking") };
    this.#ask("answer", this.#moves, (found) => this.#answer(move, found), settings.still ? 0 : PACE);
  }

  #answer(move: string, found: ProblemAnswer | undefined): void {
    const reply = found?.line[0];
    if (!found || reply === undefined) {
      /* Nothing is known of the move: it can be taken back. */
      this.#wrong.value = this.state.seat !== WHITE;
      return;
    }
    this.#make(reply);
    const { verdict, value, line } = found;
    this.#wrong.value = verdict !== "right";
    const points = Math.abs(value);
    this.#note.value =
      verdict === "right"
        ? { tone: "good", text: () => problemText("right", { move, reply }) }
        : { tone: "why", text: () => problemText(`wrong.${verdict}`, { move, reply, points }), ...lineOf(line) };
  }

  #end(move: string): void {
    const { points, moves } = this.facts;
    const isSolved = this.table.solved(this.facts);
    this.#done.value = isSolved;
    this.#wrong.value = !isSolved;
    if (!isSolved) this.#note.value = { tone: "why", text: () => problemText("not-the-way", { move }) };
    else if (this.#isTold) this.#note.value = { tone: "neutral", text: () => problemText("told") };
    else {
      rememberSolved(this.game, this.facts);
      this.#note.value = { tone: "good", text: () => problemText("solved", { points, moves }) };
    }
  }

  #look(table = this.table): void {
    this.#shown.value = { table, state: table.state() };
  }
}

actions(Problem, "tap", "release", "undo", "help", "showSolution");

/* A line of more than one move shows something. */
const lineOf = (line: string[]): { line?: string } => (line.length > 1 ? { line: line.join(" ") } : {});
