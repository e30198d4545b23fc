/* The referee on a server: what is asked goes out as commands; what happened comes back as events, which are rulings
   (common/rulings.ts). */
import type { Referee } from "../../game/referee";

/** Sends a command. True: it is under way; false: one of its kind is already. */
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
  /** What was taken back is played again by playing it. */
  redo(): void {}
  close(): void {}
}
