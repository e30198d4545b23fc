/* A finished game under review: the core judges it from the last move to the first (src/study/review.h), the same as
   `ascona review`; what is known is shown at once. Here are the graph, the turning points and the way through them. */
import { settings } from "../../app/settings";
import { Store } from "../../app/store";
import type { Analysis, Line, Review, ReviewPly, ReviewTurn, StudyNode } from "../../core/types";
import { Engine } from "../../engine/engine";
import { tableMegabytes } from "../../game/mind";
import { eventsOf, isMove } from "../../game/link";
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
  /** The ply that lost the most, from 0, along the main line. */
  index: number;
  ply: ReviewPly;
}

/** A value on the graph, for the player who is up. */
export interface GraphPoint {
  index: number;
  amount: number;
  value: Value;
}

/** What a roll was worth to the player who is up beyond the average, in percent. */
export interface Luck {
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
  judged = 0;
  plies = 0;
  retry: Retry | undefined;
  /** What is looked at, and from which side. */
  chosen: Judged | undefined;
  side: ReviewView = "before";

  /** The game as it was when the review began: whatever becomes of the tree, what is judged are these. */
  readonly #game: StudyNode[];
  /** Its moves. That somebody left is none, and is not judged. */
  readonly line: StudyNode[];

  constructor(readonly study: Study) {
    super();
    this.#game = study.mainLine;
    this.line = this.#game.filter(({ move }) => isMove(move));
    study.analyst.mute(this, true);
    study.threats.muted = true;
    this.#grading = new Grading(study.record(), (known) => this.#hear(known));
    void this.#run();
  }

  /** You are up; between others, the first player. */
  get up(): number {
    const seats = this.study.now.view.seats.map((_, index) => index + 1);
    const nameOf = (seat: number) => this.study.tags[`Player${seat}`];
    const { name } = settings.choices;
    const own = name === "" ? undefined : seats.find((seat) => nameOf(seat) === name);
    const nameless = seats.filter((seat) => !nameOf(seat));
    return own ?? (nameless.length === 1 ? nameless[0]! : 1);
  }

  /** Every move was looked at. */
  get complete(): boolean {
    return !this.running && !this.failed && this.judged === this.plies;
  }

  /** The turns with a choice that are judged, in order. */
  get turns(): Judged[] {
    const found: Judged[] = [];
    let index = 0;
    for (const turn of this.told?.turns ?? []) {
      const losses = turn.plies.map(({ loss }) => loss ?? 0);
      const worst = losses.indexOf(Math.max(...losses));
      if (turn.grade !== undefined) found.push({ turn, index: index + worst, ply: turn.plies[worst]! });
      index += turn.plies.length;
    }
    return found;
  }

  /** First the moves that changed who wins, then the largest losses from a mistake on; three, in their order. */
  get turning(): Judged[] {
    const even = this.study.scale.score === "chance" ? 100 / this.study.now.players : 0;
    const changes = ({ ply: { best, played } }: Judged) =>
      best !== undefined &&
      played !== undefined &&
      best.value > even &&
      played.value <= even &&
      best.value !== played.value;
    const serious = this.turns.filter(
      (each) => stepsOf(each.turn.grade) > 0 && (changes(each) || stepsOf(each.turn.grade) > 1),
    );
    return serious
      .sort((one, other) => Number(changes(other)) - Number(changes(one)) || other.turn.loss! - one.turn.loss!)
      .slice(0, POINTS)
      .sort((one, other) => one.index - other.index);
  }

  get #plies(): ReviewPly[] {
    return (this.told?.turns ?? []).flatMap(({ plies }) => plies);
  }

  /** What is known before each ply. Where more than two play, a choice tells only the chance of who chooses, and a roll that
      of everybody. */
  get points(): GraphPoint[] {
    const { scale } = this.study;
    const { up } = this;
    const found: GraphPoint[] = [];
    this.#plies.forEach(({ best, averages, player }, index) => {
      const chance = averages?.[up - 1];
      const line = best ?? (chance === undefined ? undefined : { kind: "estimate" as const, value: chance });
      if (!line || (best && scale.players > 2 && player !== up)) return;
      const value = worth(line, best ? player : up, scale);
      const sign = value.seat === up ? 1 : -1;
      const amount = scale.score === "margin" ? sign * value.amount : sign > 0 ? value.amount : 100 - value.amount;
      found.push({ index, amount, value });
    });
    return found;
  }

  /** The luck of each roll. */
  get luck(): Luck[] {
    return this.#plies.flatMap(({ luck }, index) => (luck ? [{ index, amount: luck[this.up - 1]! }] : []));
  }

  /** The line of the turn that was played, from before it, and what answers it there. */
  replyTo({ index, ply, turn }: Judged): Reply | undefined {
    const before = this.#game.slice(0, this.#game.indexOf(this.line[index]!));
    return replyIn(this.study.now, eventsOf(before.map(({ move }) => move)), ply.played?.line ?? [], turn.player);
  }

  /** The move is looked for once more: from before it, without engine and graph. */
  tryAgain(): void {
    if (!this.chosen) return;
    this.choose(this.chosen);
    this.study.reviewMarks = [];
    this.study.back();
    this.retry = new Retry(this, this.chosen);
    this.study.onMove = (move) => void this.retry?.try(move);
    this.study.redraw();
    this.changed();
  }

  retryNext(): void {
    this.endRetry();
    this.next();
    this.tryAgain();
  }

  endRetry(): void {
    this.study.back();
    this.retry = undefined;
    this.study.onMove = undefined;
    this.choose(this.chosen);
  }

  /** What the engine says of a move here, asked between others. */
  consult(move: string): Promise<Analysis | undefined> {
    const before = this.study.game;
    const game = { ...before, moves: [...before.moves, move] };
    const question = { kind: "study", game, lines: 2, milliseconds: SOON, megabytes: tableMegabytes() } as const;
    const answer = this.#engine.ask(question, () => undefined);
    this.#grading.aside(answer);
    return answer;
  }

  /** Something about a retry changed. */
  redraw(): void {
    this.changed();
  }

  choose(judged: Judged | undefined, side: ReviewView = "before"): void {
    this.chosen = judged;
    this.side = side;
    const { study } = this;
    study.reviewMarks = [];
    if (judged) this.#show(judged, side);
    this.changed();
  }

  /** The next turning point, after the last one the first again. */
  next(): void {
    const all = this.turning;
    const at = all.findIndex(({ index }) => index === this.chosen?.index);
    if (all.length > 0) this.choose(all[(at + 1) % all.length]);
  }

  /** The next or the last turning point before. */
  step(by: 1 | -1): void {
    const all = this.turning;
    const at = all.findIndex(({ index }) => index === this.chosen?.index);
    this.choose(all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by] ?? this.chosen);
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
    const best = ply.best?.line ?? [];
    if (side === "better" && ply.best) {
      study.pin(ply.best as Line, 1);
      study.step(1);
      return;
    }
    if (side === "before" && best[0] !== undefined)
      study.reviewMarks = [
        `better check ${best[0]}`,
        ...(best[0] === ply.move ? [] : [`played step${Math.max(1, stepsOf(turn.grade))} ${ply.move}`]),
      ];
    study.redraw();
  }

  async #run(): Promise<void> {
    this.running = true;
    try {
      const told = await this.#grading.run();
      if (this.#closed) return;
      if (told) this.#hear(told);
    } catch {
      this.failed = !this.#closed;
    }
    this.running = false;
    if (!this.chosen && !this.#closed && this.turning.length > 0) this.choose(this.turning[0]);
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
