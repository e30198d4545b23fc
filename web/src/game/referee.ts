/* Whoever decides what happens in a game: the core on this machine (local.ts), or a server.

   One asks, and is answered by rulings: at once, or late, or never if the line is dead. What is asked returns nothing, so
   that nobody can rely on an answer being there. The rulings are the events of a game on a server, without numbers: who
   brings them over a network puts them in order, asks for those it missed, and sends what was asked again. */
import type { Sentence } from "../i18n/texts";

export type Ruling =
  /** A move was made: the one that was proposed is confirmed by it, and any other one takes its place. */
  | { kind: "moved"; move: string }
  /** The die shows a face; without one, the die of the table is rolled. */
  | { kind: "rolled"; face?: string }
  /** A player gave up and left, or his time was up. */
  | { kind: "left"; seat: number; overtime?: boolean }
  /** The draw is agreed. */
  | { kind: "agreed" }
  /** So many events stay. */
  | { kind: "taken-back"; to: number }
  /** What was taken back was played again, up to so many events. */
  | { kind: "redone"; to: number }
  /** Somebody offers something, and the others have not answered. */
  | { kind: "offered"; what: Offer; seat: number }
  | { kind: "declined"; what: Offer; seat: number }
  /** What was asked is not done: a message of the page says why. A proposed move goes back. */
  | { kind: "refused"; why: Refusal };

export type Offer = "draw" | "take-back";

/** A sentence of the page, or one from elsewhere, in the language in use. */
export type Refusal = Sentence | { text: () => string };

export interface Referee {
  /** The move is on the table of the game already (Game.propose). */
  propose(move: string): void;
  roll(): void;
  resign(seat: number): void;
  /** The player at a seat offers a draw, or takes the one that is offered. */
  draw(seat: number): void;
  /** The player at a seat wants his last choice back. */
  takeBack(seat: number): void;
  redo(): void;
  /** Nothing is heard from it any more. */
  close(): void;
}

/** Opens a referee, whose rulings are heard by the one who opens it. */
export type OpenReferee = (hear: (ruling: Ruling) => void) => Referee;
