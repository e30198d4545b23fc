/* Tables of solved positions, if the server has them: every move of a position with its value, at once. */
import type { ExploredRow } from "../../core/types";

/** A position in the tables, with each of its moves. */
export interface Probe {
  player: number;
  moves: (Omit<ExploredRow, "moves"> & { move: string })[];
}

async function json<T>(address: string, signal?: AbortSignal): Promise<T | undefined> {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: signal ?? null });
    const type = answer.headers.get("Content-Type") ?? "";
    return answer.ok && type.startsWith("application/json") ? ((await answer.json()) as T) : undefined;
  } catch {
    return undefined; /* there is no server, or no network */
  }
}

let games: Set<string> | undefined;
let asking: Promise<Set<string>> | undefined;

/** The games of which the server has tables, asked for once. */
function listed(): Promise<Set<string>> {
  asking ??= json<{ games: string[] }>("/api/tables").then((told) => (games = new Set(told?.games)));
  return asking;
}

/** Looks a position up; undefined: it is not in the tables. Not a promise if it is known that there are no tables. */
export function probe(spec: string, position: string, signal: AbortSignal): Promise<Probe | undefined> | undefined {
  if (games && !games.has(spec)) return undefined;
  const query = new URLSearchParams({ game: spec, position });
  return listed().then((all) => (all.has(spec) ? json<Probe>(`/api/probe?${query}`, signal) : undefined));
}
