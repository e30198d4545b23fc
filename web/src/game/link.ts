/* A link to a whole game: its plies stand in the fragment of the address, which no server sees. What opens it writes a
   record of it, and the core reads that like any other. */
import type { Again } from "../core/table";
import type { GameEvent } from "../core/types";

/** What a link tells of a game. */
export interface LinkedGame {
  /** "kulami:level=3" */
  spec: string;
  /** The position it began with; "": the usual one. */
  first: string;
  /** Moves, and who left: "p2resigns", "draw-agreed". */
  plies: string[];
  /** Names by seat; "": not given. */
  players: string[];
}

/** Longer addresses are cut by some programs that pass them on. */
export const LINK_MAX = 4000;

const MARK = "#game=";

/** The plies of a game as a record has them. */
export function pliesOf(events: GameEvent[], end: string): string[] {
  const plies = events.map(({ move, seat, gave_up: left }) => (left ? `p${seat}resigns` : move));
  return end === "agreed" ? [...plies, "draw-agreed"] : plies;
}

const LEFT = /^p\dresigns$/;

/** Whether a ply of a record is a move, and not that somebody left or a draw was agreed. */
export const isMove = (ply: string): boolean => !LEFT.test(ply) && ply !== "draw-agreed";

/** The plies of a record as a table takes them: moves, and seats that were left. */
export const eventsOf = (plies: string[]): Again["events"] =>
  plies.filter((ply) => ply !== "draw-agreed").map((ply) => (LEFT.test(ply) ? Number(ply[1]) : ply));

/* What may stand in a fragment as it is, and is not cut off by those who look for addresses in a text. */
const written = (text: string): string =>
  encodeURIComponent(text).replace(/%(3A|2C|2F|3D)/g, (code) => decodeURIComponent(code));

/** The address that opens the game anywhere; undefined: it is too long for that. */
export function gameLink({ spec, first, plies, players }: LinkedGame, origin: string): string | undefined {
  const parts = [
    `${MARK}${written(spec)}`,
    ...(first === "" ? [] : [`position=${written(first)}`]),
    ...players
      .map((name, index) => (name === "" ? "" : `p${index + 1}=${written(name)}`))
      .filter((part) => part !== ""),
    `moves=${plies.map(written).join(",")}`,
  ];
  const link = `${origin}/play${parts.join("&")}`;
  return link.length > LINK_MAX ? undefined : link;
}

/** What the fragment of an address says of a game; undefined: nothing. */
export function linkIn(hash: string): URLSearchParams | undefined {
  return hash.startsWith(MARK) ? new URLSearchParams(hash.slice(1)) : undefined;
}

/** The moves that an address names. */
export const movesIn = (link: URLSearchParams): string[] =>
  (link.get("moves") ?? "").split(/[\s,]+/).filter((move) => move !== "");

/** The record of a linked game. */
export function linkedRecord(link: URLSearchParams): string {
  const tag = (name: string, value: string | null) =>
    value ? [`[${name} "${value.replace(/[\\"]/g, "\\$&").replace(/\p{Cc}/gu, " ")}"]`] : [];
  const players = [1, 2, 3, 4].flatMap((seat) => tag(`Player${seat}`, link.get(`p${seat}`)));
  const tags = [...tag("Game", link.get("game")), ...tag("Position", link.get("position")), ...players];
  return `${tags.join("\n")}\n\n${movesIn(link).join(" ")}\n`;
}
