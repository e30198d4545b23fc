/* A game between people, as this page follows it: its events in order, its state, and the board made from them.

   The connection may break at any time. Then the number of the last event tells the server which events are missing.
   Commands without an answer are sent again under the same id; the server carries each of them out once. A game lives as
   long as its scope. */
import { batch, signal, type Signal } from "@preact/signals";
import { actions } from "../../app/model";
import { Scope } from "../../app/scope";
import { gameOf } from "../../core/table";
import { Game } from "../../game/game";
import type { Side } from "../../game/plan";
import type { Ruling } from "../../game/referee";
import { Session } from "../../match/session";
import { gameStorage } from "../../storage/games";
import { rulingOf, tableOf } from "../common/rulings";
import { onlineText, refusal } from "../common/words";
import { type Api, api as ownApi, commandId } from "../line/api";
import { type Clocks, leftOf } from "../line/clock";
import type { SocketAnswer, GameInfo, News, OfferKind, OnlineEvent, Phrase, Said } from "../line/types";
import { type Wire, wire as ownWire } from "../line/wire";
import { infoAfter, leavesQuestions } from "./follow";
import { RemoteReferee } from "./remote";
import { waitsFor } from "./requests";

interface Command {
  do: string;
  id: string;
  last: number;
  body: Record<string, unknown>;
}

const AGAIN = 2000; /* ms before the server is asked again; twice as long after each failure */
const AGAIN_MAX = 30_000;
const BACK = 4000; /* ms that a message about being back is shown */
const NOTICED = 2000; /* ms; a shorter loss of the connection is not mentioned */

const pauseAfter = (failures: number) => Math.min(AGAIN * 2 ** failures, AGAIN_MAX);

export class LiveGame {
  readonly id: string;
  readonly #scope: Scope;
  readonly #wire: Wire;
  readonly #api: Api;
  readonly #key: string;
  readonly #info: Signal<GameInfo>;
  readonly #log = signal<OnlineEvent[]>([]);
  readonly #session = signal<Session | undefined>(undefined);
  readonly #clocks = signal<Clocks | undefined>(undefined);
  readonly #said = signal<(Said & { came: number }) | undefined>(undefined);
  readonly #isSignedOut = signal(false);
  readonly #isGone = signal(false);
  readonly #isDamaged = signal(false);
  readonly #declined = signal<(() => string) | undefined>(undefined);
  readonly #refusal = signal<(() => string) | undefined>(undefined);
  readonly #outbox = signal<Command[]>([]);
  readonly #delivering = new Set<Command>(); /* those of the outbox that were sent on this connection */
  #hear: ((ruling: Ruling) => void) | undefined;
  #question: Scope | undefined; /* of the question for the state, or of the pause before the next one */
  #wanted = 0; /* the number of the last event that the page needs an answer about */
  #brokeAt = 0; /* when the connection broke, as far as a question was lost by it */
  #lostMove: Command | undefined; /* the move that was lost with it */

  private constructor(scope: Scope, info: GameInfo, key: string, wire: Wire, api: Api) {
    this.id = info.id;
    this.#scope = scope;
    this.#info = signal(info);
    this.#key = key;
    this.#wire = wire;
    this.#api = api;
  }

  /** Follows a game until the scope ends. Throws an ApiError or Unreachable if it cannot be seen. */
  static async open(scope: Scope, id: string, key = "", wire = ownWire, api = ownApi): Promise<LiveGame> {
    const live = new LiveGame(scope, await api.game(id, key), key, wire, api);
    if (!scope.hasEnded) live.#start();
    return live;
  }

  #start(): void {
    const listener = { opened: () => void this.#ask(), news: (news: News) => this.#news(news) };
    this.#scope.onEnd(this.#wire.listen(this.id, listener));
    this.#scope.onEnd(() => {
      this.#session.peek()?.close();
      this.#session.value = undefined;
    });
  }

  /* ---- the state ---- */

  get info(): GameInfo {
    return this.#info.value;
  }
  get log(): OnlineEvent[] {
    return this.#log.value;
  }
  /** Undefined until the game has started and its events are here. */
  get session(): Session | undefined {
    return this.#session.value;
  }
  get clocks(): Clocks | undefined {
    return this.#clocks.value;
  }
  /** The last phrase, and when it arrived. */
  get said(): (Said & { came: number }) | undefined {
    return this.#said.value;
  }
  /** This device does not belong to the player of the seat any more. */
  get isSignedOut(): boolean {
    return this.#isSignedOut.value;
  }
  /** It may not be seen any more: it became private. */
  get isGone(): boolean {
    return this.#isGone.value;
  }
  /** The rules reject its events. */
  get isDamaged(): boolean {
    return this.#isDamaged.value;
  }
  /** Says that an opponent declined our request; undefined after the next request. */
  get declined(): (() => string) | undefined {
    return this.#declined.value;
  }
  /** Says why the server rejected the last command before the start; undefined if it did not. */
  get refusal(): (() => string) | undefined {
    return this.#refusal.value;
  }
  get last(): number {
    return this.log.at(-1)?.n ?? 0;
  }
  get you(): number {
    return this.info.you;
  }
  get me(): string | undefined {
    return this.info.seats[this.you - 1]?.person;
  }
  get isRunning(): boolean {
    return this.info.state === "running";
  }
  /** The server has not answered a move or a roll. */
  get isPending(): boolean {
    return this.#outbox.value.some((command) => command.do === "move" || command.do === "roll");
  }
  /** The server's time. */
  get now(): number {
    return this.#wire.clock.now();
  }
  /** Milliseconds on the clock of a seat. */
  left(seat: number): number | undefined {
    return this.clocks && leftOf(this.clocks, seat, this.now);
  }
  /** The seats of the other persons. */
  get others(): number[] {
    return this.info.seats.flatMap(({ person }, index) => (person && index + 1 !== this.you ? [index + 1] : []));
  }
  /** The seat of the only other person; 0 if there are none or several. */
  get other(): number {
    const { others } = this;
    return others.length === 1 ? others[0]! : 0;
  }
  /** Says why the server would reject a request now; undefined if it would not. */
  whyNot(offer: "draw" | "takeback"): (() => string) | undefined {
    const why = waitsFor(offer, this.info, this.log);
    return why && (() => refusal(gameOf(this.info.game), why));
  }
  /** A request that the player has not answered. */
  get asked(): GameInfo["offer"] {
    const { offer } = this.info;
    if (!offer || this.you === 0 || offer.by === this.you || offer.accepted.includes(this.you)) return undefined;
    return offer.offer === "engine" && offer.seat === this.you ? undefined : offer;
  }

  /* ---- what a player does ---- */

  /** Sends a command; it is repeated until it is answered. */
  send(name: string, body: Record<string, unknown> = {}): void {
    if (this.#outbox.value.some((command) => command.do === name)) return;
    const command = { do: name, id: commandId(), last: this.last, body };
    this.#refusal.value = undefined;
    this.#outbox.value = [...this.#outbox.value, command];
    void this.#deliver(command);
  }
  offer(offer: OfferKind, more: { seat?: number; level?: number } = {}): void {
    this.send("offer", { offer, ...more });
  }
  async say(phrase: Phrase): Promise<void> {
    const answer = await this.#wire.ask({ do: "say", game: this.id, phrase }).catch(() => undefined);
    if (answer) this.#refused(answer);
    else this.remark(() => onlineText("not-sent"));
  }
  /** Says something in the message and to the ear. */
  remark(text: () => string): void {
    this.session?.narrator.say("neutral", text);
  }

  /* ---- events ---- */

  #news({ event, presence, spectators, said }: News): void {
    if (event) this.#take(event);
    if (presence) this.#info.value = { ...this.info, presence, spectators: spectators ?? 0 };
    if (said) this.#said.value = { ...said, came: Date.now() };
  }

  /* Events are taken in order, and none is left out. */
  #take(event: OnlineEvent): void {
    const { info, session, last } = this;
    if (event.n <= last) return;
    if (event.n > last + 1) return this.#want(event.n);
    const isOwn = this.#outbox.value.some(({ id }) => id === event.id);
    if (isOwn) this.#outbox.value = this.#outbox.value.filter(({ id }) => id !== event.id);
    this.#log.value = [...this.log, event];
    if (event.n > info.last) this.#follow(event);
    if (session) this.#rule(event, session, isOwn);
  }

  #follow(event: OnlineEvent): void {
    const { info, clocks } = this;
    this.#info.value = infoAfter(info, event);
    if (event.clocks) this.#clocks.value = { at: event.t, left: event.clocks, running: event.running ?? 0 };
    else if (clocks && event.type === "ended") this.#clocks.value = { ...clocks, running: 0 };
    if (leavesQuestions(info, event)) this.#want(event.n);
  }

  #rule(event: OnlineEvent, session: Session, isOwn: boolean): void {
    const ruling = rulingOf(event, session.game.events.length - (session.game.proposed === undefined ? 0 : 1));
    try {
      if (ruling) this.#hear!(ruling);
    } catch {
      this.#isDamaged.value = true; /* the rules here reject it: nothing is guessed */
      session.match.close();
    }
    if (event.type === "ended") session.match.close();
    if (event.type === "offered") this.#declined.value = undefined;
    if (event.type === "declined") this.#hearNo(event, session);
    const isElsewhere = event.type === "moved" && !isOwn && event.by !== undefined && event.by === this.me;
    if (isElsewhere) this.remark(() => onlineText("moved-elsewhere", { move: event.move! }));
  }

  /* Only the player who asked sees it. */
  #hearNo({ offer, seat }: OnlineEvent, { match }: Session): void {
    const asked = this.log.findLast(({ type }) => type === "offered");
    if (asked?.by === undefined || asked.by !== this.me) return;
    const text = () => onlineText(`declined.${offer!}`, { who: match.nameAt(seat!) });
    this.#declined.value = text;
    this.remark(text);
  }

  /* ---- asking for the state ---- */

  /* An answer up to this event is needed. A question that is under way may answer it, too. */
  #want(number: number): void {
    this.#wanted = Math.max(this.#wanted, number);
    if (!this.#question || this.#question.hasEnded) void this.#ask();
  }

  /* Asks for the state and for missing events. There is one such question at a time. It needs no answer: if the connection
     breaks, the next one asks again. After anything else the pauses grow. */
  async #ask(failures = 0): Promise<void> {
    this.#question?.end();
    const question = new Scope(this.#scope);
    this.#question = question;
    const key = this.#key === "" ? {} : { key: this.#key };
    const answer = await this.#wire.ask({ do: "watch", game: this.id, from: this.last, ...key }).catch(() => undefined);
    const isAhead = answer?.status === 413 && (await this.#readPages(question));
    if (question.hasEnded) return;
    if (isAhead) return this.#ask();
    const { status, game, events = [] } = answer ?? {};
    if (status === undefined) this.#noticeLoss();
    if (status === 404) this.#isGone.value = true;
    const isAnswered =
      status === undefined || status === 404 || (status === 200 && this.#set(game as GameInfo, events));
    if (isAnswered) question.end();
    else question.timeout(pauseAfter(failures), () => void this.#ask(failures + 1));
  }

  /* Reads events that are too many for a message. Returns false if there were none. */
  async #readPages(question: Scope): Promise<boolean> {
    const first = this.last;
    for (let last = -1; last < this.last; ) {
      last = this.last;
      const events = await this.#api.events(this.id, last + 1).catch(() => []);
      if (question.hasEnded) break;
      batch(() => events.forEach((event) => this.#take(event)));
    }
    return this.last > first;
  }

  /* The server's answer. Returns false if it is older than what the page needs. */
  #set(info: GameInfo, events: OnlineEvent[]): boolean {
    return batch(() => {
      for (const event of events) this.#take(event);
      if (info.last < this.last || this.last < this.#wanted) return false;
      const { session, you } = this;
      const isSignedOut = session !== undefined && you > 0 && info.you === 0;
      session?.match.close(isSignedOut || this.isDamaged || info.state !== "running");
      this.#isSignedOut.value = isSignedOut;
      this.#info.value = isSignedOut ? { ...info, you } : info;
      if (info.clocks) this.#clocks.value = { at: info.now, left: info.clocks, running: info.running ?? 0 };
      this.#isGone.value = false;
      this.#build();
      for (const command of this.#outbox.value) void this.#deliver(command);
      this.#back();
      return true;
    });
  }

  /* ---- the board ---- */

  #sides(): Side[] {
    return this.info.seats.map(({ name = "", person, level = -1 }, index) =>
      index + 1 === this.you
        ? { kind: "person", name, level: 0, you: true }
        : { kind: "remote", name, level: person === undefined ? level : -1 },
    );
  }

  #build(): void {
    const { info, log } = this;
    if (this.session || this.isDamaged || !log.some(({ type }) => type === "started")) return;
    try {
      const game = new Game(tableOf(info.game, log));
      const plan = { spec: info.game, position: "", sides: this.#sides(), begins: 0, games: 1 };
      const session = new Session(plan, game, {
        id: this.id,
        hosted: this.you > 0 ? "played" : "watched",
        referee: (hear) => {
          this.#hear = hear;
          return new RemoteReferee((name, body) => this.send(name, body));
        },
      });
      if (info.state !== "running") session.match.close();
      if (game.over) {
        session.match.count();
        if (this.you > 0) void this.#saveRecord(session);
      }
      this.#session.value = session;
    } catch {
      this.#isDamaged.value = true;
    }
  }

  /* A game that ended while its player was away is saved, too. */
  async #saveRecord({ match }: Session): Promise<void> {
    const record = { id: this.id, text: match.record(), added: this.log.at(-1)!.t, own: match.own };
    if (!(await gameStorage.record(this.id))) gameStorage.saveRecord(record);
  }

  /* ---- commands ---- */

  async #deliver(command: Command, failures = 0): Promise<void> {
    if (this.#delivering.has(command)) return;
    this.#delivering.add(command);
    const { do: name, id, last, body } = command;
    const answer = await this.#wire.ask({ ...body, do: name, game: this.id, id, last }).catch(() => undefined);
    if (this.#scope.hasEnded) return;
    const isOpen = this.#outbox.peek().includes(command); /* its event has not come */
    if (answer?.status === 503 && isOpen) {
      this.#scope.timeout(pauseAfter(failures), () => {
        this.#delivering.delete(command);
        void this.#deliver(command, failures + 1);
      });
      return;
    }
    this.#delivering.delete(command);
    if (!answer) return this.#noticeLoss(command);
    batch(() => {
      for (const event of answer.events ?? []) this.#take(event);
      this.#outbox.value = this.#outbox.value.filter((other) => other !== command);
      if (isOpen) this.#refused(answer, name === "move" || name === "roll");
      this.#back();
    });
  }

  #refused(answer: SocketAnswer, isOnBoard = false): void {
    if (answer.status < 400 || answer.error === undefined) return;
    const { error: key, args = {} } = answer;
    const text = () => refusal(gameOf(this.info.game), { key, args });
    if (isOnBoard && this.session?.game.proposed !== undefined) this.#hear!({ kind: "refused", why: { text } });
    else if (this.session) this.remark(text);
    else this.#refusal.value = text;
  }

  /* ---- the connection ---- */

  #noticeLoss(command?: Command): void {
    this.#brokeAt ||= this.#wire.since || Date.now();
    if (command?.do === "move") this.#lostMove = command;
  }

  /* The connection is there again, and the moves that waited have been answered. */
  #back(): void {
    const { session, isPending } = this;
    if (this.#brokeAt === 0 || isPending || !session) return;
    const away = Date.now() - this.#brokeAt;
    const sent = this.#lostMove;
    this.#brokeAt = 0;
    this.#lostMove = undefined;
    if (away < NOTICED) return;
    const wasPlayed = sent !== undefined && this.log.some(({ id }) => id === sent.id);
    const move = String(sent?.body["move"] ?? "");
    this.remark(() => (wasPlayed ? onlineText("back-sent", { move }) : onlineText("back")));
    const { note } = session.narrator;
    this.#scope.timeout(BACK, () => {
      if (session.narrator.note === note) session.release();
    });
  }
}

actions(LiveGame, "send", "offer", "remark");
