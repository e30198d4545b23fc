/* A finished game under review: the core judges it from the last move to the first (src/study/review.h), the same as
   `ascona review`; what is known is shown at once. Here are the graph, the turning points and the way through them. */
import { settings } from "../../app/settings";
import { Store } from "../../app/store";
import { Table } from "../../core/table";
import type { Analysis, Line, Review, ReviewPly, ReviewTurn, State, StudyNode } from "../../core/types";
import { Engine } from "../../engine/engine";
import { tableMegabytes } from "../../game/mind";
import { eventsOf, isMove } from "../../game/link";
import { sideNamed } from "../../game/plan";
import { t } from "../../i18n/texts";
import { replyIn, type Reply } from "../answer";
import { stepsOf } from "../Grade";
import { Grading } from "./grading";
import { Retry } from "./retry";
import type { Study } from "../study";
import { worth, type Value } from "../value";

const POINTS = 3;
const SOON = 1500; /* milliseconds for a move that is tried */

/** A turn with the plies of the main line that it is. */
export interface Judged {
  turn: ReviewTurn;
  /** Its first ply, from 0, along the main line. */
  first: number;
  /** The ply that lost the most, from 0, along the main line. */
  index: number;
  ply: ReviewPly;
}

/** A value on the graph, for the player who is up. */
export interface GraphPoint {
  /** After so many plies. */
  index: number;
  amount: number;
  value: Value;
}

/** What a roll was worth to the player who is up beyond the average, in percent. */
export interface Luck {
  /** After so many plies, the roll among them. */
  index: number;
  amount: number;
}

export type ReviewView = "before" | "played" | "better";

export class GameReview extends Store {
  readonly #engine = new Engine();
  readonly #grading: Grading;
  #closed = false;
  told: Review | undefined;
  running = false;
  failed = false;
  /** Every move was looked at. */
  complete = false;
  judged = 0;
  plies = 0;
  retry: Retry | undefined;

  /** The game as it was when the review began: whatever becomes of the tree, what is judged are these. */
  readonly #game: StudyNode[];
  /** Its moves. That somebody left is none, and is not judged. */
  readonly line: StudyNode[];
  /** How it ended. */
  readonly end: State;
  readonly #begun: number; /* where the board was */

  constructor(readonly study: Study) {
    super();
    this.#game = study.mainLine;
    this.line = this.#game.filter(({ move }) => isMove(move));
    this.end = this.#last();
    this.#begun = study.at;
    study.analyst.mute(this, true);
    study.threats.muted = true;
    this.#grading = new Grading(study.record(), (known) => this.#hear(known));
    void this.#run();
  }

  /** The seat of the player at this screen: the one with their name, or the one without a name against computers.
      undefined: the record does not say. */
  get you(): number | undefined {
    const { name } = settings.choices;
    const seats = this.study.now.view.seats.map((_, index) => index + 1);
    const tagOf = (seat: number) => this.study.tags[`Player${seat}`] ?? "";
    const named = seats.filter((seat) => name !== "" && tagOf(seat) === name);
    const nameless = seats.filter((seat) => tagOf(seat) === "");
    const alone = seats.every((seat) => tagOf(seat) === "" || sideNamed(tagOf(seat)).kind === "engine");
    const own = named.length > 0 ? named : alone ? nameless : [];
    return own.length === 1 ? own[0] : undefined;
  }

  /** You are up; between others, the first player. */
  get up(): number {
    return this.you ?? 1;
  }

  /** A player as a heading names them. */
  nameOf(seat: number): string {
    return seat === this.you ? t("play.you") : this.study.nameOf(seat);
  }

  /** The turns with a choice that are judged, in order. */
  get turns(): Judged[] {
    const found: Judged[] = [];
    let index = 0;
    for (const turn of this.told?.turns ?? []) {
      const losses = turn.plies.map(({ loss }) => loss ?? 0);
      const worst = losses.indexOf(Math.max(...losses));
      if (turn.grade !== undefined) found.push({ turn, first: index, index: index + worst, ply: turn.plies[worst]! });
      index += turn.plies.length;
    }
    return found;
  }

  /** Mistakes, and inaccuracies that changed who wins. The three that weigh most, in their order: first proved mistakes,
      then the worse grade, then the moves that changed who wins, then the larger loss. */
  get turning(): Judged[] {
    const even = this.study.scale.score === "chance" ? 100 / this.study.now.players : 0;
    const weightOf = ({ turn: { grade, proof, plies, loss = 0 } }: Judged) => {
      const steps = stepsOf(grade);
      const [before, after] = [plies[0]?.best?.value ?? 0, plies.at(-1)?.played?.value ?? 0];
      const changes = before > even && after <= even;
      return [Number(steps > 1 && proof !== "estimate"), steps, Number(changes), loss] as const;
    };
    const heavier = (one: Judged, other: Judged) => {
      const [a, b] = [weightOf(one), weightOf(other)];
      const at = a.findIndex((part, index) => part !== b[index]);
      return at < 0 ? 0 : b[at]! - a[at]!;
    };
    return this.turns
      .filter((each) => stepsOf(each.turn.grade) > 1 || (stepsOf(each.turn.grade) > 0 && weightOf(each)[2] > 0))
      .sort(heavier)
      .slice(0, POINTS)
      .sort((one, other) => one.index - other.index);
  }

  /** How many plies of the game are played on the board, the move that is talked about among them. */
  get here(): number {
    const { study, line } = this;
    for (let node = study.marked; node > 0; node = study.node(node).parent) {
      const index = line.findIndex((each) => each.node === node);
      if (index >= 0) return index + 1;
    }
    return 0;
  }

  /** Where the board is along the main line, as study opens a game there. */
  get ply(): number {
    const { study } = this;
    const path = new Set(study.path.map(({ node }) => node));
    return study.mainLine.filter(({ node }) => path.has(node)).length;
  }

  /** The turn of the move that is shown. */
  get chosen(): Judged | undefined {
    const index = this.line.findIndex(({ node }) => node === this.study.marked);
    return this.turns.find(({ first, turn }) => first <= index && index < first + turn.plies.length);
  }

  /** From which side it is shown; undefined: another move of its turn is on the board. */
  get side(): ReviewView | undefined {
    const { chosen, study } = this;
    if (study.discussed !== undefined) return study.preview ? "better" : "before";
    return chosen && this.line[chosen.index]!.node === study.at ? "played" : undefined;
  }

  get #plies(): ReviewPly[] {
    return (this.told?.turns ?? []).flatMap(({ plies }) => plies);
  }

  /** What is known after each ply, and at the start. Where more than two play, a choice tells only the chance of who
      chooses, and a roll that of everybody. */
  get points(): GraphPoint[] {
    const { scale } = this.study;
    const { up } = this;
    const plies = this.#plies;
    const found: GraphPoint[] = [];
    for (let index = 0; index <= plies.length; index++) {
      const [before, next] = [plies[index - 1], plies[index]];
      const average = next?.averages?.[up - 1];
      const known = [
        { line: before?.played, player: before?.player },
        { line: next?.best, player: next?.player },
        { line: average === undefined ? undefined : { kind: "estimate" as const, value: average }, player: up },
      ].find(({ line, player }) => line && (scale.players <= 2 || player === up));
      if (!known) continue;
      const value = worth(known.line!, known.player!, scale);
      const sign = value.seat === up ? 1 : -1;
      const amount = scale.score === "margin" ? sign * value.amount : sign > 0 ? value.amount : 100 - value.amount;
      found.push({ index, amount, value });
    }
    return found;
  }

  /** The luck of each roll. */
  get luck(): Luck[] {
    return this.#plies.flatMap(({ luck }, index) => (luck ? [{ index: index + 1, amount: luck[this.up - 1]! }] : []));
  }

  /** The line of the turn that was played, from before it, and what answers it there. */
  replyTo({ index, ply, turn }: Judged): Reply | undefined {
    const before = this.#game.slice(0, this.#game.indexOf(this.line[index]!));
    return replyIn(this.study.now, eventsOf(before.map(({ move }) => move)), ply.played?.line ?? [], turn.player);
  }

  /** There was a better move than the one that is shown. */
  get mayTry(): boolean {
    const { turn, ply } = this.chosen ?? {};
    return turn?.loss !== undefined && turn.loss > 0 && ply?.best !== undefined && ply.best.line[0] !== ply.move;
  }

  /** The move is looked for once more: from before it, without engine and graph. */
  tryAgain(): void {
    const { chosen, study } = this;
    if (!chosen || !this.mayTry) return;
    this.choose(chosen);
    study.reviewMarks = [];
    this.retry = new Retry(this, chosen);
    study.onMove = (move) => void this.retry?.try(move);
    study.redraw();
    this.changed();
  }

  retryNext(): void {
    this.endRetry();
    this.next();
    this.tryAgain();
  }

  endRetry(): void {
    const { retry } = this;
    this.retry = undefined;
    this.study.onMove = undefined;
    if (retry) this.choose(retry.judged);
  }

  /** What the engine says of a move here, asked between others. */
  consult(move: string): Promise<Analysis | undefined> {
    const before = this.study.game;
    const game = { ...before, moves: [...before.moves, move] };
    const question = { kind: "study", game, lines: 1, milliseconds: SOON, megabytes: tableMegabytes() } as const;
    const answer = this.#engine.ask(question, () => undefined);
    this.#grading.aside(answer);
    return answer;
  }

  /** Something about a retry changed. */
  redraw(): void {
    this.changed();
  }

  choose(judged: Judged, side: ReviewView = "before"): void {
    this.#show(judged, side);
    this.changed();
  }

  /** The next turning point, after the last one the first again. */
  next(): void {
    const judged = this.neighbour(1) ?? this.turning[0];
    if (judged) this.choose(judged);
  }

  /** The turning point behind what is shown, or the one before it. */
  neighbour(by: 1 | -1): Judged | undefined {
    const { chosen, here } = this;
    const at = chosen?.index ?? here - 1;
    const all = this.turning.filter(({ index }) => index !== chosen?.index && index > at === by > 0);
    return all.at(by > 0 ? 0 : -1);
  }

  stop(): void {
    this.#grading.end();
  }

  close(): void {
    this.#closed = true;
    this.#grading.end();
    this.#engine.close();
    this.study.reviewMarks = [];
    this.study.onMove = undefined;
    this.study.grades = new Map();
    this.study.threats.muted = false;
    this.study.analyst.mute(this, false);
  }

  #show({ index, ply, turn }: Judged, side: ReviewView): void {
    const { study } = this;
    const { node, parent } = this.line[index]!;
    study.go(side === "played" ? node : parent);
    if (side === "played" || study.at !== parent) return;
    const best = ply.best?.line[0];
    study.discussed = node;
    if (best !== undefined)
      study.reviewMarks = [
        `better check ${best}`,
        ...(best === ply.move ? [] : [`played step${Math.max(1, stepsOf(turn.grade))} ${ply.move}`]),
      ];
    if (side === "better" && ply.best) {
      study.pin(ply.best as Line, 1);
      study.step(1);
    }
    study.redraw();
  }

  /* The main line played to its end. */
  #last(): State {
    const moves = this.#game.map(({ move }) => move);
    const table = Table.after(this.study.now, eventsOf(moves), moves.includes("draw-agreed"));
    const end = table.state();
    table.close();
    return end;
  }

  /** After it was stopped, or stopped by itself. */
  goOn(): void {
    if (!this.running && !this.complete) void this.#run();
  }

  async #run(): Promise<void> {
    this.running = true;
    this.failed = false;
    this.changed();
    try {
      const told = await this.#grading.run();
      if (this.#closed) return;
      if (told) this.#hear(told);
      this.complete = told !== undefined;
    } catch {
      this.failed = !this.#closed;
    }
    this.running = false;
    const untouched = this.study.marked === this.#begun && !this.retry && !this.#closed;
    if (untouched && this.turning.length > 0) this.choose(this.turning[0]!);
    this.changed();
  }

  #hear(told: Review): void {
    this.told = told;
    this.judged = told.judged ?? this.judged;
    this.plies = told.plies ?? this.plies;
    this.study.grades = new Map(this.turns.map(({ turn, index }) => [this.line[index]!.node, turn.grade!]));
    this.study.redraw();
    this.changed();
  }
}
