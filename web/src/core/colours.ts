/* Two players in each other's colours, where the rules leave the colours to the players: what the core says and draws of
   the one is shown as if it were about the other.

   The core names a player by the kind of men, as a word of a key, or by a number at the end of a key or kind:
   "end.red-stuck-black", "prompt.roll-2", "pawn-2". */
import type { Backdrop } from "./types";

export class Colours {
  readonly key: string;
  readonly #words = new Map<string, string>();

  /** `kinds` are the men of the players, from 1, as the core gives them. A colour may be that of a player who is not there. */
  constructor(player: number, other: number, kinds: (string | null)[]) {
    this.key = `${player} ${other}`;
    const change = (one: string, another: string) => this.#words.set(one, another).set(another, one);
    change(String(player), String(other));
    const [own, shown] = [kinds[player - 1], kinds[other - 1]];
    if (own && shown) change(own, shown);
  }

  /** A key, kind or argument of the core, as it is for the other player. */
  word(text: string): string {
    const words = text.split(/([.-])/);
    const last = words.length - 1;
    return words.map((word, at) => (at < last && /^\d/.test(word) ? word : (this.#words.get(word) ?? word))).join("");
  }

  /** Messages and kinds, wherever they are in an answer. */
  told<T>(answer: T): T {
    if (Array.isArray(answer)) return answer.map((one: unknown) => this.told(one)) as T;
    if (answer === null || typeof answer !== "object") return answer;
    const members = Object.entries(answer).map(([name, value]: [string, unknown]) => {
      if (name === "args") return [name, this.#renamed(value as object)];
      const named = name === "key" || name === "kind" || name === "man";
      return [name, named && typeof value === "string" ? this.word(value) : this.told(value)];
    });
    return Object.fromEntries(members) as T;
  }

  /** The board with the drawings of the men, and the tints of what they lead, under each other's names. */
  drawn(backdrop: Backdrop, prefix: string): Backdrop {
    const { defs, style, kinds } = backdrop;
    const names = new Map<string, string>();
    for (const [kind, { href }] of Object.entries(kinds)) names.set(href, kinds[this.word(kind)]?.href ?? href);
    const leads = new RegExp(`(\\.${prefix}-w)(\\d)(?=\\{)`, "g");
    return {
      ...backdrop,
      defs: defs.replace(/id="([^"]+)"/g, (id, name: string) => (names.has(name) ? `id="${names.get(name)}"` : id)),
      style: style.replace(leads, (_, name: string, player: string) => name + this.word(player)),
      kinds: this.#renamed(kinds) as Backdrop["kinds"],
    };
  }

  #renamed(members: object): object {
    return Object.fromEntries(
      Object.entries(members).map(([name, value]: [string, unknown]) => [this.word(name), value]),
    );
  }
}
