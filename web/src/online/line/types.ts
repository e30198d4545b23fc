/* The server's messages, as in docs/api.yaml. Seats count from 1; times are milliseconds since 1970, by its clock. */

export type ClockSetting =
  | { kind: "none" }
  | { kind: "time"; seconds: number; increment: number }
  | { kind: "days"; days: number };

export type OfferKind = "draw" | "takeback" | "engine" | "rematch";
export type Cause = "rules" | "repetition" | "ply-limit" | "resigned" | "agreed" | "time" | "aborted" | "away";
export type GameState = "invited" | "running" | "ended" | "damaged";

export const PHRASES = [
  "hello",
  "good-luck",
  "well-played",
  "good-move",
  "thanks",
  "sorry",
  "oops",
  "one-moment",
  "back-soon",
  "must-go",
  "good-game",
  "again",
] as const;
export type Phrase = (typeof PHRASES)[number];

export interface Taken {
  person?: string;
  level?: number;
}

export interface OnlineSeat extends Taken {
  name?: string;
  /** The person gets the seat back before their next turn. */
  returning?: true;
  /** Left the table, not the game. */
  away?: true;
  left?: true;
}

export interface Presence {
  state?: "here" | "away" | "gone";
  seen?: number;
}

export interface Series {
  games: number;
  /** Which of them, from 0. */
  game: number;
  points: number[];
}

export interface RoomSettings {
  game: string;
  clock: ClockSetting;
  random_seats: boolean;
  private: boolean;
  match?: Series;
  before?: string;
}

export interface OfferState {
  offer: OfferKind;
  by: number;
  seat: number;
  accepted: number[];
}

/** The state of a game for the person who asks. */
export interface GameInfo extends RoomSettings {
  id: string;
  state: GameState;
  last: number;
  owner: string;
  seats: OnlineSeat[];
  you: number;
  turn: number;
  rolling: boolean;
  now: number;
  clocks?: number[];
  running?: number;
  offer?: OfferState;
  cause?: Cause;
  points?: number[];
  next?: string;
  presence: Presence[];
  spectators: number;
}

export interface OnlineEvent extends Partial<RoomSettings> {
  n: number;
  t: number;
  type:
    | "created"
    | "changed"
    | "joined"
    | "started"
    | "moved"
    | "rolled"
    | "offered"
    | "withdrawn"
    | "accepted"
    | "declined"
    | "taken-back"
    | "left"
    | "seat-given"
    | "seat-returned"
    | "time-given"
    | "made-private"
    | "paused"
    | "resumed"
    | "ended"
    | "rematch";
  by?: string;
  id?: string;
  seat?: number;
  /** Of an offer of an engine: the seat that offers it. */
  from?: number;
  seats?: Taken[];
  move?: string;
  offer?: OfferKind;
  level?: number;
  plies?: number;
  given?: number;
  cause?: Cause;
  points?: number[];
  next?: string;
  clocks?: number[];
  running?: number;
}

export interface Said {
  seat: number;
  phrase: Phrase;
  t: number;
}

/** The answer to a message of ours. */
export interface SocketAnswer {
  re: string;
  status: number;
  error?: string;
  args?: Record<string, string | number>;
  text?: string;
  game?: string | GameInfo;
  last?: number;
  keys?: string[];
  key?: string;
  events?: OnlineEvent[];
  now?: number;
}

/** A message without a question. */
export interface News {
  game: string;
  event?: OnlineEvent;
  presence?: Presence[];
  spectators?: number;
  said?: Said;
}

export interface Me {
  person: string;
  name: string;
  device: string;
  /** Where others in the network reach the server, where the page is opened on the machine itself. */
  addresses?: string[];
}

export interface Device {
  device: string;
  label: string;
  created: number;
  seen: number;
  this: boolean;
}

export interface ListedGame {
  id: string;
  state: GameState;
  turn: number;
  created: number;
  changed: number;
  /** When time is up; 0: never. */
  deadline: number;
  plies: number;
  last: number;
  seats: (Taken & { you?: true })[];
  summary: RoomSettings & { seats: Taken[]; cause?: Cause; points?: number[]; next?: string };
}

export interface ListedGames {
  now: number;
  games: ListedGame[];
  more: boolean;
  names: Record<string, string | null>;
}

/** The settings of a game that somebody wants. */
export interface Wish {
  game: string;
  clock: ClockSetting;
  seats: { you?: true; level?: number }[];
  random_seats: boolean;
  private: boolean;
  games: number;
}
