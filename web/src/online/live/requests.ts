/* When a player may ask for a draw or a takeback: the server decides (src/online/commands.c), and the button says so
   beforehand. */
import type { Message } from "../../core/types";
import type { GameInfo, OnlineEvent } from "../line/types";

const DRAW_PLIES = 10; /* between two offers of a player */

/** Why the player may not ask now; undefined if they may. */
export function waitsFor(
  offer: "draw" | "takeback",
  { you, seats, offer: stands }: Pick<GameInfo, "you" | "seats" | "offer">,
  log: OnlineEvent[],
): Message | undefined {
  const refused = (key: string, args: Message["args"] = {}): Message => ({ key: `online.${key}`, args });
  if (stands && (offer === "takeback" || stands.offer !== offer || stands.by === you)) return refused("offer-open");
  if (!seats.some(({ person, left }, index) => person !== undefined && !left && index + 1 !== you))
    return refused("nobody-to-ask");
  const isPly = ({ type }: OnlineEvent) => type === "moved" || type === "rolled";
  const asked = log.findLastIndex((event) => event.type === "offered" && event.offer === offer && event.seat === you);
  const since = log.slice(asked + 1).filter(isPly).length;
  if (offer === "draw")
    return asked >= 0 && since < DRAW_PLIES ? refused("draw-wait", { plies: DRAW_PLIES - since }) : undefined;
  if (asked >= 0 && since === 0) return refused("takeback-wait");
  return log.some((event) => event.type === "moved" && event.seat === you)
    ? undefined
    : refused("nothing-to-take-back");
}
