/* What people and engines do in a match: touches, moves, taking back, resigning, hints. Read match.ts first.

   It is the one model of the play page. It knows no rules: what is legal and why a touch leads nowhere comes from the
   core, and a move is whatever list of touches the core gave for it. It keeps itself in the browser after every change,
   so that a reload or a crash loses nothing. The engine thinks only between enter() and leave(). */
import { settings } from "../app/settings";
import { CoreError } from "../core/module";
import { gameFacts, recordTags, Table } from "../core/table";
import type { Message, Report } from "../core/types";
import { prepareEngine } from "../engine/engine";
import type { GameSoFar } from "../engine/protocol";
import { needReasons, reason, say, t } from "../i18n/texts";
import { eventSentences, newShapes } from "./announce";
import { Match, setAside, type Tone } from "./match";
import { Mind, takesDraw } from "./mind";
import { people, shownName, type Plan, type Side } from "./plan";
import { keepMatch, keptMatch } from "./shelf";

export { finishedGames } from "./shelf";
export { tableMegabytes } from "./mind";
export type { Note, Spoken, Tone } from "./match";

export interface Thinking {
  seat: number;
  /** performance.now() when it began. */
  since: number;
  report: Report | undefined;
}

/* A move of the engine is not shown sooner, so that the eye can follow; a roll neither. */
const PACE = 450;
const REFUSED = 1200;
const HINT = 1500;
const DRAW = 1000;

export class Session extends Match {
  readonly #mind = new Mind();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #refusal: ReturnType<typeof setTimeout> | undefined;
  #run = 0; /* counts what makes a running thought or timer void */
  #entered = false;
  thinking: Thinking | undefined;
  /** The engine looks for a hint, or at an offer. */
  asking = false;
  /** Goes up when the last event should be seen happening. */
  moved = 0;

  /** A new match. */
  static begin(plan: Plan): Session {
    const session = new Session(plan, Table.open(plan.spec, plan.position));
    setAside();
    session.store();
    return session;
  }

  /** A position, and moves from it, for people at this screen; kept once somebody moves. Throws a CoreError. */
  static open(spec: string, position: string, moves: string[] = []): Session {
    const table = Table.open(spec, position);
    try {
      for (const move of moves) table.play(move);
    } catch (error) {
      table.close();
      throw error;
    }
    return Session.#shown(table, { spec });
  }

  /** A game that was played elsewhere, up to its end. */
  static fromRecord(record: string, sides?: Side[]): Session {
    const table = Table.fromRecord(record);
    const tags = recordTags(record);
    const named = people(table.state().players).map((side, index) => ({
      ...side,
      name: shownName(tags[`Player${index + 1}`] ?? ""),
    }));
    return Session.#shown(table, { sides: sides ?? named });
  }

  static #shown(table: Table, given: { spec?: string; sides?: Side[] }): Session {
    const { game, first, players } = table.state();
    const { spec = game, sides = people(players) } = given;
    const plan: Plan = { spec, position: first, sides, begins: 0, games: 1 };
    const session = new Session(plan, table);
    session.kept = false;
    if (session.over) session.count();
    return session;
  }

  /** The match that the browser kept, if there is one. */
  static back(): Session | undefined {
    const found = keptMatch();
    if (!found) return undefined;
    try {
      const session = new Session(found.plan, Table.fromRecord(found.record));
      session.recall(found);
      if (!session.over) session.note = { tone: "neutral", text: () => `${t("note.back")} ${session.prompt}`.trim() };
      return session;
    } catch {
      keepMatch(undefined); /* of another version, or spoiled */
      return undefined;
    }
  }

  /** The match is on the screen: the engine may think. */
  enter(): void {
    this.#entered = true;
    if (this.plan.sides.some((side) => side.kind === "engine")) void prepareEngine().catch(() => undefined);
    if (!this.over) this.speakSeats();
    if (this.note) this.tell(this.note.text());
    else if (!this.over) this.speakPrompt();
    this.#advance();
    this.changed();
  }

  /** Ends everything that runs: the page goes elsewhere. */
  leave(): void {
    this.#entered = false;
    this.#halt();
    this.store();
  }

  /* ---- what there is to see ---- */

  /** The ids that can be touched next. */
  get touchable(): Set<string> {
    return this.personToMove === 0 ? new Set() : this.table.next(this.touched);
  }
  /** Some choice of a person can be taken back, if no roll stands in the way. */
  get undoable(): boolean {
    const closed = this.now.end === "agreed" || this.events.at(-1)?.gave_up === true;
    return (
      !closed &&
      this.events.some((event) => !event.roll && !event.gave_up && this.playerAt(event.seat).kind === "person")
    );
  }

  /* ---- what a person does ---- */

  /** Touches a place, a man in hand or a control. */
  touch(id: string): void {
    this.hint = [];
    if (this.past) return this.#say("neutral", () => t("note.past"));
    if (!this.over && this.personToMove === 0) return this.#say("neutral", () => t("note.not-your-turn"));
    if (this.touched.at(-1) === id && this.pending !== undefined) return this.confirm();
    this.pending = undefined;
    const { touch, touched, move, why } = this.table.touch(this.touched, id);
    if (touch === "refused") return this.#refuse(id, why);
    if (move !== null && !settings.choices.confirm) return this.#play(move);
    this.touched = touched;
    if (move === null) return this.#quiet();
    this.pending = move;
    this.refused = undefined;
    this.#say("neutral", () => t("note.confirm", { move }));
  }

  /** The move that waited. */
  confirm(): void {
    if (this.pending !== undefined) this.#play(this.pending);
  }

  /** Lets go of what was touched. */
  release(): void {
    this.letGo();
    this.#quiet();
  }

  /** A move in notation. True when it was played; else the message says why not. */
  type(token: string): boolean {
    if (this.past) this.goTo(this.events.length);
    if (this.over) this.#say("why", this.#whyNot(this.table.why([], token).why));
    else if (this.personToMove === 0) this.#say("neutral", () => t("note.not-your-turn"));
    else if (this.now.turn === "chance") this.#say("why", () => t("note.roll-first"));
    else return this.#typed(token.trim());
    return false;
  }

  #typed(token: string): boolean {
    try {
      this.table.play(token);
    } catch (error) {
      this.#say("why", faultText(this.now.id, error));
      return false;
    }
    this.#happened();
    return true;
  }

  /** Rolls the die for the person whose turn it is. */
  roll(): void {
    if (this.now.turn !== "chance" || this.personToMove === 0) return;
    this.table.roll();
    this.#happened();
  }

  /** Back to the last choice of a person: what engines did since goes with it. */
  undo(): void {
    this.#halt();
    this.turnTo(this.events.length);
    if (this.undoable && this.#takeBack()) {
      if (this.over) this.uncount();
      this.note = undefined;
      this.tell(t("announce.undo"));
    } else {
      const key = this.#noUndo();
      this.note = { tone: "why", text: () => t(key) };
      this.tell(t(key));
    }
    this.look();
    this.#settled();
  }

  /* All or nothing: a roll that cannot be taken back may lie before the choice. */
  #takeBack(): boolean {
    let plies = 0;
    try {
      do plies += this.table.undo(0);
      while (!this.#personAt(this.table.state().seat));
      return true;
    } catch {
      while (plies-- > 0) this.table.redo();
      return false;
    }
  }

  #noUndo(): string {
    if (this.now.end === "agreed" || this.events.some((event) => event.gave_up)) return "note.undo-closed";
    return this.undoable && this.events.some((event) => event.roll) ? "note.undo-roll" : "note.nothing-to-undo";
  }

  #personAt(seat: number): boolean {
    return seat > 0 && this.playerAt(seat).kind === "person";
  }

  /** Plays again what was taken back, to the next choice of a person. */
  redo(): void {
    this.#halt();
    this.turnTo(this.events.length);
    if (this.now.redoable === 0) {
      const text = () => t("note.nothing-to-redo");
      this.note = { tone: "why", text };
      this.tell(text());
      return this.#settled();
    }
    do {
      this.table.redo();
      this.look();
    } while (this.now.redoable > 0 && !this.over && !this.#personAt(this.now.seat));
    this.note = undefined;
    this.tell(t("announce.redo"));
    if (this.over) this.finish();
    this.#settled();
  }

  /** What the players would have if the one at a seat gave up; undefined: the others would play on. */
  pointsAfterResigning(seat: number): number[] | undefined {
    const scratch = Table.fromRecord(this.record());
    try {
      scratch.giveUp(seat);
      const { end, points } = scratch.state();
      return end === "open" ? undefined : points;
    } finally {
      scratch.close();
    }
  }

  /** The player at a seat gives up. */
  resign(seat: number): void {
    this.#halt();
    this.table.giveUp(seat);
    this.#happened();
  }

  agreeDraw(): void {
    this.#halt();
    this.turnTo(this.events.length);
    this.table.agreeDraw();
    this.look();
    this.note = undefined;
    this.finish();
    this.#settled();
  }

  /** Offers the engines a draw; they judge by what they find. */
  async offerDraw(): Promise<void> {
    const engines = this.seatsOf("engine");
    const { id, seat: toMove, players } = this.now;
    this.#halt();
    const line = await this.#consult(DRAW, "note.draw-wait");
    if (line === undefined) return;
    const against = engines.find((seat) => !takesDraw(id, line, toMove, seat, players));
    if (against === undefined) return this.agreeDraw();
    const who = this.nameAt(against);
    this.#say("neutral", () => t("note.draw-refused", { who }));
    this.#advance();
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.store();
    this.changed();
  }

  /** Looks at the position after so many events; at the last one the game goes on. */
  goTo(at: number): void {
    const wanted = Math.max(0, Math.min(at, this.events.length));
    if (wanted === this.state.at) return;
    if (this.asking) this.#halt(); /* nobody waits for that hint any more */
    this.turnTo(wanted);
    this.note = undefined;
    const move = this.events[wanted - 1]?.move;
    if (!this.past) this.tell(t("announce.at-now"));
    else this.tell(move === undefined ? t("announce.at-start") : t("announce.at", { move, number: wanted }));
    this.changed();
  }

  /** Asks the engine what it would play. */
  async suggest(): Promise<void> {
    if (this.personToMove === 0 || this.now.turn === "chance" || this.asking) return;
    this.release();
    const line = await this.#consult(HINT, "note.hint-wait");
    const move = line?.line[0];
    if (line === undefined || move === undefined) return;
    this.hint = this.now.steps.find((step) => step.move === move)?.steps ?? [];
    const { id, view } = this.now;
    const control = view.controls.find((each) => each.id === move)?.name;
    const what = () => (control ? t("note.control", { name: say(id, control) }) : move);
    this.#say("hint", () => t(`note.hint-${line.kind}`, { move: what(), value: this.valueText(line.value) }));
  }

  /* The engine's view of the game as it stands; undefined when something else came first. */
  async #consult(milliseconds: number, waiting: string) {
    const run = ++this.#run;
    this.asking = true;
    this.#say("neutral", () => t(waiting));
    try {
      const line = await this.#mind.look(this.#soFar(), milliseconds);
      if (run !== this.#run) return undefined;
      this.asking = false;
      this.note = undefined;
      return line;
    } catch (error) {
      if (run === this.#run) {
        this.asking = false;
        await this.#failed(error, false);
      }
      return undefined;
    }
  }

  /** What the engine thinks in words: points ahead, to the half, or the chance to win. */
  valueText(value: number): string {
    if (gameFacts(this.now.id)?.score === "chance") return t("score.chance", { percent: Math.round(value) });
    const points = Math.round(2 * Math.abs(value)) / 2;
    if (points === 0) return t("score.even");
    return t(value > 0 ? "score.points" : "score.behind", { points });
  }

  /** Lets the engine move with what it knows. */
  moveNow(): void {
    this.#mind.hurry();
  }

  /** Asks the engine once more after it failed. */
  retry(): void {
    this.note = undefined;
    this.#advance();
    this.changed();
  }

  /** The next game of the match, or a new match with the same plan. */
  next(): void {
    this.#halt();
    this.layOut();
    this.note = undefined;
    this.tell(t("announce.new-game"));
    this.speakSeats();
    this.#settled();
  }

  /** Something about a control: why it cannot be used now. */
  remark(text: string): void {
    this.#say("neutral", () => text);
  }

  /* ---- what follows ---- */

  #play(move: string): void {
    this.table.play(move);
    this.#happened();
  }

  /* An event was added to the game. */
  #happened(): void {
    this.#run++;
    this.asking = false;
    const before = this.now;
    const first = this.events.length === 0;
    if (!this.kept) setAside();
    this.kept = true;
    this.look();
    if (!this.past) this.moved++;
    const event = this.events.at(-1)!;
    const richer = this.now.view.seats.some(({ points }, index) => points > before.view.seats[index]!.points);
    this.gained = richer && newShapes(before, this.now).length > 0;
    this.tell(...eventSentences({ before, after: this.now, event, name: (seat) => this.nameAt(seat) }));
    /* What was said when the match began, about the lots, stays when the engine has begun. */
    if (!first || this.playerAt(event.seat).kind === "person") this.note = undefined;
    if (this.over) this.finish();
    this.#settled();
  }

  #settled(): void {
    this.speakPrompt();
    this.store();
    this.#advance();
    this.changed();
  }

  /* The engine's turn, or a roll for it. */
  #advance(): void {
    const { seat, turn } = this.now;
    if (!this.#entered || this.over || seat === 0 || this.playerAt(seat).kind === "person") return;
    const run = ++this.#run;
    if (turn === "chance") {
      this.#timer = setTimeout(() => {
        if (run !== this.#run) return;
        this.table.roll();
        this.#happened();
      }, PACE);
      return;
    }
    void this.#think(run, seat);
  }

  async #think(run: number, seat: number): Promise<void> {
    const thinking: Thinking = { seat, since: performance.now(), report: undefined };
    this.thinking = thinking;
    try {
      const { level } = this.playerAt(seat);
      const move = await this.#mind.move(this.#soFar(), level, this.seed, (report) => (thinking.report = report));
      if (run !== this.#run) return;
      if (move === undefined) throw new Error("no move");
      const wait = PACE - (performance.now() - thinking.since);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
      if (run !== this.#run) return;
      this.thinking = undefined;
      this.#play(move);
    } catch (error) {
      if (run !== this.#run) return;
      this.thinking = undefined;
      await this.#failed(error, true);
    }
  }

  /* The core refused, or the engine did not arrive. */
  async #failed(error: unknown, retry: boolean): Promise<void> {
    const run = this.#run;
    if (error instanceof CoreError) await needReasons();
    if (run !== this.#run) return;
    const text =
      error instanceof CoreError
        ? () => t("note.engine-fault", { reason: reason(error.message).text })
        : () => t("note.engine-missing");
    this.note = { tone: "bad", text, retry };
    this.tell(text());
    this.changed();
  }

  /* One who left cannot be told in moves: then the engine starts from the position. */
  #soFar(): GameSoFar {
    const { game: spec, first, position } = this.now;
    if (this.events.some((event) => event.gave_up)) return { spec, position, moves: [] };
    return { spec, position: first, moves: this.events.map((event) => event.move) };
  }

  /* Ends thoughts and timers. */
  #halt(): void {
    this.#run++;
    clearTimeout(this.#timer);
    this.#mind.cancel();
    this.thinking = undefined;
    if (this.asking) this.note = undefined;
    this.asking = false;
  }

  #whyNot(why: Message | null | undefined): () => string {
    const { id } = this.now;
    return () => (why ? say(id, why) : t("note.refused"));
  }

  #refuse(id: string, why: Message | null | undefined): void {
    this.refused = id;
    clearTimeout(this.#refusal);
    this.#refusal = setTimeout(() => {
      this.refused = undefined;
      this.changed();
    }, REFUSED);
    this.#say("why", this.#whyNot(why));
  }

  #say(tone: Tone, text: () => string): void {
    this.note = { tone, text };
    this.tell(text());
    this.changed();
  }

  #quiet(): void {
    this.note = undefined;
    this.refused = undefined;
    this.changed();
  }
}

/** What the core said for people, else a sentence of ours. */
export function faultText(game: string, error: unknown, otherwise = "note.refused"): () => string {
  const why: Message | undefined = error instanceof CoreError ? error.fault.why : undefined;
  return () => (why ? say(game, why) : t(otherwise));
}
