/* A game as a score sheet has it: one row per round, one cell per seat; and how it ended. */
import { recordGames } from "../core/table";
import type { GameEvent, RecordGame, State } from "../core/types";
import { say, t } from "../i18n/texts";
import { resultOf } from "./entries";

export interface SheetPly {
  move: string;
  /** Points for the player who made it. */
  gained: number;
}

export interface SheetRow {
  round: number;
  /** By seat; a turn may have several plies, and a seat may be left out. */
  cells: SheetPly[][];
}

/** `leaves` says what stands in the cell of a player who gave up. */
export function sheetRows(events: GameEvent[], players: number, leaves: string): SheetRow[] {
  const rows: SheetRow[] = [];
  let points = Array.from({ length: players }, () => 0);
  for (const event of events) {
    let row = rows.at(-1);
    if (!row || event.round > row.round) {
      row = { round: event.round, cells: Array.from({ length: players }, () => []) };
      rows.push(row);
    }
    const gained = event.gave_up ? 0 : (event.points[event.seat - 1] ?? 0) - (points[event.seat - 1] ?? 0);
    row.cells[event.seat - 1]?.push({ move: event.gave_up ? leaves : event.move, gained });
    points = event.points;
  }
  return rows;
}

/** How many columns of rows stand side by side: as many as the longest cell leaves room for. */
export function sheetColumns(rows: SheetRow[], players: number): number {
  const longest = Math.max(
    0,
    ...rows.flatMap((row) => row.cells.map((cell) => cell.map((ply) => ply.move).join(" ").length)),
  );
  const width = 4 + players * (longest + 2);
  return Math.max(1, Math.min(4, Math.floor(84 / width)));
}

/** The winner and how the game ended; players are called as in the columns. */
export function sheetResult(text: string, { id, end, view }: State, events: GameEvent[], players: string[]): string {
  if (end === "open") return t("sheet.open");
  const named = (who: unknown) => players[Number(who) - 1]!;
  const left = end === "given-up" ? events.findLast((event) => event.gave_up) : undefined;
  const { ending, prompt } = view;
  const ended = ending && say(id, { ...ending, args: { ...ending.args, who: named(ending.args["who"]) } });
  const how = left
    ? t("result.gave-up", { who: named(left.seat) })
    : ended
      ? t("announce.sentence", { text: ended })
      : prompt
        ? say(id, prompt)
        : "";
  return [resultOf(recordGames(text, 1).games[0] as RecordGame), how].filter((part) => part !== "").join(" ");
}
