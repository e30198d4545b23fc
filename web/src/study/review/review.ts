/* A finished game under review: the core judges it from the last move to the first (src/study/review.h), the same as
   `ascona review`; what is known is shown at once. Here are the graph, the turning points and the way through them. The
   review lies over its study, which reads what it marks and talks about. */
import { computed, signal } from "@preact/signals";
import { actions } from "../../app/model";
import { Scope } from "../../app/scope";
import { settings } from "../../app/settings";
import { Table } from "../../core/table";
import type { Grade, Line, Review, ReviewPly, ReviewTurn, State, StudyNode } from "../../core/types";
import { eventsOf, isMove } from "../../game/link";
import { sideNamed } from "../../game/plan";
import { t } from "../../i18n/texts";
import { replyIn, type Reply } from "../answer";
import { stepsOf } from "../Grade";
import type { Study, StudyOverlay, Visit } from "../study";
import { worth, type Value } from "../value";
import type { Grading } from "./grading";
import { Retry } from "./retry";

const POINTS_MAX = 3;

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

/** How much better than the average a roll was for the player who is up, in percent. */
export interface Luck {
  /** After so many plies, the roll among them. */
  index: number;
  amount: number;
}

export type ReviewView = "before" | "played" | "better";

/** A place in it, by moves: nodes have other numbers when the study is opened again. */
export interface ReviewPlace {
  /** To the move that is shown or talked about. */
  path: string[];
  /** From which side it is talked about. */
  side: ReviewView | undefined;
}

/* The move that is talked about while the board stays where the review has put it. */
interface Focus {
  visit: Visit;
  node: number;
  marks: string[];
}

const NO_MARKS: string[] = [];

export class GameReview implements StudyOverlay {
  readonly study: Study;
  readonly #scope: Scope;
  readonly #grading: Grading;
  readonly #isRunning = signal(false);
  readonly #failed = signal(false);
  readonly #retry = signal<{ scope: Scope; retry: Retry } | undefined>(undefined);
  readonly #focus = signal<Focus | undefined>(undefined);
  readonly #turns = computed(() => this.#judgedTurns());
  readonly #turning = computed(() => this.#turningPoints());
  readonly #points = computed(() => this.#graphPoints());
  readonly #grades = computed(
    () => new Map(this.turns.map(({ turn, index }) => [this.line[index]!.node, turn.grade!] as const)),
  );
  #run: Scope | undefined;

  /** The game as it was when the review began: whatever becomes of the tree, these moves are judged. */
  readonly #game: StudyNode[];
  /** Its moves. That a player left is not a move, and is not judged. */
  readonly line: StudyNode[];
  /** How it ended. */
  readonly end: State;
  readonly #start: number; /* where the board was */

  constructor(scope: Scope, study: Study, grading: Grading) {
    this.#scope = scope;
    this.study = study;
    this.#grading = grading;
    this.#game = study.mainLine;
    this.line = this.#game.filter(({ move }) => isMove(move));
    this.end = this.#last();
    this.#start = study.at;
    study.setOverlay(this);
    scope.onEnd(() => study.setOverlay(undefined));
    this.resume();
  }

  /** The result so far. */
  get told(): Review | undefined {
    return this.#grading.known;
  }
  get isRunning(): boolean {
    return this.#isRunning.value;
  }
  get failed(): boolean {
    return this.#failed.value;
  }
  /** How many plies were looked at, and of how many; while it is not complete. */
  get judged(): number {
    return this.told?.judged ?? 0;
  }
  get plies(): number {
    return this.told?.plies ?? 0;
  }
  /** Every move was looked at. */
  get isComplete(): boolean {
    return this.#grading.isComplete;
  }
  get retry(): Retry | undefined {
    return this.#retry.value?.retry;
  }

  /* ---- over the study ---- */

  get #focused(): Focus | undefined {
    const focus = this.#focus.value;
    return focus?.visit === this.study.visit ? focus : undefined;
  }
  get discussed(): number | undefined {
    return this.#focused?.node;
  }
  get marks(): string[] {
    return this.retry ? this.retry.marks : (this.#focused?.marks ?? NO_MARKS);
  }
  get grades(): ReadonlyMap<number, Grade> {
    return this.#grades.value;
  }
  get takeMove(): ((move: string) => void) | undefined {
    const { retry } = this;
    return retry && ((move) => void retry.try(move));
  }

  /* ---- the players ---- */

  /** The seat of the player at this screen: the one with their name, or the one without a name against computers.
      Undefined: the record does not say. */
  get you(): number | undefined {
    const { name } = settings.choices;
    const seats = Array.from({ length: this.study.players }, (_, index) => index + 1);
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

  /* ---- what is found ---- */

  /** The turns with a choice that are judged, in order. */
  get turns(): Judged[] {
    return this.#turns.value;
  }
  /** Mistakes, and inaccuracies that changed who wins: the three that weigh most, in their order. */
  get turning(): Judged[] {
    return this.#turning.value;
  }
  /** The values after each ply, and at the start. If more than two play, a choice tells only the chance of the player
      who chooses, and a roll that of everybody. */
  get points(): GraphPoint[] {
    return this.#points.value;
  }

  #judgedTurns(): Judged[] {
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

  /* First proved mistakes, then the worse grade, then the moves that changed who wins, then the larger loss. */
  #turningPoints(): Judged[] {
    const even = this.study.scale.score === "chance" ? 100 / this.study.players : 0;
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
      .slice(0, POINTS_MAX)
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

  /** How many plies of the main line are played on the board: there the analysis opens the game. */
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
    if (this.discussed !== undefined) return study.preview ? "better" : "before";
    return chosen && this.line[chosen.index]!.node === study.at ? "played" : undefined;
  }

  get #plies(): ReviewPly[] {
    return (this.told?.turns ?? []).flatMap(({ plies }) => plies);
  }

  #graphPoints(): GraphPoint[] {
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

  /** The answer to a turn that was played, in its line. */
  replyTo({ index, ply, turn }: Judged): Reply | undefined {
    const before = this.#game.slice(0, this.#game.indexOf(this.line[index]!));
    return replyIn(this.study.now, eventsOf(before.map(({ move }) => move)), ply.played?.line ?? [], turn.player);
  }

  /** There was a better move than the one that is shown. */
  get canTry(): boolean {
    const { turn, ply } = this.chosen ?? {};
    return turn?.loss !== undefined && turn.loss > 0 && ply?.best !== undefined && ply.best.line[0] !== ply.move;
  }

  /** The move is looked for once more: from before it, without engine and graph. */
  tryAgain(): void {
    const { chosen } = this;
    if (!chosen || !this.canTry) return;
    this.choose(chosen);
    const scope = new Scope(this.#scope);
    this.#retry.value = { scope, retry: new Retry(scope, this, chosen) };
  }

  retryNext(): void {
    this.endRetry();
    this.next();
    this.tryAgain();
  }

  endRetry(): void {
    const { retry } = this;
    this.#retry.value?.scope.end();
    this.#retry.value = undefined;
    if (retry) this.choose(retry.judged);
  }

  /* ---- the way through it ---- */

  choose({ index, ply, turn }: Judged, side: ReviewView = "before"): void {
    const { study } = this;
    const { node, parent } = this.line[index]!;
    study.go(side === "played" ? node : parent);
    if (side === "played" || study.at !== parent) return;
    const best = ply.best?.line[0];
    const played = best === ply.move ? [] : [`played step${Math.max(1, stepsOf(turn.grade))} ${ply.move}`];
    const marks = best === undefined ? [] : [`better check ${best}`, ...played];
    this.#focus.value = { visit: study.visit, node, marks };
    if (side !== "better" || !ply.best) return;
    study.pin(ply.best as Line, 1);
    study.step(1);
  }

  /** Where it is left. */
  get place(): ReviewPlace {
    const { study, discussed, retry } = this;
    const path = study.path.map(({ move }) => move);
    if (discussed === undefined) return { path, side: undefined };
    const side = study.preview && !retry ? "better" : "before";
    return { path: [...path, study.node(discussed).move], side };
  }

  goTo({ path, side }: ReviewPlace): void {
    const node = this.study.nodeAfter(path);
    const judged = side && this.turns.find(({ index }) => this.line[index]!.node === node);
    if (judged) this.choose(judged, side);
    else this.study.go(node);
  }

  /** The next turning point, after the last one the first again. */
  next(): void {
    const judged = this.neighbour(1) ?? this.turning[0];
    if (judged) this.choose(judged);
  }

  /** The turning point after the position, or before it. */
  neighbour(by: 1 | -1): Judged | undefined {
    const { chosen, here } = this;
    const at = chosen?.index ?? here - 1;
    const all = this.turning.filter(({ index }) => index !== chosen?.index && index > at === by > 0);
    return all.at(by > 0 ? 0 : -1);
  }

  /* ---- looking at the moves ---- */

  stop(): void {
    this.#run?.end();
  }

  /** After it was stopped, or failed. */
  resume(): void {
    if (!this.isRunning && !this.isComplete) void this.#grade();
  }

  async #grade(): Promise<void> {
    const run = new Scope(this.#scope);
    this.#run = run;
    this.#isRunning.value = true;
    this.#failed.value = false;
    const failed = await this.#grading.run(run.signal).then(
      () => false,
      () => true,
    );
    run.end(); /* also the questions beside one that failed */
    if (!this.#scope.hasEnded) this.finish(failed);
  }

  finish(failed: boolean): void {
    this.#isRunning.value = false;
    this.#failed.value = failed;
    const isUntouched = this.study.marked === this.#start && !this.retry;
    if (isUntouched && this.turning[0]) this.choose(this.turning[0]);
  }

  /* The main line played to its end. */
  #last(): State {
    const moves = this.#game.map(({ move }) => move);
    const table = Table.after(this.study.now, eventsOf(moves), moves.includes("draw-agreed"));
    const end = table.state();
    table.close();
    return end;
  }
}

actions(GameReview, "tryAgain", "retryNext", "endRetry", "choose", "goTo", "next", "resume", "finish");
