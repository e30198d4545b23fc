/* The referee on a server: requests go out as commands, and the events that come back are rulings (common/rulings.ts). */
import type { Referee } from "../../game/referee";

/** Sends a command, unless another one of its kind is under way. */
export type Send = (command: string, body?: Record<string, unknown>) => void;

export class RemoteReferee implements Referee {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  propose(move: string): void {
    this.#send("move", { move });
  }
  roll(): void {
    this.#send("roll");
  }
  resign(): void {
    this.#send("resign");
  }
  draw(): void {
    this.#send("offer", { offer: "draw" });
  }
  takeBack(): void {
    this.#send("offer", { offer: "takeback" });
  }
  /** Moves that were taken back are played again by hand. */
  redo(): void {}
  close(): void {}
}
