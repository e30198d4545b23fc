/* The links of an invitation. The keys of a game belong, in their order, to the seats that are neither the owner's nor the
   computer's: the seats show which links still work. Only a browser that made or used a key knows it. */
import { api } from "../line/api";
import { person } from "../line/me";
import { SavedValue } from "../line/saved";
import type { GameInfo } from "../line/types";

/** The link of a free seat. */
export interface SeatLink {
  /** Which of the keys of the game, from 1. */
  slot: number;
  /** "" if this browser does not know it. */
  key: string;
}

const GAMES_MAX = 40; /* whose keys are saved */
const saved = new SavedValue<Record<string, string[]>>("keys"); /* by game, its keys by slot */

export function keysOf(id: string): string[] {
  return saved.value?.[id] ?? [];
}

export function saveKeys(id: string, keys: string[]): void {
  const others = Object.entries(saved.value ?? {}).filter(([game]) => game !== id);
  saved.set(Object.fromEntries([...others, [id, keys] as const].slice(-GAMES_MAX)));
}

/** The links of free seats. */
export function openLinks({ id, owner, seats }: Pick<GameInfo, "id" | "owner" | "seats">): SeatLink[] {
  const keys = keysOf(id);
  const byLink = seats.filter((seat) => seat.person !== owner && seat.level === undefined);
  return byLink.flatMap((seat, index) =>
    seat.person === undefined ? [{ slot: index + 1, key: keys[index] ?? "" }] : [],
  );
}

/** Makes another key for a seat; the old one stops working. */
export async function renewLink(id: string, slot: number): Promise<void> {
  const { key } = await api.link(id, slot);
  const keys = [...keysOf(id)];
  while (keys.length < slot) keys.push("");
  saveKeys(id, keys.with(slot - 1, key));
}

export const linkOf = (id: string, key: string): string => `${person.address}/g/${id}#${key}`;
