/* The line to the server: one socket for the whole page.

   It is opened when somebody listens, and opened again whenever it breaks, after 1, 2, 4, 8 and then every 15 seconds, at
   once when the page comes back to sight, the network comes back or the player touches the page. The server may say why it closes it, and that decides
   when it is tried again, or that it is not. That a line is dead shows when a question for the time stays without an
   answer. Who listens is told when it is open again and asks for what he missed by number; nothing
   here is kept for later. */
import { Store } from "../../app/store";
import { commandId } from "./api";
import { ServerClock } from "./clock";
import type { SocketAnswer, News } from "./types";

/** The line broke before the answer came: it is not known whether it was done. */
export class Lost extends Error {}

/** Why there is no line: what the server said when it closed it (docs/api.yaml), or "", that it broke. */
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

export interface WireOptions {
  open(): WebSocket;
  /** Milliseconds before each try; the last one stays. */
  tries: number[];
  /** A server that starts anew is not besieged: all who were there come back within so many milliseconds. */
  spread: number;
  /** Between two questions for the time, and how long an answer may take. */
  ping: number;
  patience: number;
}

const USUAL: WireOptions = {
  open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/socket`, "ascona.2"),
  tries: [1000, 2000, 4000, 8000, 15_000],
  spread: 3000,
  ping: 8000,
  patience: 6000,
};

const FIRST_PINGS = 3;
const TICK = 1000;
const HANGS = 1000; /* milliseconds after which a try may be given up for another */
const SLEPT = 4000; /* milliseconds that a second may take before we take it that the machine slept */

interface Waiting {
  done(answer: SocketAnswer): void;
  failed(error: Error): void;
}

export interface Listener {
  /** The line is open, for the first time or again. */
  opened(): void;
  news(news: News): void;
}

export class Wire extends Store {
  readonly clock = new ServerClock();
  readonly #options: WireOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #waiting = new Map<string, Waiting>();
  #socket: WebSocket | undefined;
  #tried = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #ticked = 0;
  #asked = 0; /* when the time was asked for, and no answer has come */
  #heard = 0;
  #ends: AbortController | undefined; /* of those who hear of the page */

  /** "closed": nobody listens. "signed-out": this device was signed out, and comes back as somebody else or not at all. */
  state: "closed" | "connecting" | "open" | "waiting" | "signed-out" = "closed";
  /** Since when there has been no line, by Date.now(). */
  since = 0;
  /** When it is tried again. */
  next = 0;
  /** Why there is none. */
  why: Closed = "";

  constructor(options: Partial<WireOptions> = {}) {
    super();
    this.#options = { ...USUAL, ...options };
  }

  /** Hears of a game until it is called off. */
  listen(game: string, listener: Listener): () => void {
    const those = this.#listeners.get(game) ?? new Set();
    those.add(listener);
    this.#listeners.set(game, those);
    if (this.state === "closed") this.#begin();
    else if (this.state === "open") listener.opened();
    return () => {
      those.delete(listener);
      if (those.size > 0) return;
      this.#listeners.delete(game);
      if (this.state === "open") void this.ask({ do: "unwatch", game }).catch(() => undefined);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /** Sends a message and has its answer, whatever its status. Rejects with Lost. */
  ask(message: { do: string; id?: string } & Record<string, unknown>): Promise<SocketAnswer> {
    const id = message.id ?? commandId();
    const socket = this.#socket;
    if (!socket || this.state !== "open") return Promise.reject(new Lost("no line"));
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Tries now, in place of a try that hangs. */
  now(): void {
    const hangs = this.state === "connecting" && Date.now() - this.#asked > HANGS;
    if (this.state === "waiting" || hangs) this.#anew();
  }

  /** Another person asks from now on: the line is opened anew. */
  renew(): void {
    if (this.state !== "closed") this.#anew();
  }

  #anew(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.#tried = 0;
    this.#connect();
  }

  /* ---- opening and closing ---- */

  #begin(): void {
    this.#ticked = Date.now();
    this.#ticker = setInterval(() => this.#tick(), TICK);
    if (typeof document !== "undefined") {
      const seen = () => this.#look();
      const touched = () => this.#soonIsBetter && this.now();
      const online = () => this.state !== "signed-out" && this.renew(); /* a line from before may hang for long */
      const ends = new AbortController();
      const { signal } = ends;
      document.addEventListener("visibilitychange", seen, { signal });
      addEventListener("pageshow", seen, { signal });
      addEventListener("online", online, { signal });
      for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, touched, { signal, capture: true });
      this.#ends = ends;
    }
    this.#connect();
  }

  #end(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#timer);
    this.#ends?.abort();
    this.#drop();
    this.#tried = 0;
    this.#be("closed");
  }

  #be(state: Wire["state"]): void {
    this.state = state;
    this.changed();
  }

  #connect(): void {
    this.#be("connecting");
    const socket = this.#options.open();
    this.#socket = socket;
    this.#asked = Date.now();
    const own = () => socket === this.#socket;
    socket.onopen = () => own() && this.#opened();
    socket.onmessage = ({ data }) => own() && this.#message(String(data));
    socket.onclose = ({ reason }) => own() && this.#broken(reason);
    socket.onerror = () => undefined; /* onclose follows */
  }

  #opened(): void {
    this.#asked = 0;
    this.clock.doubt();
    this.state = "open";
    if (typeof document !== "undefined" && document.hidden) this.#tellHidden();
    for (let count = 0; count < FIRST_PINGS; count++) void this.#ping();
    for (const those of this.#listeners.values()) for (const listener of [...those]) listener.opened();
    this.changed();
  }

  /* The socket is forgotten: nothing of it is heard any more. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#asked = 0;
    socket?.close();
    for (const { failed } of this.#waiting.values()) failed(new Lost("the line broke"));
    this.#waiting.clear();
  }

  #broken(reason: string): void {
    this.#drop();
    /* Until it is back, a try that fails says no more than what the server said. */
    if (reason !== "" || this.why !== "restart") this.why = reason as Closed;
    if (reason === "signed-out") return this.#be("signed-out");
    if (this.since === 0) this.since = Date.now();
    const { tries, spread } = this.#options;
    if (!this.#soonIsBetter) this.#tried = tries.length;
    const wait =
      tries[Math.min(this.#tried++, tries.length - 1)]! + (reason === "restart" ? Math.random() * spread : 0);
    this.next = Date.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#be("waiting");
  }

  get #soonIsBetter(): boolean {
    return this.why !== "flood" && this.why !== "too-many-sockets";
  }

  /* ---- whether it lives ---- */

  #tick(): void {
    const now = Date.now();
    const slept = now - this.#ticked > SLEPT || now < this.#ticked;
    this.#ticked = now;
    if (slept) return this.#look();
    if (this.#asked > 0 && now - this.#asked > this.#options.patience && this.#socket) return this.#broken("");
    if (this.state === "open" && this.#asked === 0 && now - this.#heard > this.#options.ping) void this.#ping();
  }

  /* Something may have happened to the line while nobody looked. */
  #look(): void {
    if (this.state !== "open") return this.now();
    this.clock.doubt();
    if (typeof document !== "undefined") this.#tellHidden();
    if (this.#asked === 0) void this.#ping();
  }

  #tellHidden(): void {
    void this.ask({ do: "hidden", hidden: document.hidden }).catch(() => undefined);
  }

  async #ping(): Promise<void> {
    const sent = Date.now();
    this.#asked ||= sent;
    try {
      const { now } = await this.ask({ do: "ping" });
      this.#heard = Date.now();
      this.#asked = 0;
      if (this.since > 0) this.#proved();
      if (now !== undefined) this.clock.heard(sent, this.#heard, now);
    } catch {
      /* the line broke, and that is told */
    }
  }

  /* It carries: one that is opened and closed at once has not been back. */
  #proved(): void {
    this.#tried = 0;
    this.since = 0;
    this.why = "";
    this.changed();
  }

  #message(text: string): void {
    const message = JSON.parse(text) as SocketAnswer | News;
    if ("re" in message) {
      const waiting = this.#waiting.get(message.re);
      this.#waiting.delete(message.re);
      waiting?.done(message);
      return;
    }
    for (const listener of [...(this.#listeners.get(message.game) ?? [])]) listener.news(message);
  }
}

export const wire = new Wire();
