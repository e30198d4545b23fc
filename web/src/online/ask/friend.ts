/* Inviting a friend: the game that the player wants. The server creates it when its link is first needed. From then on
   every change is made there, too, until somebody takes a seat. */
import { batch, signal, type Signal } from "@preact/signals";
import { readLocal, writeLocal } from "../../app/local";
import { actions } from "../../app/model";
import type { Scope } from "../../app/scope";
import { gameFacts, games } from "../../core/table";
import type { GameFacts } from "../../core/types";
import { lookAt, specOf } from "../../setup/choice";
import { api, ApiError, commandId } from "../line/api";
import { person } from "../line/me";
import type { ClockSetting, GameInfo, Wish } from "../line/types";
import { keysOf, openLinks, renewLink, saveKeys, type SeatLink } from "./links";

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
  /** The other seats: -1 for a link, otherwise the level of a computer. */
  others: number[];
}

/** The last invitation as this browser remembers it. */
interface Sent {
  id: string;
  /** The settings that were sent, as text. */
  wish?: string;
}

const LINK = -1;
const SENT = "asked"; /* the name is older than the word */
const CHOICE = "friend";

const standard = (facts: GameFacts) =>
  Object.fromEntries(facts.options.map(({ key, standard: usual }) => [key, usual]));

/** The last choice, as far as it can still be played, with the game that is given. */
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
  const found = readLocal<Partial<FriendChoice>>(CHOICE) ?? {};
  const choice = { ...usual, ...found };
  const facts = gameFacts(wanted ?? choice.game) ?? games()[0]!;
  const same = facts.id === choice.game;
  return withGame({ ...choice, options: same ? choice.options : {} }, facts.id);
}

/** The same with another game, its default options and its number of seats. */
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

const PAUSE = 300; /* ms after the last change before it is sent */

/** An invitation that can be changed, as long as its scope lasts. The last change is sent when the scope ends. */
export class InvitationDraft {
  /* One thing after another, also when the page is left and entered again: what is remembered is then what was sent. */
  static #work: Promise<void> = Promise.resolve();
  readonly #scope: Scope;
  readonly #choice: Signal<FriendChoice>;
  readonly #id = signal<string | undefined>(undefined);
  readonly #info = signal<GameInfo | undefined>(undefined); /* the last one that was heard of */
  readonly #fault = signal<unknown>(undefined);
  readonly #isBusy = signal(true);
  #isChanged = false; /* since something was sent */
  #cancelChange = () => {};
  #sent = ""; /* the settings that the server has, as text */
  #last = 0;

  constructor(scope: Scope, choice: FriendChoice) {
    this.#scope = scope;
    this.#choice = signal(choice);
    scope.onEnd(() => this.#sendChange());
  }

  get choice(): FriendChoice {
    return this.#choice.value;
  }
  /** Undefined until the game is created. */
  get id(): string | undefined {
    return this.#id.value;
  }
  get fault(): unknown {
    return this.#fault.value;
  }
  get isBusy(): boolean {
    return this.#isBusy.value;
  }
  /** Somebody has taken a seat: nothing can be changed any more. */
  get isLocked(): boolean {
    const info = this.#info.value;
    return info?.seats.some(({ person: who }) => who !== undefined && who !== info.owner) ?? false;
  }

  /** The links to send; without keys until the game is created. */
  get links(): SeatLink[] {
    if (this.isLocked) return openLinks(this.#info.value!);
    const keys = this.id === undefined ? [] : keysOf(this.id);
    return this.choice.others
      .filter((level) => level === LINK)
      .map((_, index) => ({ slot: index + 1, key: keys[index] ?? "" }));
  }

  /** Looks for an earlier invitation. */
  begin(): void {
    this.#queue(() => this.#look());
  }

  choose(choice: FriendChoice): void {
    if (this.isLocked) return;
    this.#choice.value = choice;
    writeLocal(CHOICE, choice);
    this.#cancelChange();
    if (this.id === undefined) return;
    this.#isBusy.value = this.#isChanged = true;
    this.#cancelChange = this.#scope.timeout(PAUSE, () => this.#sendChange());
  }

  /** Returns the id of the game, which is created if it is not there yet. Rejects if that fails. */
  async make(): Promise<string> {
    this.#queue(() => this.#create());
    await InvitationDraft.#work;
    if (this.id === undefined) throw this.fault;
    return this.id;
  }

  /** Starts another invitation; this one stays among the player's games. */
  another(): void {
    writeLocal(SENT, undefined);
    this.#id.value = this.#info.value = undefined;
    this.#sent = "";
  }

  /** Tries again after an error. */
  again(): void {
    this.#queue(() => (this.id === undefined ? this.#look() : this.#change()));
  }

  /** The game has changed: somebody has taken a seat, or left it. */
  heard(info: GameInfo): void {
    if (info.id !== this.id) return;
    this.#info.value = info;
    this.#last = Math.max(this.#last, info.last);
  }

  /** Makes another link for a seat. */
  renew(slot: number): void {
    this.#queue(() => renewLink(this.id!, slot));
  }

  get #isPlayable(): boolean {
    return lookAt(gameFacts(this.choice.game)!, this.choice.options).state !== undefined;
  }

  #sendChange(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#queue(() => this.#change());
  }

  #queue(work: () => Promise<void>): void {
    this.#isBusy.value = true;
    InvitationDraft.#work = InvitationDraft.#work.then(async () => {
      const fault = await work().then(
        () => undefined,
        (error: unknown) => error,
      );
      batch(() => {
        this.#fault.value = fault;
        this.#isBusy.value = false;
      });
    });
  }

  /* An open invitation with the same settings is used again, so that the player has one game and not ten. Looking for it
     creates none. */
  async #look(): Promise<void> {
    await person.look(true);
    const sent = readLocal<Sent>(SENT);
    const wish = JSON.stringify(wishOf(this.choice));
    if (sent?.wish?.replace('"toss"', '"random_seats"') !== wish) return; /* as version 0.1 called it */
    const found = await api.game(sent.id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    });
    if (found?.state !== "invited" || found.you === 0) return;
    batch(() => {
      this.#id.value = sent.id;
      this.heard(found);
    });
    this.#sent = wish;
    await this.#change(); /* what was chosen meanwhile */
  }

  async #create(): Promise<void> {
    if (this.id !== undefined) return;
    await person.become();
    const wish = wishOf(this.choice);
    const made = await api.create(commandId(), wish);
    batch(() => {
      saveKeys(made.game, made.keys);
      this.#id.value = made.game;
    });
    this.#last = made.last;
    this.#remember(JSON.stringify(wish));
    await this.#change(); /* what was chosen meanwhile */
  }

  #remember(wish: string): void {
    this.#sent = wish;
    writeLocal(SENT, { id: this.id!, wish } satisfies Sent);
  }

  async #change(): Promise<void> {
    const { id } = this;
    if (id === undefined || !this.#isPlayable) return;
    const wish = wishOf(this.choice);
    const text = JSON.stringify(wish);
    if (text === this.#sent) return;
    try {
      const done = await api.command(id, "change", { id: commandId(), last: this.#last, ...wish });
      this.#last = done.last;
    } catch (error) {
      if (!(error instanceof ApiError) || error.key !== "online.stale") throw error;
      const last = this.#last;
      this.heard(await api.game(id));
      if (this.isLocked) return;
      if (this.#last === last) throw error;
      return this.#change();
    }
    this.#remember(text);
    for (const { slot, key } of this.links) if (key === "") await renewLink(id, slot);
  }
}

actions(InvitationDraft, "begin", "choose", "make", "another", "again", "heard", "renew");
