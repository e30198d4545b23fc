/* A match at this screen: what players do, and what follows from it. It puts the parts together and is the one model of
   the play page.

   A move is proposed to the referee and happens when it is confirmed; then it is announced, counted and saved, and the next player is to
   move. No rule is known here: what is legal comes from the core, how a player makes a move is in mover.ts, how a match
   is saved in saving.ts. The computer thinks only while the match is on the screen. */
import { action, signal } from "@preact/signals";
import { actions } from "../app/model";
import { Scope } from "../app/scope";
import { CoreError } from "../core/module";
import { recordTags, Table } from "../core/table";
import type { State } from "../core/types";
import { engine } from "../engine/engine";
import { newShapes } from "../game/announce";
import { coloursIn } from "../game/colours";
import { ComputerPlayers } from "../game/computerPlayers";
import { Game } from "../game/game";
import { hintText } from "../game/hint";
import { LocalReferee } from "../game/local";
import { SeenMarks } from "../game/marks";
import { Match } from "../game/match";
import { Mover } from "../game/mover";
import { Narrator, type Tone } from "../game/narrator";
import { people, type Plan, type Side } from "../game/plan";
import type { OpenReferee, Referee, Ruling } from "../game/referee";
import type { MoveSelection } from "../game/selection";
import { needReasons, reason, t, told, type PlainKey } from "../i18n/texts";
import { gameStorage, type SavedMatch } from "../storage/games";
import { Saving, type SavingOptions } from "./saving";

const HINT = 1500;

export class Session {
  readonly match: Match;
  readonly mover: Mover;
  readonly narrator: Narrator;
  readonly computerPlayers: ComputerPlayers;
  readonly saving: Saving;
  readonly marks: SeenMarks;
  readonly #scope = new Scope();
  readonly #referee: Referee;
  readonly #isLost = signal(false);
  readonly #flipped = signal(false);
  readonly #gained = signal(false);
  readonly #moved = signal(0);
  #seed = newSeed();
  #before: State | undefined; /* how the game stood when the move was proposed */

  /** Without a referee, the one at this table decides. */
  constructor(plan: Plan, game: Game, { referee, ...saving }: Options = {}) {
    this.match = new Match(plan, game);
    this.saving = new Saving(this.match, saving);
    this.narrator = new Narrator(this.match);
    this.marks = new SeenMarks(this.#scope, this.match);
    this.mover = new Mover(this.#scope, {
      match: this.match,
      propose: (move) => this.#propose(move),
      tell: (tone, text) => this.narrator.say(tone, text),
      quiet: () => this.narrator.quiet(),
    });
    this.computerPlayers = new ComputerPlayers({
      match: this.match,
      seed: () => this.#seed,
      play: action((move) => this.#propose(move)) /* the computer's comes from a timer */,
      roll: () => this.#referee.roll(),
      failed: (error) => void this.#failed(error, true),
    });
    const hear = action((ruling: Ruling) => this.#hear(ruling));
    this.#referee = referee?.(hear) ?? this.#local(hear);
    /* The player at this screen has the colour that the settings say. */
    this.#scope.effect(() => this.#wear());
  }

  #wear(): void {
    const { plan, round, game } = this.match;
    game.wear(coloursIn(plan, round, game.kinds));
  }

  /** Another page has taken it over. */
  get isLost(): boolean {
    return this.#isLost.value;
  }
  get flipped(): boolean {
    return this.#flipped.value;
  }
  /** The last event completed something that scores. */
  get gained(): boolean {
    return this.#gained.value;
  }
  /** Goes up when the last event should be seen happening. */
  get moved(): number {
    return this.#moved.value;
  }

  #local(hear: (ruling: Ruling) => void): Referee {
    const { match, computerPlayers } = this;
    return new LocalReferee({
      get game() {
        return match.game;
      },
      isPerson: (seat) => match.isPerson(seat),
      against: () => computerPlayers.against().catch((error: unknown) => void this.#failed(error, true)),
      hear,
    });
  }

  /** A new match. */
  static begin(plan: Plan): Session {
    for (const { id, begun } of gameStorage.matches) if (begun === false) gameStorage.deleteMatch(id);
    const session = new Session(plan, Game.open(plan.spec, plan.position));
    session.save();
    return session;
  }

  /** A position, and moves from it, for people at this screen; saved once somebody moves. Throws a CoreError. */
  static open(spec: string, position: string, moves: string[] = []): Session {
    return Session.#shown(Game.open(spec, position, moves), { spec });
  }

  /** A game that was played elsewhere, up to its end. Once it goes on, it takes the place of the record with that id. */
  static fromRecord(record: string, sides?: Side[], id?: string): Session {
    const game = Game.fromRecord(record);
    const tags = recordTags(record);
    const named = people(game.now.players).map((side, index) => ({
      ...side,
      name: tags[`Player${index + 1}`] ?? "",
    }));
    return Session.#shown(game, { sides: sides ?? named }, id);
  }

  static #shown(game: Game, given: { spec?: string; sides?: Side[] }, record?: string): Session {
    const { game: whole, first, players } = game.now;
    const { spec = whole, sides = people(players) } = given;
    const session = new Session({ spec, position: first, sides, begins: 0, games: 1 }, game, { isSaved: false });
    session.saving.restore(record);
    if (game.over) session.match.count();
    return session;
  }

  /** A match that was saved. Throws when it can't be read: of another version, or damaged. */
  static back({ id, plan, finished, record, again, seed, flipped, changed, finishedAs }: SavedMatch): Session {
    const opened = again ? new Game(Table.again(again)) : Game.fromRecord(record);
    const session = new Session(plan, opened, { id });
    const { match, narrator, game } = session;
    try {
      match.recall(finished);
      session.#flipped.value = flipped;
      session.#seed = seed;
      session.saving.restore(game.over ? finishedAs : undefined, changed);
      if (!game.over) narrator.show("neutral", () => `${t("note.back")} ${narrator.prompt}`.trim());
      if (match.seats.some((seat) => match.playerAt(seat) === undefined)) throw new Error("a seat without a player");
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get id(): string {
    return this.saving.id;
  }
  /** It is saved, and has an address: /play/ID. */
  get isSaved(): boolean {
    return this.saving.isSaved;
  }
  get game(): Game {
    return this.match.game;
  }
  get selection(): MoveSelection {
    return this.mover.selection;
  }
  /** A whole move that waits for the person's word. */
  get unconfirmed(): string | undefined {
    return this.mover.unconfirmed;
  }
  /** The ids that can be touched next. */
  get selectable(): ReadonlySet<string> {
    return this.mover.selectable;
  }

  /** The match is on the screen until the scope ends: the computer may think. Then it can be entered again. */
  enter(visit: Scope): void {
    visit.onEnd(() => {
      this.#halt();
      this.save();
    });
    this.computerPlayers.enter(visit);
    if (this.match.plan.sides.some((side) => side.kind === "engine")) void engine.prepare().catch(() => undefined);
    this.narrator.enter();
    this.computerPlayers.advance();
  }

  /** Another page saves it now. */
  lose(): void {
    this.#isLost.value = true;
    this.saving.stop();
  }

  /** Ends it for good. */
  close(): void {
    this.#scope.end();
    this.#referee.close();
    this.computerPlayers.stop();
    this.game.close();
  }

  /* ---- what a person does ---- */

  /** Touches a place, a man in hand or a control. */
  tap(id: string): void {
    this.mover.tap(id);
  }

  /** The move that waited. */
  confirm(): void {
    this.mover.confirm();
  }

  /** Lets go of what was touched. */
  release(): void {
    this.mover.clear();
    this.narrator.quiet();
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
    this.#flipped.value = !this.flipped;
    this.save();
  }

  /** Looks at the position after so many events; at the last one the game goes on. */
  goTo(at: number): void {
    const { game } = this;
    const wanted = Math.max(0, Math.min(at, game.events.length));
    if (wanted === game.state.at) return;
    const wasAsking = this.computerPlayers.asking;
    if (wasAsking) this.#halt(); /* the hint was for the other position; an offer of a draw is not answered */
    game.goTo(wanted);
    this.mover.clear();
    this.narrator.looked();
    if (wasAsking) this.computerPlayers.advance();
  }

  /** Asks the engine what it would play. */
  async suggest(): Promise<void> {
    if (this.match.personToMove === 0 || this.game.now.turn === "chance" || this.computerPlayers.asking) return;
    this.release();
    const found = this.computerPlayers.consult(HINT);
    this.#say("neutral", () => t("note.hint-wait"));
    const analysis = await found.catch((error: unknown) => void this.#failed(error, false));
    if (!analysis) return;
    const [line] = analysis.lines;
    const move = line?.line[0];
    if (!line || move === undefined) return this.narrator.quiet();
    const { now } = this.game;
    this.selection.suggest(now.steps.find((step) => step.move === move)?.steps ?? []);
    this.#say("hint", () => hintText(now, line));
  }

  /** Asks the engine once more after it failed. */
  retry(): void {
    this.narrator.quiet();
    this.computerPlayers.advance();
  }

  /** The next game of the match, or a new match with the same plan. */
  next(): void {
    this.#halt();
    const { spec, position } = this.match.plan;
    this.match.layOut(Game.open(spec, position));
    this.#wear(); /* before it is announced; the effect comes only after this action */
    this.#seed = newSeed();
    this.saving.startNext();
    this.mover.clear();
    this.#gained.value = false;
    this.narrator.begin();
    this.#settled();
  }

  /** Something about a control: why it cannot be used now. */
  remark(text: () => string): void {
    this.#say("neutral", text);
  }

  /** Something that should not be missed. */
  warn(key: PlainKey): void {
    this.#say("bad", () => t(key));
  }

  /** Says something to those who listen. */
  speak(text: string): void {
    this.narrator.speak(text);
  }

  /* ---- what follows ---- */

  /* Of a person or an engine here: it is seen at once. Throws a CoreError when it is not legal. */
  #propose(move: string): void {
    const before = this.game.now;
    this.game.propose(move);
    this.#before = before;
    this.#seen(before);
    this.#referee.propose(move);
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
          this.saving.deleteRecord();
        }
        return this.#turned("announce.undo");
      case "redone":
        return this.#turned("announce.redo");
      case "agreed":
        this.mover.clear();
        narrator.quiet();
        this.#finish();
        return this.#settled();
      case "offered":
        return this.#say("neutral", () => t("note.draw-wait"));
      case "declined": {
        this.#say("neutral", () => t("note.draw-refused", { who: match.nameAt(ruling.seat) }));
        return this.computerPlayers.advance();
      }
      case "refused":
        this.mover.clear();
        narrator.say("why", () => ("text" in ruling.why ? ruling.why.text() : told(ruling.why)));
        return this.#settled();
    }
  }

  /* An event is on the board. */
  #seen(before: State): void {
    this.computerPlayers.stop();
    this.mover.clear();
    const { now, past } = this.game;
    if (!past) this.#moved.value++;
    const richer = now.view.seats.some(({ points }, index) => points > before.view.seats[index]!.points);
    this.#gained.value = richer && newShapes(before, now).length > 0;
  }

  /* An event was added to the game. */
  #happened(before: State): void {
    const { events, over } = this.game;
    this.#before = undefined;
    this.saving.resume();
    this.narrator.happened(before);
    /* What was said when the match began, about the lots, stays when the engine has begun. */
    if (events.length > 1 || this.match.isPerson(events.at(-1)!.seat)) this.narrator.quiet();
    if (over) this.#finish();
    this.#settled();
  }

  /* The game stands elsewhere in its own history. */
  #turned(key: PlainKey): void {
    this.mover.clear();
    this.#gained.value = false;
    this.narrator.quiet();
    this.narrator.speak(t(key));
    if (this.game.over) this.#finish();
    this.#settled();
  }

  #finish(): void {
    this.match.count();
    this.saving.saveRecord();
  }

  #settled(): void {
    this.narrator.ask();
    this.save();
    this.computerPlayers.advance();
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
  }

  /* Ends thoughts and timers. */
  #halt(): void {
    if (this.computerPlayers.asking) this.narrator.quiet();
    this.computerPlayers.stop();
  }

  #turnToNow(): void {
    this.#halt();
    this.game.goTo(this.game.events.length);
    this.mover.clear();
  }

  #say(tone: Tone, text: () => string): void {
    this.narrator.say(tone, text);
  }

  save(): void {
    this.saving.save({ seed: this.#seed, flipped: this.flipped });
  }
}

/* Taps come from a board, everything else from buttons and keys. */
actions(
  Session,
  "enter",
  "lose",
  "tap",
  "confirm",
  "release",
  "type",
  "roll",
  "undo",
  "redo",
  "resign",
  "offerDraw",
  "flip",
  "goTo",
  "suggest",
  "retry",
  "next",
  "remark",
  "warn",
  "speak",
  "save",
);

interface Options extends SavingOptions {
  referee?: OpenReferee;
}

function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
