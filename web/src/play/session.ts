/* The match on the table: the running game, what was touched, who thinks, what is said about it.

   It is the one model of the play page. It knows no rules: what is legal and why a touch leads nowhere comes from the
   core, and a move is whatever list of touches the core gave for it. It keeps itself in the browser after every change,
   so that a reload or a crash loses nothing. */
import { keep, kept } from "../app/keep";
import { settings } from "../app/settings";
import { Store } from "../app/store";
import { CoreError } from "../core/module";
import { gameFacts, Table } from "../core/table";
import type { GameEvent, Message, Report, State } from "../core/types";
import { Engine, prepareEngine } from "../engine/engine";
import { say, t } from "../i18n/texts";
import { sideAt, type Finished, type Plan, type Side } from "./plan";

export type Tone = "neutral" | "why" | "hint" | "good" | "bad";

/** What the one message says. A function, because the language may change while it stands. */
export interface Note {
  tone: Tone;
  text: () => string;
}

export interface Thinking {
  seat: number;
  /** performance.now() when it began. */
  since: number;
  report: Report | undefined;
}

/** What the browser keeps of it. */
interface Kept {
  plan: Plan;
  finished: Finished[];
  record: string;
  seed: number;
  flipped: boolean;
}

/* A move of the engine is not shown sooner, so that the eye can follow; a roll neither. */
const PACE = 450;
const REFUSED = 1200;
const STRONGEST = 10;
const THINKS = 2000; /* milliseconds of the strongest level */
const HINT = 1500;

/** Megabytes of the engine's table: less on phones. */
export function tableMegabytes(): number {
  return matchMedia("(pointer: coarse) and (max-width: 900px)").matches ? 16 : 64;
}

export class Session extends Store {
  readonly #engine = new Engine();
  #table: Table;
  #state: State;
  #events: GameEvent[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refusal: ReturnType<typeof setTimeout> | undefined;
  #run = 0; /* counts what makes a running thought or timer void */

  readonly plan: Plan;
  finished: Finished[] = [];
  seed: number;
  flipped = false;
  touched: string[] = [];
  /** A whole move that waits for the person's word. */
  pending: string | undefined;
  /** The touch that was just refused. */
  refused: string | undefined;
  /** The touches of the move that was suggested. */
  hint: string[] = [];
  thinking: Thinking | undefined;
  #asking = false; /* a hint is being thought about */
  note: Note | undefined;
  /** Goes up when the last event should be seen happening. */
  moved = 0;

  private constructor(plan: Plan, table: Table, seed: number) {
    super();
    this.plan = plan;
    this.seed = seed;
    this.#table = table;
    this.#state = table.state();
    this.#events = table.events();
  }

  /** A new match. */
  static begin(plan: Plan): Session {
    const session = new Session(plan, Table.open(plan.spec, plan.position), newSeed());
    session.#look();
    session.#began();
    return session;
  }

  /** A game that was played elsewhere, up to its end. */
  static fromRecord(record: string, sides?: Side[]): Session {
    const table = Table.fromRecord(record);
    const state = table.state();
    const people = Array.from({ length: state.players }, () => ({ kind: "person" as const, name: "", level: 0 }));
    const plan: Plan = { spec: state.game, position: state.first, sides: sides ?? people, begins: 0, games: 1 };
    const session = new Session(plan, table, newSeed());
    session.#began();
    return session;
  }

  /** The match that the browser kept, if there is one. */
  static back(): Session | undefined {
    const found = kept<Kept>("match");
    if (!found) return undefined;
    try {
      const session = new Session(found.plan, Table.fromRecord(found.record), found.seed);
      session.finished = found.finished;
      session.flipped = found.flipped;
      if (!session.over) session.note = { tone: "neutral", text: () => t("note.back") };
      session.#advance();
      return session;
    } catch {
      keep("match", undefined); /* of another version, or spoiled */
      return undefined;
    }
  }

  #began(): void {
    if (this.plan.sides.some((side) => side.kind === "engine")) void prepareEngine().catch(() => undefined);
    this.#store();
    this.#advance();
  }

  /* ---- what there is to see ---- */

  get table(): Table {
    return this.#table;
  }
  /** How the game stands, or stood where one is looking. */
  get state(): State {
    return this.#state;
  }
  get events(): GameEvent[] {
    return this.#events;
  }
  /** Which game of the match is on the table, from 0. */
  get game(): number {
    return this.over ? this.finished.length - 1 : this.finished.length;
  }
  get over(): boolean {
    return this.#state.end !== "open";
  }
  get matchOver(): boolean {
    return this.over && this.finished.length >= this.plan.games;
  }
  /** One looks at an earlier position. */
  get past(): boolean {
    return this.#state.at < this.#state.events;
  }
  get asking(): boolean {
    return this.#asking;
  }

  sideOf(seat: number): number {
    return sideAt(this.plan, this.game, seat);
  }
  playerAt(seat: number): Side {
    return this.plan.sides[this.sideOf(seat)]!;
  }
  /** What to call the player at a seat: a person's name, the level, or what the game calls the seat. */
  nameAt(seat: number): string {
    const player = this.playerAt(seat);
    if (player.name !== "") return player.name;
    if (player.kind === "engine") return t("level", { level: player.level });
    return say(this.#state.id, this.#state.view.seats[seat - 1]!.name);
  }
  /** The person at this screen who is to move, by seat; 0: nobody. */
  get personToMove(): number {
    const { seat } = this.#state;
    return !this.over && !this.past && seat > 0 && this.playerAt(seat).kind === "person" ? seat : 0;
  }
  /** Who is meant by "I": the one person at the table, or the one to move, or nobody. */
  get self(): number {
    const seats = Array.from({ length: this.#state.players }, (_, index) => index + 1);
    const people = seats.filter((seat) => this.playerAt(seat).kind === "person");
    return people.length === 1 ? people[0]! : this.personToMove;
  }
  /** Points of the match by side, the game on the table included when it is over. */
  get matchPoints(): number[] {
    return this.plan.sides.map((_, side) => this.finished.reduce((sum, game) => sum + game.points[side]!, 0));
  }
  /** The ids that can be touched next. */
  get touchable(): Set<string> {
    if (this.personToMove === 0) return new Set();
    const { steps } = this.#state;
    return new Set(steps.filter((step) => begins(step.steps, this.touched)).map((step) => step.steps[this.touched.length] ?? ""));
  }

  /* ---- what a person does ---- */

  /** Touches a place, a man in hand or a control. */
  touch(id: string): void {
    this.hint = [];
    if (this.past) {
      this.#say("neutral", () => t("note.past"));
      return;
    }
    if (this.personToMove === 0) {
      if (this.over) this.#refuse(id);
      else this.#say("neutral", () => t("note.not-your-turn"));
      return;
    }
    this.pending = undefined;
    if (this.touched.at(-1) === id) {
      this.touched = this.touched.slice(0, -1);
      this.#quiet();
    } else if (!this.#lead([...this.touched, id]) && !this.#lead([id])) {
      this.#refuse(id);
    }
  }

  /* Goes on with these touches if they begin a move. */
  #lead(touched: string[]): boolean {
    const moves = this.#state.steps.filter((step) => begins(step.steps, touched));
    if (moves.length === 0) return false;
    const whole = moves.filter((step) => step.steps.length === touched.length);
    if (whole.length === 0 || moves.length > whole.length) {
      this.touched = touched;
      this.#quiet();
      return true;
    }
    if (settings.choices.confirm) {
      this.touched = touched;
      this.pending = whole[0]!.move;
      this.#say("neutral", () => t("note.confirm", { move: this.pending ?? "" }));
    } else {
      this.#play(whole[0]!.move);
    }
    return true;
  }

  /** The move that waited. */
  confirm(): void {
    if (this.pending !== undefined) this.#play(this.pending);
  }

  /** Lets go of what was touched. */
  release(): void {
    this.touched = [];
    this.pending = undefined;
    this.hint = [];
    this.#quiet();
  }

  /** A move in notation. True when it was played. */
  type(token: string): boolean {
    if (this.personToMove === 0 && this.#state.turn !== "chance") return false;
    try {
      this.#table.play(token.trim());
    } catch (error) {
      this.#say("why", faultText(this.#state.id, error));
      return false;
    }
    this.#happened();
    return true;
  }

  /** Rolls the die for the person whose turn it is. */
  roll(): void {
    if (this.#state.turn !== "chance" || this.personToMove === 0) return;
    this.#table.roll();
    this.#happened();
  }

  undo(): void {
    const people = this.plan.sides.filter((side) => side.kind === "person").length;
    const player = people === 1 && this.plan.sides.length > 1 ? this.self : 0;
    this.#halt();
    try {
      this.#table.undo(player);
      if (this.finished.length > this.game) this.finished.pop();
      this.#look();
      this.note = undefined;
    } catch (error) {
      this.note = { tone: "why", text: faultText(this.#state.id, error, "note.nothing-to-undo") };
    }
    this.#settled();
  }

  redo(): void {
    this.#halt();
    try {
      this.#table.redo();
      this.#look();
      this.note = undefined;
    } catch (error) {
      this.note = { tone: "why", text: faultText(this.#state.id, error, "note.nothing-to-redo") };
    }
    this.#settled();
  }

  /** The player at a seat gives up. */
  resign(seat: number): void {
    this.#halt();
    this.#table.giveUp(seat);
    this.#happened();
  }

  agreeDraw(): void {
    this.#halt();
    this.#table.agreeDraw();
    this.#happened();
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.#store();
    this.changed();
  }

  /** Looks at the position after so many events; at the last one the game goes on. */
  goTo(at: number): void {
    const events = this.#events.length;
    this.#state = this.#table.state(Math.max(0, Math.min(at, events)));
    this.touched = [];
    this.hint = [];
    this.pending = undefined;
    this.changed();
  }

  /** Asks the engine what it would play. */
  async suggest(): Promise<void> {
    if (this.personToMove === 0 || this.#state.turn === "chance" || this.#asking) return;
    const run = ++this.#run;
    this.#asking = true;
    this.#say("neutral", () => t("note.hint-wait"));
    try {
      const answer = await this.#engine.ask({
        kind: "analyse",
        game: this.#soFar(),
        lines: 1,
        milliseconds: HINT,
        megabytes: tableMegabytes(),
      });
      if (run !== this.#run) return;
      const line = answer?.lines[0];
      const move = line?.moves[0];
      if (line && move !== undefined) {
        this.hint = this.#state.steps.find((step) => step.move === move)?.steps ?? [];
        this.note = { tone: "hint", text: () => t(`note.hint-${line.certainty}`, { move, value: this.scoreText(line.score) }) };
      }
    } catch (error) {
      if (run === this.#run) this.note = { tone: "bad", text: () => t("note.engine-fault", { reason: String(error) }) };
    } finally {
      this.#asking = false;
      this.changed();
    }
  }

  /** A score of the engine in words: points ahead, or the chance to win. */
  scoreText(score: number): string {
    if (gameFacts(this.#state.id)?.score === "chance") return t("score.chance", { percent: Math.round(score / 100) });
    return t("score.points", { points: score / 100 });
  }

  /** Lets the engine move with what it knows. */
  moveNow(): void {
    this.#engine.stop();
  }

  /** The next game of the match, or a new match with the same plan. */
  next(): void {
    this.#halt();
    if (this.matchOver) this.finished = [];
    this.#table.close();
    this.#table = Table.open(this.plan.spec, this.plan.position);
    this.seed = newSeed();
    this.note = undefined;
    this.#look();
    this.#began();
    this.changed();
  }

  /** Ends everything that runs: the page goes elsewhere. */
  leave(): void {
    this.#halt();
    this.#store();
  }

  /** The record of the game on the table. */
  record(form: "text" | "json" = "text"): string {
    const tags: Record<string, string> = { Date: new Date().toISOString().slice(0, 10).replaceAll("-", ".") };
    for (let seat = 1; seat <= this.#state.players; seat++) tags[`Player${seat}`] = this.nameAt(seat);
    if (this.plan.games > 1) tags["Round"] = String(this.game + 1);
    return this.#table.record(form, tags);
  }

  /* ---- what follows ---- */

  #play(move: string): void {
    this.#table.play(move);
    this.#happened();
  }

  /* An event was added to the game. */
  #happened(): void {
    this.#run++;
    this.#look();
    this.moved++;
    this.note = undefined;
    if (this.over) this.#finish();
    this.#settled();
  }

  #look(): void {
    this.#state = this.#table.state();
    this.#events = this.#table.events();
    this.touched = [];
    this.hint = [];
    this.pending = undefined;
    this.refused = undefined;
  }

  #finish(): void {
    const { points, result, end } = this.#state;
    const game = this.finished.length;
    const bySide = this.plan.sides.map(() => 0);
    points.forEach((value, index) => (bySide[sideAt(this.plan, game, index + 1)] = value));
    const won = /^p(\d)win$/.exec(result);
    this.finished.push({ points: bySide, result, end, winner: won ? sideAt(this.plan, game, Number(won[1])) : -1 });
    keepFinished(this.record());
  }

  #settled(): void {
    this.#store();
    this.#advance();
    this.changed();
  }

  /* The engine's turn, or a roll for it. */
  #advance(): void {
    const { seat, turn } = this.#state;
    if (this.over || seat === 0 || this.playerAt(seat).kind === "person") return;
    const run = ++this.#run;
    if (turn === "chance") {
      this.#timer = setTimeout(() => {
        if (run !== this.#run) return;
        this.#table.roll();
        this.#happened();
      }, PACE);
      return;
    }
    void this.#think(run, seat);
  }

  async #think(run: number, seat: number): Promise<void> {
    const { level } = this.playerAt(seat);
    this.thinking = { seat, since: performance.now(), report: undefined };
    const player = level < STRONGEST ? String(level) : `${level},hash=${tableMegabytes()}`;
    const milliseconds = level < STRONGEST ? 0 : THINKS;
    try {
      const question = { kind: "choose", game: this.#soFar(), player, milliseconds, seed: this.seed } as const;
      const answer = await this.#engine.ask(question, (report) => {
        if (this.thinking && run === this.#run) this.thinking.report = report;
      });
      if (run !== this.#run || answer?.move === undefined) return;
      const wait = PACE - (performance.now() - this.thinking.since);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
      if (run !== this.#run) return;
      this.thinking = undefined;
      this.#play(answer.move);
    } catch (error) {
      if (run !== this.#run) return;
      this.thinking = undefined;
      this.#say("bad", () => t("note.engine-fault", { reason: String(error) }));
    }
  }

  #soFar() {
    const moves = this.#events.filter((event) => !event.gave_up).map((event) => event.move);
    return { spec: this.#state.game, position: this.#state.first, moves };
  }

  /* Ends thoughts and timers. */
  #halt(): void {
    this.#run++;
    clearTimeout(this.#timer);
    this.#engine.cancel();
    this.thinking = undefined;
    this.#asking = false;
  }

  #refuse(id: string): void {
    const { why } = this.#table.why(this.touched, id);
    const { id: game } = this.#state;
    this.refused = id;
    clearTimeout(this.#refusal);
    this.#refusal = setTimeout(() => {
      this.refused = undefined;
      this.changed();
    }, REFUSED);
    if (why) this.#say("why", () => say(game, why));
    else this.changed();
  }

  #say(tone: Tone, text: () => string): void {
    this.note = { tone, text };
    this.changed();
  }

  #quiet(): void {
    this.note = undefined;
    this.refused = undefined;
    this.changed();
  }

  #store(): void {
    const { plan, finished, seed, flipped } = this;
    keep("match", { plan, finished, seed, flipped, record: this.record() } satisfies Kept);
  }
}

function begins(steps: string[], beginning: string[]): boolean {
  return steps.length >= beginning.length && beginning.every((id, index) => steps[index] === id);
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

/** What the core said for people, else a sentence of ours. */
export function faultText(game: string, error: unknown, otherwise = "note.refused"): () => string {
  const why: Message | undefined = error instanceof CoreError ? error.fault.why : undefined;
  return () => (why ? say(game, why) : t(otherwise));
}

const FINISHED_MAX = 50;

function keepFinished(record: string): void {
  keep("finished", [record, ...(kept<string[]>("finished") ?? [])].slice(0, FINISHED_MAX));
}

/** The records of the games that were finished here, newest first. */
export function finishedGames(): string[] {
  return kept<string[]>("finished") ?? [];
}
