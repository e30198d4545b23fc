/* A saved match seen from outside: looking at it starts nothing. */
import { Table } from "../core/table";
import type { GameEvent, State } from "../core/types";
import { currentLanguage, say, t } from "../i18n/texts";
import { sideAt, spokenName, type Finished, type Plan } from "../game/plan";
import { gameStorage, type SavedMatch } from "./games";

export interface MatchSummary {
  game: string;
  spec: string;
  position: string;
  /** The others, or all where several people share the screen. */
  players: string;
  /** The only person at the table is to move. */
  yours: boolean;
  /** Whose move it is, or what comes next, as a sentence. */
  turn: string;
  /** Nothing is left to be played. */
  over: boolean;
}

/** Throws when it cannot be read. */
export function summaryOf(match: SavedMatch): MatchSummary {
  const table = match.again ? Table.again(match.again) : Table.fromRecord(match.record);
  try {
    return describe(match, table.state(), table.events());
  } finally {
    table.close();
  }
}

/** Matches that can be gone on with, the one that was played last first, as far as they can be read; and how many cannot. */
export function openMatches(): { open: { id: string; standing: MatchSummary }[]; spoiled: number } {
  const open: { id: string; standing: MatchSummary }[] = [];
  let spoiled = 0;
  for (const match of gameStorage.matches) {
    try {
      const standing = match.over ? undefined : summaryOf(match);
      if (standing && !standing.over) open.push({ id: match.id, standing });
    } catch {
      spoiled++;
    }
  }
  return { open, spoiled };
}

function describe({ plan, finished }: SavedMatch, state: State, events: GameEvent[]): MatchSummary {
  const { id, end, game, position, view } = state;
  const seats = Array.from({ length: state.players }, (_, index) => index + 1);
  const round = end === "open" ? finished.length : finished.length - 1;
  const sideOf = (seat: number) => plan.sides[sideAt(plan, round, seat)]!;
  const people = seats.filter((seat) => sideOf(seat).kind === "person");
  const self = people.length === 1 ? people[0]! : 0;
  const nameOf = (seat: number): string => {
    const side = sideOf(seat);
    if (side.name !== "") return spokenName(side.name);
    return side.kind === "engine" ? t("level", { level: side.level }) : say(id, view.seats[seat - 1]!.name);
  };
  const names = seats.filter((seat) => seat !== self).map(nameOf);
  return {
    game: id,
    spec: game,
    position,
    players: new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names),
    yours: end === "open" && self > 0 && state.seat === self,
    turn: turnOf(plan, finished, state, events, self, nameOf),
    over: end !== "open" && finished.length >= plan.games,
  };
}

function turnOf(
  { games }: Plan,
  finished: Finished[],
  { end, seat }: State,
  events: GameEvent[],
  self: number,
  nameOf: (seat: number) => string,
): string {
  if (end !== "open") {
    const next = finished.length + 1;
    return next > games ? t("play.off-over") : t("home.resume.next", { game: next, games });
  }
  const last = events.at(-1);
  const turn = last ? last.round + (seat < last.seat ? 1 : 0) : 1;
  return seat === self ? t("home.resume.yours", { turn }) : t("home.resume.theirs", { name: nameOf(seat), turn });
}
