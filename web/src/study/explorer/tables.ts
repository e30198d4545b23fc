/* Tables of solved positions, where the server has them: every move of a position with its value, at once. */
import type { ExploredRow } from "../../core/types";

/** What tables say of a position and of each of its moves. */
interface Probe {
  player: number;
  moves: (Omit<ExploredRow, "moves"> & { move: string })[];
}

async function json<T>(address: string): Promise<T | undefined> {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    const told = answer.headers.get("Content-Type") ?? "";
    return answer.ok && told.startsWith("application/json") ? ((await answer.json()) as T) : undefined;
  } catch {
    return undefined; /* there is no server, or no network */
  }
}

let games: Set<string> | undefined;
let asking: Promise<Set<string>> | undefined;

/** The games that the server has tables of, asked for once. */
function listed(): Promise<Set<string>> {
  asking ??= json<{ games: string[] }>("/api/tables").then((told) => (games = new Set(told?.games)));
  return asking;
}

/** What the tables know of a position; undefined: nothing. At once where there are none. */
export function probe(spec: string, position: string): Promise<Probe | undefined> | undefined {
  if (games && !games.has(spec)) return undefined;
  return listed().then((all) =>
    all.has(spec) ? json<Probe>(`/api/probe?${new URLSearchParams({ game: spec, position })}`) : undefined,
  );
}
