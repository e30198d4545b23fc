/* The connection to the server: one socket for the whole page.

   It is opened when somebody listens. When it breaks it is opened again after 1, 2, 4, 8 and then every 15 seconds, and at
   once when the page becomes visible, the network comes back or the player touches the page. The server may say why it
   closes the socket; the reason decides when to try again, or whether at all. A connection is dead if a question stays
   without an answer. Listeners learn when it is open again and ask for what they missed, by number; nothing is stored
   here for later. */
import { action, batch, signal } from "@preact/signals";
import { actions } from "../../app/model";
import { Scope } from "../../app/scope";
import { commandId } from "./api";
import { ServerClock } from "./clock";
import type { SocketAnswer, News } from "./types";

/** The connection broke before the answer came: the command may have been carried out or not. */
export class Lost extends Error {}

/** "closed": nobody listens. "signed-out": this device was signed out, and comes back as another person or not at all. */
export type WireState = "closed" | "connecting" | "open" | "waiting" | "signed-out";

/** Why there is no connection: the server's reason for closing it (docs/api.yaml); "": it broke. */
export type Closed =
  | ""
  | "reconnect"
  | "restart"
  | "slow"
  | "flood"
  | "too-many-sockets"
  | "too-large"
  | "protocol"
  | "signed-out";

/** All times are in milliseconds. */
export interface WireOptions {
  open(): WebSocket;
  /** Before each try; the last one is repeated. */
  tries: number[];
  /** After a restart of the server, pages come back spread over this time. */
  spread: number;
  /** Between two questions for the time. */
  ping: number;
  /** How long opening and the answer to a question for the time may take. */
  patience: number;
  /** How long any other answer may take. */
  answer: number;
}

const DEFAULTS: WireOptions = {
  open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/socket`, "ascona.2"),
  tries: [1000, 2000, 4000, 8000, 15_000],
  spread: 3000,
  ping: 8000,
  patience: 6000,
  answer: 30_000,
};

const FIRST_PINGS = 3;
const TICK = 1000;
const HANGS = 1000; /* ms after which a try may be given up for another */
const SLEPT = 4000; /* ms between two ticks after which we assume that the machine slept */

interface Question {
  isPing: boolean;
  askedAt: number;
  done(answer: SocketAnswer): void;
  failed(error: Error): void;
}

interface Message extends Record<string, unknown> {
  do: string;
  id?: string;
}

export interface Listener {
  /** The connection is open, for the first time or again. */
  opened(): void;
  news(news: News): void;
}

export class Wire {
  readonly clock = new ServerClock();
  readonly #options: WireOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #questions = new Map<string, Question>();
  readonly #state = signal<WireState>("closed");
  readonly #since = signal(0);
  readonly #next = signal(0);
  readonly #why = signal<Closed>("");
  #scope: Scope | undefined; /* while somebody listens */
  #line: Scope | undefined; /* of the socket, or of the pause before the next one */
  #socket: WebSocket | undefined;
  #tries = 0;
  #connectedAt = 0;
  #tickedAt = 0;
  #heardAt = 0;

  constructor(options: Partial<WireOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  get state(): WireState {
    return this.#state.value;
  }
  /** Since when there has been no connection, by Date.now(); 0: there is one. */
  get since(): number {
    return this.#since.value;
  }
  /** When the next try starts. */
  get next(): number {
    return this.#next.value;
  }
  /** Why there is no connection. */
  get why(): Closed {
    return this.#why.value;
  }

  /** Listens to a game. Returns a function that ends it; calling that again does nothing. */
  listen(game: string, listener: Listener): () => void {
    const own = { ...listener }; /* a listener may listen twice */
    const listeners = this.#listeners.get(game) ?? new Set();
    this.#listeners.set(game, listeners.add(own));
    if (!this.#scope) this.#start();
    else if (this.state === "open") own.opened();
    return action(() => {
      if (!listeners.delete(own) || listeners.size > 0) return;
      this.#listeners.delete(game);
      if (this.state === "open") void this.ask({ do: "unwatch", game }).catch(() => undefined);
      if (this.#listeners.size === 0) this.#stop();
    });
  }

  /** Sends a message and returns its answer, whatever its status. Rejects with Lost. */
  ask(message: Message): Promise<SocketAnswer> {
    const { id = commandId(), ...rest } = message;
    const socket = this.#socket;
    if (!socket || this.state !== "open") return Promise.reject(new Lost("no connection"));
    return new Promise((done, failed) => {
      this.#questions.get(id)?.failed(new Lost("sent again"));
      this.#questions.set(id, { isPing: rest.do === "ping", askedAt: Date.now(), done, failed });
      socket.send(JSON.stringify({ ...rest, id }));
    });
  }

  /** Tries now, instead of a try that hangs. */
  now(): void {
    const hangs = this.state === "connecting" && Date.now() - this.#connectedAt > HANGS;
    if (this.state === "waiting" || hangs) this.renew();
  }

  /** Opens another socket: the one that is there may hang, or belong to another person. */
  renew(): void {
    if (!this.#scope) return;
    this.#tries = 0;
    this.#connect();
  }

  /* ---- opening and closing ---- */

  #start(): void {
    const scope = new Scope();
    const { signal } = scope;
    const isSignedOut = () => this.state === "signed-out";
    this.#scope = scope;
    this.#tickedAt = Date.now();
    scope.interval(TICK, () => this.#tick());
    document.addEventListener("visibilitychange", () => this.#look(), { signal });
    /* A page with an open socket does not go into the back/forward cache. */
    scope.listen(window, "pagehide", () => this.state === "open" && this.#broken(""));
    scope.listen(window, "pageshow", ({ persisted }) => (persisted && !isSignedOut() ? this.renew() : this.#look()));
    scope.listen(window, "online", () => isSignedOut() || this.renew());
    const touched = () => this.#mayHurry && this.now();
    scope.listen(window, ["pointerdown", "keydown"], touched, { capture: true });
    this.#connect();
  }

  #stop(): void {
    this.#scope?.end();
    this.#scope = undefined;
    this.#tries = this.#since.value = 0;
    this.#why.value = "";
    this.#state.value = "closed";
  }

  /* Ends the socket or the pause before; nothing is heard of it any more. */
  #nextLine(): Scope {
    this.#line?.end();
    this.#line = new Scope(this.#scope);
    return this.#line;
  }

  #connect(): void {
    const line = this.#nextLine();
    const socket = this.#options.open();
    const unlessEnded = <E>(act: (event: E) => void) => action((event: E) => line.hasEnded || act(event));
    line.onEnd(() => this.#drop(socket));
    this.#socket = socket;
    this.#connectedAt = Date.now();
    this.#state.value = "connecting";
    socket.onopen = unlessEnded(() => this.#opened());
    socket.onmessage = unlessEnded(({ data }) => this.#message(String(data)));
    socket.onclose = unlessEnded(({ reason }) => this.#broken(reason));
    socket.onerror = () => undefined; /* onclose follows */
  }

  #drop(socket: WebSocket): void {
    const questions = [...this.#questions.values()];
    this.#questions.clear();
    this.#socket = undefined;
    socket.close();
    for (const { failed } of questions) failed(new Lost("the connection broke"));
  }

  #opened(): void {
    this.clock.doubt();
    this.#state.value = "open";
    if (document.hidden) this.#sendHidden();
    for (let count = 0; count < FIRST_PINGS; count++) void this.#ping();
    for (const listener of [...this.#listeners.values()].flatMap((each) => [...each])) listener.opened();
  }

  #broken(reason: string): void {
    batch(() => {
      const line = this.#nextLine();
      /* Until it is back, a try that fails says less than the server's reason. */
      if (reason !== "" || this.why !== "restart") this.#why.value = reason as Closed;
      if (reason === "signed-out") {
        this.#state.value = "signed-out";
        return;
      }
      const now = Date.now();
      const { tries, spread } = this.#options;
      if (!this.#mayHurry) this.#tries = tries.length;
      const pause = tries[Math.min(this.#tries++, tries.length - 1)]!;
      const wait = reason === "restart" ? pause + Math.random() * spread : pause;
      this.#since.value ||= now;
      this.#next.value = now + wait;
      this.#state.value = "waiting";
      line.timeout(wait, () => this.#connect());
    });
  }

  get #mayHurry(): boolean {
    return this.why !== "flood" && this.why !== "too-many-sockets";
  }

  /* ---- whether it is alive ---- */

  #tick(): void {
    const now = Date.now();
    const { patience, answer, ping } = this.#options;
    const hasSlept = now - this.#tickedAt > SLEPT || now < this.#tickedAt;
    this.#tickedAt = now;
    if (hasSlept) return this.#look();
    const questions = [...this.#questions.values()];
    const isDead =
      this.state === "connecting"
        ? now - this.#connectedAt > patience
        : questions.some(({ isPing, askedAt }) => now - askedAt > (isPing ? patience : answer));
    if (isDead) this.#broken("");
    else if (this.state === "open" && now - this.#heardAt > ping && !questions.some(({ isPing }) => isPing))
      void this.#ping();
  }

  /* Something may have happened to the connection while the page was hidden or the machine slept. */
  #look(): void {
    if (this.state !== "open") return this.now();
    this.clock.doubt();
    this.#sendHidden();
    if (![...this.#questions.values()].some(({ isPing }) => isPing)) void this.#ping();
  }

  #sendHidden(): void {
    void this.ask({ do: "hidden", hidden: document.hidden }).catch(() => undefined);
  }

  async #ping(): Promise<void> {
    const sent = Date.now();
    const answer = await this.ask({ do: "ping" }).catch(() => undefined);
    if (!answer) return; /* the connection broke */
    this.#heardAt = Date.now();
    if (this.since > 0) this.#proved();
    if (answer.now !== undefined) this.clock.heard(sent, this.#heardAt, answer.now);
  }

  /* It carries: a connection that is opened and closed at once was not back. */
  #proved(): void {
    batch(() => {
      this.#tries = this.#since.value = 0;
      this.#why.value = "";
    });
  }

  #message(text: string): void {
    const message = JSON.parse(text) as SocketAnswer | News;
    if ("re" in message) {
      const question = this.#questions.get(message.re);
      this.#questions.delete(message.re);
      question?.done(message);
      return;
    }
    for (const listener of [...(this.#listeners.get(message.game) ?? [])]) listener.news(message);
  }
}

actions(Wire, "listen", "ask", "now", "renew");

export const wire = new Wire();
