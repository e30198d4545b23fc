/* The links of an invitation. The keys of a game belong, in their order, to the seats that are neither the owner's nor the
   computer's: the seats show which links still work. A key is known only in the browser that made or used it. */
import { keep, kept } from "../../app/keep";
import { api } from "../line/api";
import { person } from "../line/me";
import type { GameInfo } from "../line/types";

/** The link of a free seat. */
export interface SeatLink {
  /** Which of the keys of the game, from 1. */
  slot: number;
  /** "": this browser does not know it. */
  key: string;
}

const KEYS = "keys"; /* kept: by game, its keys by slot */
const GAMES_MAX = 40;

export function keysOf(id: string): string[] {
  return kept<Record<string, string[]>>(KEYS)?.[id] ?? [];
}

export function keepKeys(id: string, keys: string[]): void {
  const all = Object.entries(kept<Record<string, string[]>>(KEYS) ?? {}).filter(([game]) => game !== id);
  keep(KEYS, Object.fromEntries([...all, [id, keys] as const].slice(-GAMES_MAX)));
}

/** The links by which somebody can still sit down. */
export function openLinks({ id, owner, seats }: Pick<GameInfo, "id" | "owner" | "seats">): SeatLink[] {
  const keys = keysOf(id);
  const byLink = seats.filter((seat) => seat.person !== owner && seat.level === undefined);
  return byLink.flatMap((seat, index) =>
    seat.person === undefined ? [{ slot: index + 1, key: keys[index] ?? "" }] : [],
  );
}

/** Another key for a seat; the old one stops working. */
export async function renewLink(id: string, slot: number): Promise<void> {
  const { key } = await api.link(id, slot);
  const keys = keysOf(id);
  while (keys.length < slot) keys.push("");
  keepKeys(id, keys.with(slot - 1, key));
}

export const linkOf = (id: string, key: string): string => `${person.address}/g/${id}#${key}`;
