/* Requests to the server. If it rejects one, that is an ApiError with a key of the catalogue. Unreachable: nobody
   answers, because there is no network or no server that hosts games. */
import type { Device, GameInfo, ListedGames, Me, OnlineEvent, Wish } from "./types";

export class ApiError extends Error {
  readonly status: number;
  readonly key: string;
  readonly args: Record<string, string | number>;

  constructor(status: number, key: string, args: Record<string, string | number> = {}, text = key) {
    super(text);
    this.status = status;
    this.key = key;
    this.args = args;
  }
}

export class Unreachable extends Error {
  /** "offline": the server may be back soon. "none": the server of this page hosts no games. */
  readonly why: "offline" | "none";

  constructor(why: "offline" | "none") {
    super(why);
    this.why = why;
  }
}

export interface ServerHost {
  /** "" for the page's own. */
  address: string;
  /** The secret of the person, for clients without cookies. */
  bearer?: string;
}

interface Told {
  error?: unknown;
  args?: Record<string, string | number>;
  text?: string;
}

/** A random id, by which the server recognises a command that arrives twice. */
export function commandId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte & 31).toString(32)).join("");
}

export class Api {
  readonly #host: ServerHost;

  constructor(host: ServerHost = { address: "" }) {
    this.#host = host;
  }

  async #ask(path: string, body?: object, key?: string): Promise<Response> {
    const { address, bearer } = this.#host;
    const headers: Record<string, string> = { "Ascona-Api": "2" };
    if (body) headers["Content-Type"] = "application/json";
    if (bearer !== undefined) headers["Authorization"] = `Bearer ${bearer}`;
    if (key !== undefined && key !== "") headers["Ascona-Key"] = key;
    const request: RequestInit = { headers, cache: "no-store" };
    if (body) Object.assign(request, { method: "POST", body: JSON.stringify(body) });
    const response = await fetch(`${address}/api/${path}`, request).catch(() => {
      throw new Unreachable("offline");
    });
    if (response.ok) {
      if (/json/.test(response.headers.get("Content-Type") ?? "")) return response;
      throw new Unreachable("none"); /* a page instead of an answer */
    }
    const told = (await response.json().catch(() => ({}))) as Told;
    const error = typeof told.error === "string" && /^[a-z]+\.[a-z0-9.-]+$/.test(told.error) ? told.error : undefined;
    if (error === undefined) throw new Unreachable(response.status >= 500 ? "offline" : "none");
    throw new ApiError(response.status, error, told.args, told.text);
  }

  async #json<T>(path: string, body?: object, key?: string): Promise<T> {
    return (await (await this.#ask(path, body, key)).json()) as T;
  }

  /* ---- the person ---- */

  me(): Promise<Me> {
    return this.#json("me");
  }
  makeMe(wish: { name?: string; label?: string; bearer?: boolean }): Promise<Me & { secret?: string }> {
    return this.#json("me", wish);
  }
  deviceCode(): Promise<{ code: string; expires: number }> {
    return this.#json("me/device-code", {});
  }
  /** Returns the person that a code belongs to. */
  codeOf(code: string): Promise<{ name: string; merges: boolean }> {
    return this.#json("me/add-device", { code });
  }
  addDevice(code: string, label: string, bearer = false): Promise<Me & { secret?: string }> {
    return this.#json("me/add-device", { code, label, confirm: true, bearer });
  }
  async devices(): Promise<Device[]> {
    return (await this.#json<{ devices: Device[] }>("me/devices")).devices;
  }
  async signOut(device: string): Promise<void> {
    await this.#json("me/sign-out", { device });
  }
  async forget(): Promise<void> {
    await this.#json("me/forget", {});
  }
  async block(person: string, blocked: boolean): Promise<void> {
    await this.#json("me/block", { person, blocked });
  }
  async blocks(): Promise<{ person: string; name: string | null }[]> {
    return (await this.#json<{ persons: { person: string; name: string | null }[] }>("me/blocks")).persons;
  }

  /* ---- games ---- */

  games(state = "", before = 0): Promise<ListedGames> {
    const query = new URLSearchParams({ ...(state && { state }), ...(before > 0 && { before: String(before) }) });
    return this.#json(`me/games?${query}`);
  }
  create(id: string, wish: Wish): Promise<{ game: string; last: number; keys: string[] }> {
    return this.#json("games", { id, ...wish });
  }
  game(id: string, key?: string): Promise<GameInfo> {
    return this.#json(`games/${id}`, undefined, key);
  }
  async events(id: string, from: number): Promise<OnlineEvent[]> {
    const text = await (await this.#ask(`games/${id}/events?from=${from}`)).text();
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as OnlineEvent);
  }
  join(id: string, command: { id: string; last: number; key: string }): Promise<{ last: number }> {
    return this.#json(`games/${id}/join`, command);
  }
  link(id: string, slot: number): Promise<{ key: string }> {
    return this.#json(`games/${id}/link`, { slot });
  }
  /** Any other command. */
  command(
    game: string,
    name: string,
    body: object,
  ): Promise<{ last: number; events?: OnlineEvent[]; keys?: string[] }> {
    return this.#json(`games/${game}/${name}`, body);
  }
}

export const api = new Api();
