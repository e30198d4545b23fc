/* A problem on a table: White's moves are the solver's, Black's are the engine's.

   A right move is answered by the defence that holds out longest, among those by one that leaves the fewest answers. A
   wrong one is answered by what refutes it, and stays until it is taken back. */
import { settings } from "../app/settings";
import { Table } from "../core/table";
import type { State } from "../core/types";
import type { GameSoFar, Solution } from "../engine/protocol";
import { Tried, type Note } from "../rules/tried";
import { remember } from "./list";
import { Truth, type Defence } from "./truth";
import type { ProblemFacts } from "./parse";
import { p } from "./words";

const PACE = 600;
const HUNDREDTHS = 100;
const WHITE = 1;

export class Problem extends Tried {
  readonly table: Table;
  #state: State;
  readonly #truth = new Truth();
  #turn = 0; /* goes up when what is under way no longer counts */

  hint: string[] = [];
  moved = 0;
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
  get mayUndo(): boolean {
    return this.#state.plies > 0 && !this.done;
  }

  touch(id: string): void {
    if (!this.open) return;
    this.hint = [];
    const move = this.reach(id);
    if (move === undefined) this.changed();
    else void this.#play(move);
  }

  release(): void {
    this.touched = [];
    this.hint = [];
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
    const more = this.hint.length > 0;
    const best = this.#state.plies === 0 ? this.facts.key : (await this.#think((truth) => truth.ask(this.#game)))?.best[0];
    const steps = this.#state.steps.find(({ move }) => move === best)?.steps ?? [];
    if (!this.open || steps.length === 0) return;
    this.touched = [];
    this.hint = more ? steps : steps.slice(0, 1);
    this.note = { tone: "hint", text: p(more ? "hint.move" : "hint.pawn") };
    this.changed();
  }

  /** The key, a main line and what wins against each defence. */
  async solution(): Promise<void> {
    if (this.busy) return;
    const { key, position } = this.facts;
    const first: GameSoFar = { spec: this.game, position, moves: [] };
    const whole = await this.#think((truth) => truth.ask(first));
    if (!whole) return;
    this.#told = true;
    const text = p("solution", { key });
    this.note = whole.line.length > 1 ? { tone: "hint", text, line: whole.line.join(" ") } : { tone: "hint", text };
    this.changed();
    if (this.facts.moves === 1) return;
    const after = { ...first, moves: [key] };
    const found = await this.#think(async (truth) => {
      const solution = await truth.ask(after);
      return solution && truth.defences(after, solution);
    });
    this.defences = found ?? [];
    this.changed();
  }

  override close(): void {
    this.#turn++;
    this.#truth.cancel();
    super.close();
  }

  get #game(): GameSoFar {
    return { spec: this.game, position: this.facts.position, moves: this.table.events().map(({ move }) => move) };
  }

  #callOff(): void {
    this.#turn++;
    this.#truth.cancel();
    this.busy = false;
    this.touched = [];
    this.hint = [];
    this.defences = [];
  }

  /* Undefined: it was called off, or the engine cannot be had, which is said. */
  async #think<T>(question: (truth: Truth) => Promise<T | undefined>): Promise<T | undefined> {
    const turn = this.#turn;
    this.busy = true;
    this.changed();
    let answer: T | undefined;
    try {
      answer = await question(this.#truth);
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
    this.touched = [];
  }

  async #play(move: string): Promise<void> {
    this.#make(move);
    this.defences = [];
    if (this.#state.end !== "open") return this.#end(move);
    this.note = { tone: "neutral", text: p("thinking") };
    const found = await this.#think((truth) => this.#answer(truth));
    if (!found) {
      /* Nothing is known of the move: it can be taken back. */
      this.wrong = this.#state.seat !== WHITE;
      this.changed();
      return;
    }
    const { right, reply, solution } = found;
    this.#make(reply);
    this.wrong = !right;
    this.note = right ? { tone: "good", text: p("right", { move, reply }) } : this.#refutation(move, reply, solution);
    this.changed();
  }

  async #answer(truth: Truth): Promise<{ right: boolean; reply: string; solution: Solution } | undefined> {
    const game = this.#game;
    const pace = new Promise((resolve) => setTimeout(resolve, settings.still ? 0 : PACE));
    const solution = await truth.ask(game);
    if (!solution) return undefined;
    const right = solution.proved && solution.least === -this.facts.points * HUNDREDTHS;
    const defences = right ? await truth.defences(game, solution) : [];
    const narrowest = defences?.reduce<Defence | undefined>((best, each) => (best && best.answers.length <= each.answers.length ? best : each), undefined);
    const reply = narrowest?.reply ?? solution.line[0] ?? solution.best[0] ?? (await truth.guess(game));
    await pace;
    return reply === undefined ? undefined : { right, reply, solution };
  }

  #refutation(move: string, reply: string, { proved, least, line }: Solution): Note {
    const points = Math.abs(least) / HUNDREDTHS;
    const end = !proved ? "late" : least < 0 ? "less" : least === 0 ? "draw" : "loss";
    const text = p(`wrong.${end}`, { move, reply, points });
    return line.length > 1 ? { tone: "why", text, line: line.join(" ") } : { tone: "why", text };
  }

  #end(move: string): void {
    const { points, moves } = this.facts;
    this.done = this.#state.result === "p1win" && this.#state.points[0] === points;
    this.wrong = !this.done;
    if (!this.done) this.note = { tone: "why", text: p("not-the-way", { move }) };
    else if (this.#told) this.note = { tone: "neutral", text: p("told") };
    else {
      remember(this.game, this.facts);
      this.note = { tone: "good", text: p("solved", { points, moves }) };
    }
    this.changed();
  }

  #look(): void {
    this.#state = this.table.state();
  }
}
