/* A problem on a table: White's moves are the solver's, Black's are the engine's. What is right, what answers it and how
   a wrong move fails, the core proves (src/study/puzzle.h); a wrong move stays until it is taken back. */
import { settings } from "../app/settings";
import { Store } from "../app/store";
import { Table } from "../core/table";
import type { Defence, ProblemAnswer, ProblemFacts, State } from "../core/types";
import { Engine } from "../engine/engine";
import type { ProblemQuestion, ProblemReplies } from "../engine/protocol";
import { Touching } from "../game/touching";
import { say } from "../i18n/texts";
import { rememberSolved } from "../app/problems";
import { p } from "./words";

const PACE = 600;
const WHITE = 1;

interface Note {
  tone: "good" | "why" | "neutral" | "hint";
  text: string;
  /** Moves that show it. */
  line?: string;
}

export class Problem extends Store {
  readonly table: Table;
  readonly touching = new Touching(
    () => this.table,
    () => this.changed(),
  );
  #state: State;
  readonly #engine = new Engine();
  #turn = 0; /* goes up when what is under way no longer counts */

  moved = 0;
  note: Note | undefined;
  /** What wins against each defence, when the solution is shown. */
  defences: Defence[] = [];
  busy = false;
  /** The last move was not right. */
  wrong = false;
  done = false;
  #told = false;

  constructor(
    readonly game: string,
    readonly facts: ProblemFacts,
  ) {
    super();
    this.table = Table.open(game, facts.position);
    this.#state = this.table.state();
  }

  get state(): State {
    return this.#state;
  }
  get open(): boolean {
    return !this.busy && !this.wrong && !this.done;
  }
  get touchable(): Set<string> {
    return this.open ? this.touching.next : new Set();
  }
  get mayUndo(): boolean {
    return this.#state.plies > 0 && !this.done;
  }

  touch(id: string): void {
    if (!this.open) return;
    this.touching.hint = [];
    const { touch, move, why } = this.touching.touch(id);
    if (why) this.note = { tone: "why", text: say(this.game, why) };
    else if (touch === "added") this.note = undefined;
    if (move === null) this.changed();
    else void this.#play(move);
  }

  release(): void {
    this.touching.letGo();
    this.changed();
  }

  undo(): void {
    if (!this.mayUndo) return;
    this.#callOff();
    this.table.undo(WHITE);
    this.#look();
    this.wrong = false;
    this.note = undefined;
    this.changed();
  }

  /** Rings the pawn to move; asked again, where it goes. */
  async help(): Promise<void> {
    if (!this.open) return;
    const more = this.touching.hint.length > 0;
    const best = await this.#ask("hint", this.#moves);
    const steps = this.#state.steps.find(({ move }) => move === best?.move)?.steps ?? [];
    if (!this.open || steps.length === 0) return;
    this.touching.letGo();
    this.touching.hint = more ? steps : steps.slice(0, 1);
    this.note = { tone: "hint", text: p(more ? "hint.move" : "hint.pawn") };
    this.changed();
  }

  /** The key, a main line and what wins against each defence. */
  async solution(): Promise<void> {
    if (this.busy) return;
    const { key } = this.facts;
    const whole = await this.#ask("solution", []);
    if (!whole) return;
    this.#told = true;
    this.note = { tone: "hint", text: p("solution", { key }), ...shown(whole.line) };
    this.changed();
    this.defences = (await this.#ask("defences", [key]))?.defences ?? [];
    this.changed();
  }

  close(): void {
    this.#turn++;
    this.#engine.close();
    this.touching.close();
    this.table.close();
  }

  get #moves(): string[] {
    return this.table.events().map(({ move }) => move);
  }

  #callOff(): void {
    this.#turn++;
    this.#engine.cancel();
    this.busy = false;
    this.touching.letGo();
    this.defences = [];
  }

  /* Undefined: it was called off, or the engine cannot be had, which is said. */
  async #ask<About extends keyof ProblemReplies>(
    about: About,
    moves: string[],
    pace = 0,
  ): Promise<ProblemReplies[About] | undefined> {
    const turn = this.#turn;
    this.busy = true;
    this.changed();
    const paced = new Promise((resolve) => setTimeout(resolve, pace));
    const question: ProblemQuestion & { about: About } = {
      kind: "problem",
      about,
      spec: this.game,
      problem: this.facts.text,
      moves,
    };
    let answer: ProblemReplies[About] | undefined;
    try {
      answer = await this.#engine.ask(question);
      await paced;
    } catch {
      if (turn === this.#turn) this.note = { tone: "why", text: p("no-engine") };
    }
    if (turn !== this.#turn) return undefined;
    this.busy = false;
    this.changed();
    return answer;
  }

  #make(move: string): void {
    this.table.play(move);
    this.#look();
    this.moved++;
    this.touching.letGo();
  }

  async #play(move: string): Promise<void> {
    this.#make(move);
    this.defences = [];
    if (this.#state.end !== "open") return this.#end(move);
    this.note = { tone: "neutral", text: p("thinking") };
    const found = await this.#ask("answer", this.#moves, settings.still ? 0 : PACE);
    const reply = found?.line[0];
    if (!found || reply === undefined) {
      /* Nothing is known of the move: it can be taken back. */
      this.wrong = this.#state.seat !== WHITE;
      this.changed();
      return;
    }
    this.#make(reply);
    const { verdict } = found;
    this.wrong = verdict !== "right";
    const right: Note = { tone: "good", text: p("right", { move, reply }) };
    this.note = verdict === "right" ? right : refutation(verdict, move, reply, found);
    this.changed();
  }

  #end(move: string): void {
    const { points, moves } = this.facts;
    this.done = this.table.solved(this.facts);
    this.wrong = !this.done;
    if (!this.done) this.note = { tone: "why", text: p("not-the-way", { move }) };
    else if (this.#told) this.note = { tone: "neutral", text: p("told") };
    else {
      rememberSolved(this.game, this.facts);
      this.note = { tone: "good", text: p("solved", { points, moves }) };
    }
    this.changed();
  }

  #look(): void {
    this.#state = this.table.state();
  }
}

/* A line of more than one move shows something. */
const shown = (line: string[]): { line?: string } => (line.length > 1 ? { line: line.join(" ") } : {});

type Verdict = Exclude<ProblemAnswer["verdict"], "right">;

function refutation(verdict: Verdict, move: string, reply: string, { value, line }: ProblemAnswer): Note {
  return { tone: "why", text: p(`wrong.${verdict}`, { move, reply, points: Math.abs(value) }), ...shown(line) };
}
