/* The match that the browser kept, seen from outside: nothing begins to think because somebody looks at the home page. */
import { Table } from "../core/table";
import type { GameEvent, State } from "../core/types";
import { currentLanguage, say, t } from "../i18n/texts";
import { sideAt } from "../game/plan";
import { keptMatch, type Kept } from "../keep/shelf";

export interface OpenMatch {
  game: string;
  spec: string;
  position: string;
  /** The others, or all where several people share the screen. */
  players: string;
  /** Whose move it is, as a sentence. */
  turn: string;
  /** Something was played already. */
  begun: boolean;
}

/** The match that can be gone on with: undefined when there is none, when it is over, or when it cannot be read. */
export function openMatch(): OpenMatch | undefined {
  const found = keptMatch();
  if (!found) return undefined;
  try {
    const table = Table.fromRecord(found.record);
    try {
      return describe(found, table.state(), table.events());
    } finally {
      table.close();
    }
  } catch {
    return undefined;
  }
}

function describe({ plan, finished }: Kept, state: State, events: GameEvent[]): OpenMatch | undefined {
  if (state.end !== "open") return undefined;
  const seats = Array.from({ length: state.players }, (_, index) => index + 1);
  const sideOf = (seat: number) => plan.sides[sideAt(plan, finished.length, seat)]!;
  const people = seats.filter((seat) => sideOf(seat).kind === "person");
  const self = people.length === 1 ? people[0]! : 0;
  const nameOf = (seat: number): string => {
    const side = sideOf(seat);
    if (side.name !== "") return side.name;
    if (side.kind === "engine") return t("level", { level: side.level });
    return say(state.id, state.view.seats[seat - 1]!.name);
  };
  const names = seats.filter((seat) => seat !== self).map(nameOf);
  const turn = roundOf(state, events);
  return {
    game: state.id,
    begun: events.length > 0,
    spec: state.game,
    position: state.position,
    players: new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names),
    turn:
      state.seat === self
        ? t("home.resume.yours", { turn })
        : t("home.resume.theirs", { name: nameOf(state.seat), turn }),
  };
}

/** Which round is being played, from 1. */
function roundOf(state: State, events: GameEvent[]): number {
  const last = events.at(-1);
  if (!last) return 1;
  return last.round + (state.seat < last.seat ? 1 : 0);
}
