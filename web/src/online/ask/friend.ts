/* Asking a friend: the game you want. It is made on the server when its link is first wanted; from then on every change is
   made there too, until somebody sits down. */
import { keep, kept } from "../../app/keep";
import { Store } from "../../app/store";
import { gameFacts, games } from "../../core/table";
import type { GameFacts } from "../../core/types";
import { lookAt, specOf } from "../../setup/choice";
import { api, ApiError, commandId } from "../line/api";
import { person } from "../line/me";
import type { ClockSetting, GameInfo, Wish } from "../line/types";
import { keepKeys, keysOf, openLinks, renewLink, type SeatLink } from "./links";

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

/** The last invitation as this browser remembers it. */
interface Asked {
  id: string;
  /** The wish that was sent, as text. */
  wish?: string;
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
    random_seats: choice.begins === "lot",
    private: choice.private,
    games: choice.games,
  };
}

const PAUSE = 300; /* milliseconds after the last change before it is sent */

/** The invitation in the making. */
export class Asking extends Store {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #sent = "";
  #info: GameInfo | undefined; /* as far as somebody has heard of it */
  #last = 0;
  #closed = false;

  choice: FriendChoice;
  /** undefined: it is not made yet. */
  id: string | undefined;
  fault: unknown;
  /** Somebody sits there: nothing can be changed any more. */
  locked = false;
  busy = true;

  constructor(choice: FriendChoice) {
    super();
    this.choice = choice;
  }

  /** The links to send; without keys as long as it is not made. */
  get links(): SeatLink[] {
    if (this.locked && this.#info) return openLinks(this.#info);
    const keys = this.id === undefined ? [] : keysOf(this.id);
    return this.choice.others
      .filter((level) => level === LINK)
      .map((_, index) => ({ slot: index + 1, key: keys[index] ?? "" }));
  }

  begin(): void {
    this.#queue(() => this.#look());
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
    if (this.id === undefined || !this.#playable) return;
    this.busy = true;
    this.#timer = setTimeout(() => this.#queue(() => this.#change()), PAUSE);
  }

  /** Its id: it is made if it is not there yet. Rejects when that fails. */
  make(): Promise<string> {
    this.#queue(() => this.#create());
    return this.#work.then(() => {
      if (this.id === undefined) throw this.fault;
      return this.id;
    });
  }

  /** Starts another invitation; this one stays among the player's games. */
  another(): void {
    keep(ASKED, undefined);
    this.id = this.#info = undefined;
    this.#sent = "";
    this.locked = false;
    this.changed();
  }

  /** After something went wrong. */
  again(): void {
    this.#queue(() => (this.id === undefined ? this.#look() : this.#change()));
  }

  /** Somebody sat down, or left: as the game says. */
  heard(info: GameInfo): void {
    if (info.id !== this.id) return;
    this.#info = info;
    this.#last = Math.max(this.#last, info.last);
    this.locked = info.seats.some(({ person: who }) => who !== undefined && who !== info.owner);
    this.changed();
  }

  /** Another link for a seat. */
  renew(slot: number): void {
    this.#queue(() => renewLink(this.id!, slot));
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

  /* An invitation for the same game that is still open is used again: it leaves one game, not ten. Looking makes none. */
  async #look(): Promise<void> {
    await person.look(true);
    const asked = kept<Asked>(ASKED);
    const wish = JSON.stringify(wishOf(this.choice));
    if (asked?.wish !== wish) return;
    const found = await api.game(asked.id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    });
    if (found?.state !== "invited" || found.you === 0) return;
    this.id = asked.id;
    this.#sent = wish;
    this.heard(found);
  }

  async #create(): Promise<void> {
    if (this.id !== undefined) return;
    await person.become();
    const wish = wishOf(this.choice);
    const made = await api.create(commandId(), wish);
    this.id = made.game;
    this.#last = made.last;
    keepKeys(made.game, made.keys);
    this.#keep(JSON.stringify(wish));
  }

  #keep(wish: string): void {
    this.#sent = wish;
    keep(ASKED, { id: this.id!, wish } satisfies Asked);
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
      this.heard(await api.game(this.id!));
      if (!this.locked) return this.#change();
      return;
    }
    this.#keep(text);
    for (const { slot, key } of this.links) if (key === "") await renewLink(this.id!, slot);
  }
}
