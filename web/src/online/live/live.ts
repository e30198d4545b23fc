/* A game between people, as this page follows it: its events in order, how it stands, and the board made from them.

   The line may break at any time. Then the last number tells the server what is missing, and what was asked and not
   answered is sent once more under the same id; it is done once, whatever happens. */
import { Store } from "../../app/store";
import { gameOf } from "../../core/table";
import { Game } from "../../game/game";
import type { Side } from "../../game/plan";
import type { Ruling } from "../../game/referee";
import { keeper } from "../../keep/keeper";
import { Session } from "../../match/session";
import { api, commandId } from "../line/api";
import { type Clocks, leftOf } from "../line/clock";
import { rulingOf, tableOf } from "../common/rulings";
import { RemoteReferee } from "./remote";
import { waitsFor } from "./requests";
import type { SocketAnswer, GameInfo, News, OfferKind, OnlineEvent, Phrase, Said } from "../line/types";
import { Lost, type Wire, wire as ownWire } from "../line/wire";
import { o, refusal } from "../common/words";

interface Command {
  do: string;
  id: string;
  last: number;
  body: Record<string, unknown>;
}

/* After these one asks how it stands: names and seats are not in events. */
const CHANGES = new Set(["changed", "joined", "started", "left", "seat-given", "seat-returned", "ended", "rematch"]);

/* What a move ends. */
const ENDS_OFFER = new Set(["withdrawn", "declined", "moved", "rolled", "taken-back", "seat-given", "ended", "left"]);

const AGAIN = 2000; /* milliseconds, when the server could keep nothing */
const BACK = 4000; /* a message about being back stands so long */
const NOTICED = 2000; /* a line that breaks for less is not worth a word */

export class LiveGame extends Store {
  readonly id: string;
  readonly #wire: Wire;
  readonly #key: string;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #hear: ((ruling: Ruling) => void) | undefined;
  #outbox: Command[] = [];
  #end: (() => void) | undefined;
  #asking = false; /* how it stands is being asked for */
  #askAgain = false; /* and has changed meanwhile */
  #broke = 0; /* when the line broke, as far as somebody noticed */
  #sent: Command | undefined; /* the move that waited for it */

  info: GameInfo;
  log: OnlineEvent[] = [];
  session: Session | undefined;
  clocks: Clocks | undefined;
  /** What was said last, and when it came. */
  said: (Said & { came: number }) | undefined;
  /** This device is not the person any more who sits there. */
  out = false;
  /** It may not be seen any more: it became private. */
  gone = false;
  /** The rules refuse what is kept of it. */
  damaged = false;
  /** The answer of an opponent who declined our request; it stays until another request. */
  declined = "";
  /** Why the server refused the last command that was given before there is a board; "": it did not. */
  refusal = "";

  private constructor(info: GameInfo, key: string, wire: Wire) {
    super();
    this.id = info.id;
    this.info = info;
    this.#key = key;
    this.#wire = wire;
  }

  /** Throws an ApiError or Unreachable when it cannot be seen. */
  static async open(id: string, key = "", wire: Wire = ownWire, from = api): Promise<LiveGame> {
    const live = new LiveGame(await from.game(id, key), key, wire);
    live.#end = wire.listen(id, { opened: () => void live.#watch(), news: (news) => live.#news(news) });
    return live;
  }

  close(): void {
    this.#end?.();
    for (const timer of this.#timers) clearTimeout(timer);
    this.session?.close();
    this.session = undefined;
  }

  /* ---- what there is to see ---- */

  get last(): number {
    return this.log.at(-1)?.n ?? 0;
  }
  get you(): number {
    return this.info.you;
  }
  get me(): string | undefined {
    return this.info.seats[this.you - 1]?.person;
  }
  get running(): boolean {
    return this.info.state === "running";
  }
  /** Something on the board that the server has not answered. */
  get pending(): boolean {
    return this.#outbox.some((command) => command.do === "move" || command.do === "roll");
  }
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
  /** The other person, where there is one. */
  get other(): number {
    const { others } = this;
    return others.length === 1 ? others[0]! : 0;
  }
  /** Why a request would be refused just now, in words; undefined: it may be made. */
  waits(offer: "draw" | "takeback"): string | undefined {
    const why = waitsFor(offer, this.info, this.log);
    return why && refusal(gameOf(this.info.game), why);
  }
  /** What the one who listens has been asked, and not answered. */
  get asked(): GameInfo["offer"] {
    const { offer } = this.info;
    if (!offer || this.you === 0 || offer.by === this.you || offer.accepted.includes(this.you)) return undefined;
    return offer.offer === "engine" && offer.seat === this.you ? undefined : offer;
  }

  /* ---- what a person does ---- */

  /** Sends a command; it is repeated until it is answered. */
  send(name: string, body: Record<string, unknown> = {}): void {
    if (this.#outbox.some((command) => command.do === name)) return;
    const command = { do: name, id: commandId(), last: this.last, body };
    this.refusal = "";
    this.#outbox.push(command);
    void this.#deliver(command);
    this.changed();
  }
  offer(offer: OfferKind, more: { seat?: number; level?: number } = {}): void {
    this.send("offer", { offer, ...more });
  }
  async say(phrase: Phrase): Promise<void> {
    try {
      this.#refused(await this.#wire.ask({ do: "say", game: this.id, phrase }));
    } catch {
      this.session?.remark(o("not-sent"));
    }
  }

  /* ---- what comes ---- */

  #news({ event, presence, spectators, said }: News): void {
    if (event) this.#take(event);
    if (presence) this.info = { ...this.info, presence, spectators: spectators ?? 0 };
    if (said) this.said = { ...said, came: Date.now() };
    this.changed();
  }

  /* Events come in order, and none is left out. */
  #take(event: OnlineEvent): void {
    if (event.n <= this.last) return;
    if (event.n > this.last + 1) return void this.#watch();
    const mine = this.#outbox.some(({ id }) => id === event.id);
    this.#outbox = this.#outbox.filter(({ id }) => id !== event.id);
    this.log.push(event);
    this.#follow(event);
    const { session } = this;
    if (session) this.#rule(event, session, mine);
    if (CHANGES.has(event.type)) void this.#watch();
  }

  #follow(event: OnlineEvent): void {
    const { info } = this;
    if (event.clocks) this.clocks = { at: event.t, left: event.clocks, running: event.running ?? 0 };
    else if (this.clocks && event.type === "ended") this.clocks = { ...this.clocks, running: 0 };
    if (event.type === "offered") {
      const by = info.seats.findIndex(({ person }) => person === event.by) + 1;
      info.offer = { offer: event.offer!, by, seat: event.seat!, accepted: [by] };
    } else if (event.type === "accepted") info.offer?.accepted.push(event.seat!);
    else if (ENDS_OFFER.has(event.type)) delete info.offer;
    if (event.type === "ended") {
      info.state = "ended";
      if (event.cause) info.cause = event.cause;
    }
    if (event.type === "rematch" && event.next !== undefined) info.next = event.next;
    if (event.type === "made-private") info.private = true;
  }

  #rule(event: OnlineEvent, session: Session, mine: boolean): void {
    const ruling = rulingOf(event, session.game.events.length - (session.game.proposed === undefined ? 0 : 1));
    try {
      if (ruling) this.#hear!(ruling);
    } catch {
      this.damaged = true; /* the rules here refuse it: nothing is guessed */
      session.match.closed = true;
    }
    if (event.type === "ended") session.match.closed = true;
    if (event.type === "offered") this.declined = "";
    if (event.type === "declined") this.#hearNo(event, session);
    const elsewhere = event.type === "moved" && !mine && event.by !== undefined && event.by === this.me;
    if (elsewhere) session.remark(o("moved-elsewhere", { move: event.move! }));
  }

  /* Only the player who asked sees it. */
  #hearNo({ offer, seat }: OnlineEvent, session: Session): void {
    const asked = this.log.findLast(({ type }) => type === "offered");
    if (asked?.by === undefined || asked.by !== this.me) return;
    this.declined = o(`declined.${offer!}`, { who: session.match.nameAt(seat!) });
    session.remark(this.declined);
  }

  /* How it stands, and what was missed. */
  async #watch(): Promise<void> {
    this.#askAgain = this.#asking;
    if (this.#asking) return;
    this.#asking = true;
    try {
      const from = this.last;
      const answer = await this.#wire.ask({ do: "watch", game: this.id, from, ...(this.#key && { key: this.#key }) });
      this.#asking = false;
      if (answer.status === 413) return void this.#catchUp();
      if (answer.status !== 200) return this.#unseen(answer);
      this.#stands(answer.game as GameInfo, answer.events!);
      if (this.#askAgain) void this.#watch();
    } catch (error) {
      this.#asking = false;
      if (!(error instanceof Lost)) throw error;
      this.#noticeLoss();
    }
  }

  /* More than a message holds. */
  async #catchUp(): Promise<void> {
    for (;;) {
      const events = await api.events(this.id, this.last + 1).catch(() => []);
      if (events.length === 0) break;
      for (const event of events) this.#take(event);
    }
    void this.#watch();
  }

  #unseen({ status }: SocketAnswer): void {
    if (status === 404) this.gone = true;
    else this.#later(AGAIN, () => void this.#watch());
    this.changed();
  }

  #stands(info: GameInfo, events: OnlineEvent[]): void {
    for (const event of events) if (event.n > this.last) this.#takeQuietly(event);
    this.out = this.session !== undefined && this.you > 0 && info.you === 0;
    if (this.out) this.session!.match.closed = true;
    this.info = this.out ? { ...info, you: this.you } : info;
    if (info.clocks) this.clocks = { at: info.now, left: info.clocks, running: info.running ?? 0 };
    this.gone = false;
    this.#build();
    for (const command of this.#outbox) void this.#deliver(command);
    this.#back();
    this.changed();
  }

  /* What was missed is played on the board one after the other, and how it stands is known already. */
  #takeQuietly(event: OnlineEvent): void {
    const mine = this.#outbox.some(({ id }) => id === event.id);
    this.#outbox = this.#outbox.filter(({ id }) => id !== event.id);
    this.log.push(event);
    if (this.session) this.#rule(event, this.session, mine);
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
    const { info } = this;
    if (this.session || this.damaged || !this.log.some(({ type }) => type === "started")) return;
    try {
      const game = new Game(tableOf(info.game, this.log));
      const plan = { spec: info.game, position: "", sides: this.#sides(), begins: 0, games: 1 };
      const session = new Session(plan, game, {
        id: this.id,
        hosted: this.you > 0 ? "played" : "watched",
        referee: (hear) => {
          this.#hear = hear;
          return new RemoteReferee((name, body) => this.send(name, body));
        },
      });
      session.match.closed = info.state !== "running";
      if (game.over) {
        session.match.count();
        if (this.you > 0) void this.#keepRecord(session);
      }
      this.session = session;
    } catch {
      this.damaged = true;
    }
  }

  /* One that ended while nobody was here goes to one's records too. */
  async #keepRecord(session: Session): Promise<void> {
    if (await keeper.record(this.id)) return;
    const { match } = session;
    keeper.keepRecord({ id: this.id, text: match.record(), added: this.log.at(-1)!.t, own: match.own });
  }

  /* ---- what was asked ---- */

  async #deliver(command: Command): Promise<void> {
    try {
      const { do: name, id, last, body } = command;
      const answer = await this.#wire.ask({ ...body, do: name, game: this.id, id, last });
      if (!this.#outbox.includes(command)) {
        this.#takeAll(answer);
        return this.#back();
      }
      if (answer.status === 503) return this.#later(AGAIN, () => void this.#deliver(command));
      this.#takeAll(answer); /* what came of it is known for one's own */
      this.#outbox = this.#outbox.filter((other) => other !== command);
      this.#refused(answer, name === "move" || name === "roll");
      this.#back();
      this.changed();
    } catch (error) {
      if (!(error instanceof Lost)) throw error; /* it is sent again when the line is there */
      this.#noticeLoss(command);
    }
  }

  #takeAll({ events = [] }: SocketAnswer): void {
    for (const event of events) this.#take(event);
  }

  #refused(answer: SocketAnswer, board = false): void {
    if (answer.status < 400 || answer.error === undefined) return;
    const { error: key, args = {} } = answer;
    const text = () => refusal(gameOf(this.info.game), { key, args });
    if (board && this.session?.game.proposed !== undefined) this.#hear!({ kind: "refused", why: { text } });
    else if (this.session) this.session.remark(text());
    else this.refusal = text();
  }

  /* ---- the line ---- */

  #noticeLoss(command?: Command): void {
    this.#broke ||= this.#wire.since || Date.now();
    if (command?.do === "move") this.#sent = command;
  }

  /* The line is there again, and what waited has been answered. */
  #back(): void {
    if (this.#broke === 0 || this.pending || !this.session) return;
    const away = Date.now() - this.#broke;
    const sent = this.#sent;
    this.#broke = 0;
    this.#sent = undefined;
    if (away < NOTICED) return;
    const done = sent !== undefined && this.log.some(({ id }) => id === sent.id);
    this.session.remark(done ? o("back-sent", { move: String(sent.body["move"] ?? "") }) : o("back"));
    const { note } = this.session.narrator;
    this.#later(BACK, () => {
      const { session } = this;
      if (session && session.narrator.note === note) session.release();
    });
  }

  #later(milliseconds: number, does: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      does();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
