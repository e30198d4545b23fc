/* A match at this screen: what a person does, and what follows from it. It puts the parts together and is the one model
   of the play page.

   A move is proposed to the referee and happens when he says so; then it is told, counted, kept, and the next one is to
   move. No rule is known here: what is legal and why a touch leads nowhere comes from the core, and a move is whatever
   list of touches the core gave for it. Everything is kept after every change, so that a reload or a crash loses nothing.
   The engines think only between enter() and leave(). */
import { settings } from "../app/settings";
import { Store } from "../app/store";
import { CoreError } from "../core/module";
import { gameFacts, recordTags, Table } from "../core/table";
import type { Message, State } from "../core/types";
import { prepareEngine } from "../engine/engine";
import { newShapes } from "../game/announce";
import { Engines } from "../game/engines";
import { Game } from "../game/game";
import { LocalReferee } from "../game/local";
import { Match } from "../game/match";
import { Narrator, type Tone } from "../game/narrator";
import { people, shownName, type Plan, type Side } from "../game/plan";
import type { OpenReferee, Referee, Ruling } from "../game/referee";
import { Touching } from "../game/touching";
import { needReasons, reason, say, t } from "../i18n/texts";
import { randomId } from "../keep/hold";
import { keeper, type Kept } from "../keep/keeper";

const HINT = 1500;

export class Session extends Store {
  readonly match: Match;
  readonly touching: Touching;
  readonly narrator: Narrator;
  readonly engines: Engines;
  readonly #referee: Referee;
  readonly #hosted: Options["hosted"];
  #entered = false;
  #before: State | undefined; /* how the game stood when the move was proposed */
  #finished: string | undefined; /* the id of the game on the table among the records, when it is over */
  #kept: boolean;

  readonly id: string;
  /** Another page has taken it over. */
  lost = false;
  /** When it was last kept; by it one sees that somebody else played on. */
  changedAt = 0;

  /** Of the engines' choices. */
  seed = newSeed();
  flipped = false;
  /** A whole move that waits for the person's word. */
  unconfirmed: string | undefined;
  /** The last event completed something that scores. */
  gained = false;
  /** Goes up when the last event should be seen happening. */
  moved = 0;

  /** Without a referee, the one at this table decides. A game that was only opened to be looked at is kept once it goes
      on. */
  constructor(plan: Plan, game: Game, { id = randomId(), kept = true, referee, hosted }: Options = {}) {
    super();
    this.id = id;
    this.#hosted = hosted;
    this.#kept = kept && hosted === undefined;
    this.match = new Match(plan, game);
    this.touching = new Touching(
      () => this.game.table,
      () => this.changed(),
    );
    this.narrator = new Narrator(this.match);
    this.engines = new Engines({
      match: this.match,
      seed: () => this.seed,
      play: (move) => this.#propose(move),
      roll: () => this.#referee.roll(),
      failed: (error) => void this.#failed(error, true),
    });
    const hear = (ruling: Ruling) => this.#hear(ruling);
    this.#referee = referee?.(hear) ?? this.#local(hear);
  }

  #local(hear: (ruling: Ruling) => void): Referee {
    const { match, engines } = this;
    return new LocalReferee({
      get game() {
        return match.game;
      },
      isPerson: (seat) => match.isPerson(seat),
      against: () => engines.against().catch((error: unknown) => void this.#failed(error, false)),
      hear,
    });
  }

  /** A new match. */
  static begin(plan: Plan): Session {
    for (const { id, begun } of keeper.matches) if (begun === false) keeper.dropMatch(id);
    const session = new Session(plan, Game.open(plan.spec, plan.position));
    session.keep();
    return session;
  }

  /** A position, and moves from it, for people at this screen; kept once somebody moves. Throws a CoreError. */
  static open(spec: string, position: string, moves: string[] = []): Session {
    return Session.#shown(Game.open(spec, position, moves), { spec });
  }

  /** A game that was played elsewhere, up to its end. Once it goes on, it takes the place of the record with that id. */
  static fromRecord(record: string, sides?: Side[], id?: string): Session {
    const game = Game.fromRecord(record);
    const tags = recordTags(record);
    const named = people(game.now.players).map((side, index) => ({
      ...side,
      name: shownName(tags[`Player${index + 1}`] ?? ""),
    }));
    return Session.#shown(game, { sides: sides ?? named }, id);
  }

  static #shown(game: Game, given: { spec?: string; sides?: Side[] }, record?: string): Session {
    const { game: whole, first, players } = game.now;
    const { spec = whole, sides = people(players) } = given;
    const session = new Session({ spec, position: first, sides, begins: 0, games: 1 }, game, { kept: false });
    session.#finished = record;
    if (game.over) session.match.count();
    return session;
  }

  /** A match that was kept. Throws when it cannot be read: of another version, or spoiled. */
  static back({ id, plan, finished, record, seed, flipped, changed, finishedAs }: Kept): Session {
    const session = new Session(plan, Game.fromRecord(record), { id });
    const { match, narrator } = session;
    try {
      match.recall(finished);
      session.flipped = flipped;
      session.seed = seed;
      session.changedAt = changed;
      if (session.game.over) session.#finished = finishedAs;
      else narrator.note = { tone: "neutral", text: () => `${t("note.back")} ${narrator.prompt}`.trim() };
      if (match.seats.some((seat) => match.playerAt(seat) === undefined)) throw new Error("a seat without a player");
      return session;
    } catch (error) {
      session.game.close();
      throw error;
    }
  }

  /** It is kept, and has an address: /play/ID. */
  get kept(): boolean {
    return this.#kept;
  }

  get game(): Game {
    return this.match.game;
  }

  /** The match is on the screen: the engines may think. */
  enter(): void {
    this.#entered = true;
    if (this.match.plan.sides.some((side) => side.kind === "engine")) void prepareEngine().catch(() => undefined);
    const { narrator } = this;
    if (!this.game.over) narrator.seats();
    if (narrator.note) narrator.speak(narrator.note.text());
    else if (!this.game.over) narrator.ask();
    this.#advance();
    this.changed();
  }

  /** Ends everything that runs: the page goes elsewhere. */
  leave(): void {
    this.#entered = false;
    this.#halt();
    this.engines.close();
    this.keep();
  }

  /** Another page writes it now: what is here is not kept any more. */
  lose(): void {
    this.lost = true;
    this.#kept = false;
    this.leave();
  }

  /** Nobody comes back to it. */
  close(): void {
    if (this.#entered) this.leave();
    this.#referee.close();
    this.engines.close();
    this.touching.close();
    this.game.close();
  }

  /* ---- what there is to see ---- */

  /** The ids that can be touched next. */
  get touchable(): Set<string> {
    return this.match.personToMove === 0 ? new Set() : this.touching.next;
  }
  /** Some choice of a person can be taken back, if no roll stands in the way. */
  get undoable(): boolean {
    const { now, events } = this.game;
    const closed = now.end === "agreed" || events.at(-1)?.gave_up === true;
    return !closed && events.some((event) => !event.roll && !event.gave_up && this.match.isPerson(event.seat));
  }

  /* ---- what a person does ---- */

  /** Touches a place, a man in hand or a control. */
  touch(id: string): void {
    const { touching, game } = this;
    touching.hint = [];
    if (game.past) return this.#say("neutral", () => t("note.past"));
    if (!game.over && this.match.personToMove === 0) return this.#say("neutral", () => t("note.not-your-turn"));
    if (touching.touched.at(-1) === id && this.unconfirmed !== undefined) return this.confirm();
    this.unconfirmed = undefined;
    const { touch, move, why } = touching.touch(id);
    if (touch === "refused") return this.#say("why", this.#whyNot(why));
    if (move !== null && !settings.choices.confirm) return this.#propose(move);
    if (move === null) return this.#quiet();
    this.unconfirmed = move;
    this.#say("neutral", () => t("note.confirm", { move }));
  }

  /** The move that waited. */
  confirm(): void {
    if (this.unconfirmed !== undefined) this.#propose(this.unconfirmed);
  }

  /** Lets go of what was touched. */
  release(): void {
    this.#letGo();
    this.#quiet();
  }

  /** A move in notation. True when it was proposed; else the message says why not. */
  type(token: string): boolean {
    const { game } = this;
    if (game.past) this.goTo(game.events.length);
    if (game.over) this.#say("why", this.#whyNot(game.table.why([], token).why));
    else if (this.match.personToMove === 0) this.#say("neutral", () => t("note.not-your-turn"));
    else if (game.now.turn === "chance") this.#say("why", () => t("note.roll-first"));
    else return this.#typed(token.trim());
    return false;
  }

  #typed(token: string): boolean {
    try {
      this.#propose(token);
      return true;
    } catch (error) {
      this.#say("why", faultText(this.game.now.id, error));
      return false;
    }
  }

  /** Rolls the die for the person whose turn it is. */
  roll(): void {
    if (this.game.now.turn === "chance" && this.match.personToMove > 0) this.#referee.roll();
  }

  undo(): void {
    this.#turnToNow();
    this.#referee.takeBack(this.match.self);
  }

  /** Plays again what was taken back, to the next choice of a person. */
  redo(): void {
    this.#turnToNow();
    this.#referee.redo();
  }

  /** What the players would have if the one at a seat gave up; undefined: the others would play on. */
  pointsAfterResigning(seat: number): number[] | undefined {
    const scratch = Table.fromRecord(this.match.record());
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
    this.#referee.resign(seat);
  }

  /** People agree at once, engines judge by what they find. */
  offerDraw(): void {
    this.#turnToNow();
    this.#referee.draw(this.match.self);
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.keep();
    this.changed();
  }

  /** Looks at the position after so many events; at the last one the game goes on. */
  goTo(at: number): void {
    const { game, narrator } = this;
    const wanted = Math.max(0, Math.min(at, game.events.length));
    if (wanted === game.state.at) return;
    if (this.engines.asking) this.#halt(); /* nobody waits for that hint any more */
    game.goTo(wanted);
    this.#letGo();
    narrator.quiet();
    const move = game.events[wanted - 1]?.move;
    if (!game.past) narrator.speak(t("announce.at-now"));
    else narrator.speak(move === undefined ? t("announce.at-start") : t("announce.at", { move, number: wanted }));
    this.changed();
  }

  /** Asks the engine what it would play. */
  async suggest(): Promise<void> {
    if (this.match.personToMove === 0 || this.game.now.turn === "chance" || this.engines.asking) return;
    this.release();
    const found = this.engines.consult(HINT);
    this.#say("neutral", () => t("note.hint-wait"));
    const line = await found.catch((error: unknown) => void this.#failed(error, false));
    const move = line?.line[0];
    if (line === undefined) return;
    if (move === undefined) return this.#quiet();
    const { id, view, steps } = this.game.now;
    this.touching.hint = steps.find((step) => step.move === move)?.steps ?? [];
    const control = view.controls.find((each) => each.id === move)?.name;
    const what = () => (control ? t("note.control", { name: say(id, control) }) : move);
    this.#say("hint", () => t(`note.hint-${line.kind}`, { move: what(), value: this.valueText(line.value) }));
  }

  /** What the engine thinks in words: points ahead, to the half, or the chance to win. */
  valueText(value: number): string {
    if (gameFacts(this.game.now.id)?.score === "chance") return t("score.chance", { percent: Math.round(value) });
    const points = Math.round(2 * Math.abs(value)) / 2;
    if (points === 0) return t("score.even");
    return t(value > 0 ? "score.points" : "score.behind", { points });
  }

  /** Asks the engine once more after it failed. */
  retry(): void {
    this.narrator.quiet();
    this.#advance();
    this.changed();
  }

  /** The next game of the match, or a new match with the same plan. */
  next(): void {
    this.#halt();
    const { spec, position } = this.match.plan;
    this.match.layOut(Game.open(spec, position));
    this.seed = newSeed();
    this.#finished = undefined;
    this.#kept = true;
    this.#letGo();
    this.gained = false;
    const { narrator } = this;
    narrator.forget();
    narrator.quiet();
    narrator.speak(t("announce.new-game"));
    narrator.seats();
    this.#settled();
  }

  /** Something about a control: why it cannot be used now. */
  remark(text: string): void {
    this.#say("neutral", () => text);
  }

  /** Something that should not be missed. */
  warn(key: string): void {
    this.#say("bad", () => t(key));
  }

  /** Says something to those who listen. */
  speak(text: string): void {
    this.narrator.speak(text);
    this.changed();
  }

  /* ---- what follows ---- */

  /* Of a person or an engine here: it is seen at once. Throws a CoreError when it is not legal. */
  #propose(move: string): void {
    const before = this.game.now;
    this.game.propose(move);
    this.#before = before;
    this.#seen(before);
    this.#referee.propose(move);
    if (this.game.proposed !== undefined) this.changed();
  }

  #hear(ruling: Ruling): void {
    const { game, match, narrator } = this;
    const { proposed, over } = game;
    const before = proposed === undefined ? game.now : this.#before!;
    const happened = game.follow(ruling);
    if (happened) {
      if (ruling.kind !== "moved" || ruling.move !== proposed) this.#seen(before);
      return this.#happened(before);
    }
    switch (ruling.kind) {
      case "taken-back":
        if (over && proposed === undefined) this.#uncount();
        return this.#turned("announce.undo");
      case "redone":
        return this.#turned("announce.redo");
      case "agreed":
        this.#letGo();
        narrator.quiet();
        this.#finish();
        return this.#settled();
      case "offered":
        return this.#say("neutral", () => t("note.draw-wait"));
      case "declined": {
        const who = match.nameAt(ruling.seat);
        this.#say("neutral", () => t("note.draw-refused", { who }));
        return this.#advance();
      }
      case "refused": {
        const { key, args } = ruling.why;
        this.#letGo();
        narrator.say("why", ruling.why.text ?? (() => t(key, args)));
        return this.#settled();
      }
    }
  }

  /* An event is on the board. */
  #seen(before: State): void {
    this.engines.forget();
    this.#letGo();
    const { now, past } = this.game;
    if (!past) this.moved++;
    const richer = now.view.seats.some(({ points }, index) => points > before.view.seats[index]!.points);
    this.gained = richer && newShapes(before, now).length > 0;
  }

  /* An event was added to the game. */
  #happened(before: State): void {
    const { events, over } = this.game;
    this.#before = undefined;
    if (!this.#kept) this.#dropRecord(); /* of a game that was left, and goes on */
    this.#kept = this.#hosted === undefined;
    this.narrator.happened(before);
    /* What was said when the match began, about the lots, stays when the engine has begun. */
    if (events.length > 1 || this.match.isPerson(events.at(-1)!.seat)) this.narrator.quiet();
    if (over) this.#finish();
    this.#settled();
  }

  /* The game stands elsewhere in its own history. */
  #turned(key: string): void {
    this.#letGo();
    this.gained = false;
    this.narrator.quiet();
    this.narrator.speak(t(key));
    if (this.game.over) this.#finish();
    this.#settled();
  }

  #finish(): void {
    this.match.count();
    if (this.#hosted === "watched") return;
    this.#finished = this.#hosted ? this.id : randomId(); /* one that is hosted may be opened again and again */
    keeper.keepRecord({ id: this.#finished, text: this.match.record(), added: Date.now() });
  }

  /* A game that is over goes on after all. */
  #uncount(): void {
    this.match.uncount();
    this.#dropRecord();
  }

  #dropRecord(): void {
    if (this.#finished !== undefined) keeper.dropRecord(this.#finished);
    this.#finished = undefined;
  }

  #settled(): void {
    this.narrator.ask();
    this.keep();
    this.#advance();
    this.changed();
  }

  #advance(): void {
    if (this.#entered) this.engines.advance();
  }

  /* The core refused, or the engine did not arrive. */
  async #failed(error: unknown, retry: boolean): Promise<void> {
    const { events } = this.game;
    if (error instanceof CoreError) await needReasons();
    if (events !== this.game.events) return;
    const text =
      error instanceof CoreError
        ? () => t("note.engine-fault", { reason: reason(error.message).text })
        : () => t("note.engine-missing");
    this.narrator.say("bad", text, { retry });
    this.changed();
  }

  /* Ends thoughts and timers. */
  #halt(): void {
    if (this.engines.asking) this.narrator.quiet();
    this.engines.halt();
  }

  #turnToNow(): void {
    this.#halt();
    this.game.goTo(this.game.events.length);
    this.#letGo();
  }

  #letGo(): void {
    this.touching.letGo();
    this.unconfirmed = undefined;
  }

  #whyNot(why: Message | null | undefined): () => string {
    const { id } = this.game.now;
    return () => (why ? say(id, why) : t("note.refused"));
  }

  #say(tone: Tone, text: () => string): void {
    this.narrator.say(tone, text);
    this.changed();
  }

  #quiet(): void {
    this.narrator.quiet();
    this.changed();
  }

  keep(): void {
    if (!this.#kept) return;
    const { id, match, seed, flipped } = this;
    const { plan, finished, over } = match;
    const changed = (this.changedAt = Math.max(Date.now(), this.changedAt + 1));
    const begun = this.game.events.length + finished.length > 0;
    const finishedAs = this.#finished;
    const record = match.record();
    keeper.keepMatch({ id, plan, finished, seed, flipped, record, over, begun, changed, finishedAs });
  }
}

interface Options {
  id?: string;
  kept?: boolean;
  /** A server keeps the game. Here the record of one that was played is kept, under the id, when it is over. */
  hosted?: "played" | "watched";
  referee?: OpenReferee;
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}

/** What the core said for people, else a sentence of ours. */
function faultText(game: string, error: unknown): () => string {
  const why: Message | undefined = error instanceof CoreError ? error.fault.why : undefined;
  return () => (why ? say(game, why) : t("note.refused"));
}
