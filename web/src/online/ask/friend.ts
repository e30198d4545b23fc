/* Asking a friend: the game one wants, kept on the server as an invitation from the first moment, so that its link is there
   at once. Every change is kept in it until somebody sits down. */
import { keep, kept } from "../../app/keep";
import { Store } from "../../app/store";
import { gameFacts, games } from "../../core/table";
import type { GameFacts } from "../../core/types";
import { lookAt, specOf } from "../../setup/choice";
import { api, ApiError, commandId } from "../line/api";
import { person } from "../line/me";
import type { ClockSetting, GameInfo, Wish } from "../line/types";

export const BEGINS = ["me", "friend", "lot"] as const;

export interface FriendChoice {
  game: string;
  options: Record<string, string>;
  begins: (typeof BEGINS)[number];
  time: ClockSetting["kind"];
  minutes: number;
  increment: number;
  days: number;
  games: number;
  private: boolean;
  /** The other seats: -1 has a link, else the level of a program. */
  others: number[];
}

/** An invitation as this browser remembers it. */
export interface Asked {
  id: string;
  keys: string[];
}

const LINK = -1;
const ASKED = "asked";
const CHOICE = "friend";

const standard = (facts: GameFacts) =>
  Object.fromEntries(facts.options.map(({ key, standard: usual }) => [key, usual]));

/** The last choice, as far as it can still be played, with the game that is wanted. */
export function rememberedFriend(wanted?: string): FriendChoice {
  const usual: FriendChoice = {
    game: games()[0]!.id,
    options: {},
    begins: "lot",
    time: "none",
    minutes: 10,
    increment: 5,
    days: 3,
    games: 1,
    private: false,
    others: [LINK],
  };
  const found = kept<Partial<FriendChoice>>(CHOICE) ?? {};
  const choice = { ...usual, ...found };
  const facts = gameFacts(wanted ?? choice.game) ?? games()[0]!;
  const same = facts.id === choice.game;
  return withGame({ ...choice, options: same ? choice.options : {} }, facts.id);
}

/** Another game, with its usual options, and as many seats as it has. */
export function withGame(choice: FriendChoice, id: string): FriendChoice {
  const facts = gameFacts(id)!;
  const options = { ...standard(facts), ...(id === choice.game ? choice.options : {}) };
  const look = lookAt(facts, options);
  const good = look.state ? options : standard(facts);
  const players = lookAt(facts, good).state?.players ?? 2;
  return withSeats({ ...choice, game: id, options: good }, players);
}

export function withSeats(choice: FriendChoice, players: number): FriendChoice {
  const others = choice.others.slice(0, players - 1);
  while (others.length < players - 1) others.push(LINK);
  if (players === 2 || !others.includes(LINK)) others[0] = LINK;
  const options = "players" in choice.options ? { ...choice.options, players: String(players) } : choice.options;
  return { ...choice, others, options, begins: players > 2 && choice.begins === "friend" ? "lot" : choice.begins };
}

export function wishOf(choice: FriendChoice): Wish {
  const facts = gameFacts(choice.game)!;
  const clock: ClockSetting =
    choice.time === "none"
      ? { kind: "none" }
      : choice.time === "days"
        ? { kind: "days", days: choice.days }
        : { kind: "time", seconds: choice.minutes * 60, increment: choice.increment };
  const others = choice.others.map((level) => (level === LINK ? {} : { level }));
  const seats = choice.begins === "friend" ? [...others, { you: true as const }] : [{ you: true as const }, ...others];
  return {
    game: specOf(facts, choice.options),
    clock,
    seats,
    toss: choice.begins === "lot",
    private: choice.private,
    games: choice.games,
  };
}

/** The key of a seat's link, where this browser made it. */
export function keysOf(id: string): string[] {
  return kept<Record<string, string[]>>("keys")?.[id] ?? [];
}

export function keepKeys(id: string, keys: string[]): void {
  const all = Object.entries(kept<Record<string, string[]>>("keys") ?? {}).filter(([game]) => game !== id);
  keep("keys", Object.fromEntries([...all, [id, keys] as const].slice(-40)));
}

export const linkOf = (id: string, key: string): string => `${person.address}/g/${id}#${key}`;

const PAUSE = 300; /* milliseconds after the last change before it is sent */

/** The invitation in the making. */
export class Asking extends Store {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #sent = "";
  #last = 0;
  #closed = false;

  choice: FriendChoice;
  id: string | undefined;
  keys: string[] = [];
  fault: unknown;
  /** Somebody sits there: nothing can be changed any more. */
  locked = false;
  busy = true;

  constructor(choice: FriendChoice) {
    super();
    this.choice = choice;
  }

  begin(): void {
    this.#queue(() => this.#open());
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  choose(choice: FriendChoice): void {
    if (this.locked) return;
    this.choice = choice;
    keep(CHOICE, choice);
    this.changed();
    clearTimeout(this.#timer);
    if (!this.#playable) return;
    this.busy = true;
    this.#timer = setTimeout(() => this.#queue(() => this.#change()), PAUSE);
  }

  /** After something went wrong. */
  again(): void {
    this.#queue(() => (this.id === undefined ? this.#open() : this.#change()));
  }

  /** Somebody sat down, or left: as the game says. */
  heard(info: GameInfo): void {
    this.#last = Math.max(this.#last, info.last);
    const locked = info.seats.some(({ person: who }) => who !== undefined && who !== info.owner);
    if (locked === this.locked) return;
    this.locked = locked;
    this.changed();
  }

  /** Other links in place of those there are. */
  renew(): void {
    this.#queue(async () => {
      const made = await Promise.all(this.keys.map((_, index) => api.link(this.id!, index + 1)));
      this.#keep(made.map(({ key }) => key));
    });
  }

  get #playable(): boolean {
    return lookAt(gameFacts(this.choice.game)!, this.choice.options).state !== undefined;
  }

  #queue(work: () => Promise<void>): void {
    this.busy = true;
    this.changed();
    this.#work = this.#work.then(async () => {
      if (this.#closed) return;
      try {
        await work();
        this.fault = undefined;
      } catch (error) {
        this.fault = error;
      }
      this.busy = false;
      this.changed();
    });
  }

  #keep(keys: string[]): void {
    this.keys = keys;
    keepKeys(this.id!, keys);
  }

  /* The invitation that nobody took yet is used again: who comes and goes leaves one table, not ten. */
  async #open(): Promise<void> {
    await person.become();
    const asked = kept<Asked>(ASKED);
    const found = asked && (await api.game(asked.id, asked.keys[0]).catch(() => undefined));
    const free =
      found?.state === "invited" &&
      found.you > 0 &&
      found.seats.every(({ person: who }) => !who || who === found.owner);
    if (asked && found && free) {
      this.id = asked.id;
      this.keys = asked.keys;
      this.#last = found.last;
      return this.#change();
    }
    const wish = wishOf(this.choice);
    const made = await api.create(commandId(), wish);
    this.id = made.game;
    this.#last = made.last;
    this.#sent = JSON.stringify(wish);
    this.#keep(made.keys);
    keep(ASKED, { id: made.game, keys: made.keys } satisfies Asked);
  }

  async #change(): Promise<void> {
    const wish = wishOf(this.choice);
    const text = JSON.stringify(wish);
    if (text === this.#sent) return;
    try {
      const done = await api.command(this.id!, "change", { id: commandId(), last: this.#last, ...wish });
      this.#last = done.last;
    } catch (error) {
      if (!(error instanceof ApiError) || error.key !== "online.stale") throw error;
      const info = await api.game(this.id!);
      this.#last = info.last;
      this.heard(info);
      if (!this.locked) return this.#change();
    }
    this.#sent = text;
    const links = this.choice.others.filter((level) => level === LINK).length;
    const keys = this.keys.slice(0, links);
    for (let slot = keys.length + 1; slot <= links; slot++) keys.push((await api.link(this.id!, slot)).key);
    this.#keep([...keys, ...this.keys.slice(links)]);
    keep(ASKED, { id: this.id!, keys: this.keys } satisfies Asked);
  }
}
