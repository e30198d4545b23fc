/* The answer to a move in a line: the moves of the next player up to the end of their turn. If a roll comes in between,
   there is no answer. */
import { type Again, Table } from "../core/table";
import type { State } from "../core/types";

export interface Reply {
  player: number;
  moves: string[];
}

/** The reply in a line that `player` starts after these events. */
export function replyIn(state: State, events: Again["events"], line: string[], player: number): Reply | undefined {
  const table = Table.after(state, events);
  const found: Reply = { player: 0, moves: [] };
  try {
    for (const move of line) {
      const { seat, turn } = table.state();
      if (turn === "chance" || (found.player !== 0 && seat !== found.player)) break;
      if (seat !== player) {
        found.player = seat;
        found.moves.push(move);
      }
      table.play(move);
    }
  } finally {
    table.close();
  }
  return found.moves.length > 0 ? found : undefined;
}
