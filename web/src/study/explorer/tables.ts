/* Tables of solved positions, if the server has them: every move of a position with its value, at once. */
import { pageScope, Scope } from "../../app/scope";
import type { ExploredRow } from "../../core/types";

/** A position in the tables, with each of its moves. */
export interface Probe {
  player: number;
  moves: (Omit<ExploredRow, "moves"> & { move: string })[];
}

const TIME_MAX = 5000; /* ms; a server that answers later counts as one without tables */

async function json<T>(address: string, scope: Scope): Promise<T | undefined> {
  const request = new Scope(scope);
  request.timeout(TIME_MAX, () => request.end());
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: request.signal });
    const type = answer.headers.get("Content-Type") ?? "";
    return answer.ok && type.startsWith("application/json") ? ((await answer.json()) as T) : undefined;
  } catch {
    return undefined; /* there is no server, or no network */
  } finally {
    request.end();
  }
}

let games: Promise<Set<string>> | undefined;

/** The games of which the server has tables, asked for once. */
function listed(): Promise<Set<string>> {
  games ??= json<{ games: string[] }>("/api/tables", pageScope).then((told) => new Set(told?.games));
  return games;
}

/** Looks a position up; undefined: it is not in the tables. */
export async function probe(spec: string, position: string, stay: Scope): Promise<Probe | undefined> {
  if (!(await listed()).has(spec) || stay.hasEnded) return undefined;
  return json<Probe>(`/api/probe?${new URLSearchParams({ game: spec, position })}`, stay);
}
