/* A match at this screen: what a person does, and what follows from it. It puts the parts together and is the one model
   of the play page.

   A move is proposed to the referee and happens when he says so; then it is told, counted, kept, and the next one is to
   move. No rule is known here: what is legal comes from the core, how a person makes a move is in mover.ts, how a match
   is kept in keeping.ts. The engines think only between enter() and leave(). */
import { settings } from "../app/settings";
import { Store } from "../app/store";
import { CoreError } from "../core/module";
import { recordTags, Table } from "../core/table";
import type { State } from "../core/types";
import { prepareEngine } from "../engine/engine";
import { newShapes } from "../game/announce";
import { coloursIn } from "../game/colours";
import { Engines } from "../game/engines";
import { Game } from "../game/game";
import { hintText } from "../game/hint";
import { LocalReferee } from "../game/local";
import { Match } from "../game/match";
import { Mover } from "../game/mover";
import { Narrator, type Tone } from "../game/narrator";
import { people, shownName, type Plan, type Side } from "../game/plan";
import type { OpenReferee, Referee, Ruling } from "../game/referee";
import type { Touching } from "../game/touching";
import { needReasons, reason, t, told, type PlainKey } from "../i18n/texts";
import { keeper, type Kept } from "../keep/keeper";
import { Keeping, type KeepingOptions } from "./keeping";

const HINT = 1500;

export class Session extends Store {
  readonly match: Match;
  readonly mover: Mover;
  readonly narrator: Narrator;
  readonly engines: Engines;
  readonly keeping: Keeping;
  readonly #referee: Referee;
  readonly #unsubscribe: () => void;
  #entered = false;
  #before: State | undefined; /* how the game stood when the move was proposed */

  /** Another page has taken it over. */
  lost = false;
  /** Of the engines' choices. */
  seed = newSeed();
  flipped = false;
  /** The last event completed something that scores. */
  gained = false;
  /** Goes up when the last event should be seen happening. */
  moved = 0;

  /** Without a referee, the one at this table decides. */
  constructor(plan: Plan, game: Game, { referee, ...keeping }: Options = {}) {
    super();
    this.match = new Match(plan, game);
    this.keeping = new Keeping(this.match, keeping);
    this.narrator = new Narrator(this.match);
    this.mover = new Mover({
      match: this.match,
      propose: (move) => this.#propose(move),
      tell: (tone, text) => this.#say(tone, text),
      quiet: () => this.#quiet(),
      changed: () => this.changed(),
    });
    this.engines = new Engines({
      match: this.match,
      seed: () => this.seed,
      play: (move) => this.#propose(move),
      roll: () => this.#referee.roll(),
      failed: (error) => void this.#failed(error, true),
    });
    const hear = (ruling: Ruling) => this.#hear(ruling);
    this.#referee = referee?.(hear) ?? this.#local(hear);
    this.#wear();
    this.#unsubscribe = settings.subscribe(() => this.#wear());
  }

  /* The person at this screen has the colour that the settings say. */
  #wear(): void {
    const { match, game } = this;
    if (game.wear(coloursIn(match.plan, match.round, game.kinds))) this.changed();
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
    session.keeping.recall(record);
    if (game.over) session.match.count();
    return session;
  }

  /** A match that was kept. Throws when it cannot be read: of another version, or spoiled. */
  static back({ id, plan, finished, record, again, seed, flipped, changed, finishedAs }: Kept): Session {
    const opened = again ? new Game(Table.again(again)) : Game.fromRecord(record);
    const session = new Session(plan, opened, { id });
    const { match, narrator, game } = session;
    try {
      match.recall(finished);
      session.#wear();
      session.flipped = flipped;
      session.seed = seed;
      session.keeping.recall(game.over ? finishedAs : undefined, changed);
      if (!game.over) narrator.note = { tone: "neutral", text: () => `${t("note.back")} ${narrator.prompt}`.trim() };
      if (match.seats.some((seat) => match.playerAt(seat) === undefined)) throw new Error("a seat without a player");
      return session;
    } catch (error) {
      game.close();
      throw error;
    }
  }

  get id(): string {
    return this.keeping.id;
  }
  /** It is kept, and has an address: /play/ID. */
  get kept(): boolean {
    return this.keeping.kept;
  }
  get game(): Game {
    return this.match.game;
  }
  get touching(): Touching {
    return this.mover.touching;
  }
  /** A whole move that waits for the person's word. */
  get unconfirmed(): string | undefined {
    return this.mover.unconfirmed;
  }
  /** The ids that can be touched next. */
  get touchable(): Set<string> {
    return this.mover.touchable;
  }

  /** The match is on the screen: the engines may think. */
  enter(): void {
    this.#entered = true;
    if (this.match.plan.sides.some((side) => side.kind === "engine")) void prepareEngine().catch(() => undefined);
    this.narrator.enter();
    this.#advance();
    this.changed();
  }

  /** Ends everything that runs: the page goes elsewhere. A match that was left can be entered again. */
  leave(): void {
    this.#entered = false;
    this.#halt();
    this.engines.leave();
    this.keep();
  }

  /** Another page writes it now: what is here is not kept any more. */
  lose(): void {
    this.lost = true;
    this.keeping.kept = false;
    this.leave();
  }

  /** Nobody comes back to it. */
  close(): void {
    if (this.#entered) this.leave();
    this.#unsubscribe();
    this.#referee.close();
    this.engines.leave();
    this.mover.close();
    this.game.close();
  }

  /* ---- what a person does ---- */

  /** Touches a place, a man in hand or a control. */
  touch(id: string): void {
    this.mover.touch(id);
  }

  /** The move that waited. */
  confirm(): void {
    this.mover.confirm();
  }

  /** Lets go of what was touched. */
  release(): void {
    this.mover.letGo();
    this.#quiet();
  }

  /** A move in notation. True when it was proposed; else the message says why not. */
  type(token: string): boolean {
    if (this.game.past) this.goTo(this.game.events.length);
    return this.mover.type(token);
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
    const { game } = this;
    const wanted = Math.max(0, Math.min(at, game.events.length));
    if (wanted === game.state.at) return;
    if (this.engines.asking) this.#halt(); /* nobody waits for that hint any more */
    game.goTo(wanted);
    this.mover.letGo();
    this.narrator.looked();
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
    const { now } = this.game;
    this.touching.hint = now.steps.find((step) => step.move === move)?.steps ?? [];
    this.#say("hint", () => hintText(now, line));
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
    this.#wear();
    this.seed = newSeed();
    this.keeping.turnOver();
    this.mover.letGo();
    this.gained = false;
    this.narrator.begin();
    this.#settled();
  }

  /** Something about a control: why it cannot be used now. */
  remark(text: string): void {
    this.#say("neutral", () => text);
  }

  /** Something that should not be missed. */
  warn(key: PlainKey): void {
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
        if (over && proposed === undefined) {
          match.uncount();
          this.keeping.dropRecord();
        }
        return this.#turned("announce.undo");
      case "redone":
        return this.#turned("announce.redo");
      case "agreed":
        this.mover.letGo();
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
      case "refused":
        this.mover.letGo();
        narrator.say("why", () => ("text" in ruling.why ? ruling.why.text() : told(ruling.why)));
        return this.#settled();
    }
  }

  /* An event is on the board. */
  #seen(before: State): void {
    this.engines.forget();
    this.mover.letGo();
    const { now, past } = this.game;
    if (!past) this.moved++;
    const richer = now.view.seats.some(({ points }, index) => points > before.view.seats[index]!.points);
    this.gained = richer && newShapes(before, now).length > 0;
  }

  /* An event was added to the game. */
  #happened(before: State): void {
    const { events, over } = this.game;
    this.#before = undefined;
    this.keeping.goOn();
    this.narrator.happened(before);
    /* What was said when the match began, about the lots, stays when the engine has begun. */
    if (events.length > 1 || this.match.isPerson(events.at(-1)!.seat)) this.narrator.quiet();
    if (over) this.#finish();
    this.#settled();
  }

  /* The game stands elsewhere in its own history. */
  #turned(key: PlainKey): void {
    this.mover.letGo();
    this.gained = false;
    this.narrator.quiet();
    this.narrator.speak(t(key));
    if (this.game.over) this.#finish();
    this.#settled();
  }

  #finish(): void {
    this.match.count();
    this.keeping.keepRecord();
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
    this.mover.letGo();
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
    const { seed, flipped } = this;
    this.keeping.keep({ seed, flipped });
  }
}

interface Options extends KeepingOptions {
  referee?: OpenReferee;
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
