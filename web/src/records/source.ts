/* A game that can be taken out of the page: the one on the table, or a record. */
import { recordTags, Table } from "../core/table";
import { pliesOf, type LinkedGame } from "../game/link";
import { randomId } from "../keep/hold";
import { keeper } from "../keep/keeper";
import type { Session } from "../match/session";
import { pictureOf } from "./picture";

export interface Source {
  /** "delta" */
  id: string;
  spec: string;
  position: string;
  date: string;
  record(form: "text" | "json"): string;
  picture(): string;
  /** The address of its score sheet. */
  sheet: string;
  /** The whole game, for a link. */
  whole: LinkedGame;
  /** Keeps it among the games of this browser; there is none where it is kept already. */
  keep?: () => void;
}

const KEPT_TAGS = /^(Player\d|Date|Event|Round)$/;

/* As file names have it: "2026-11-15". */
const dayOf = (tags: Record<string, string>): string => (tags["Date"] ?? "").replaceAll(".", "-");

/** The game on the table, at the position one looks at. */
export function sessionSource(session: Session): Source {
  const { id, game, position, at } = session.game.state;
  const { first, end } = session.game.now;
  const tags = session.match.tags();
  const record = () => session.match.record();
  return {
    whole: wholeOf(game, first, pliesOf(session.game.events, end), tags),
    ...(!session.kept && {
      keep: () => keeper.keepRecord({ id: randomId(), text: record(), added: Date.now(), from: "link" }),
    }),
    id,
    spec: game,
    position,
    date: dayOf(tags),
    record: (form) => session.match.record(form),
    picture: () => pictureOf(session.game.table, at),
    sheet: session.kept ? `/records/print?game=${session.id}` : "/records/print",
  };
}

/** A record at its end. */
export function recordSource(text: string, sheet: string): Source {
  const tags = recordTags(text);
  const table = Table.fromRecord(text);
  const { id, game, position, first, end } = table.state();
  const plies = pliesOf(table.events(), end);
  table.close();
  const with_ = <T>(use: (table: Table) => T): T => {
    const again = Table.fromRecord(text);
    try {
      return use(again);
    } finally {
      again.close();
    }
  };
  const told = Object.fromEntries(Object.entries(tags).filter(([name]) => KEPT_TAGS.test(name)));
  return {
    id,
    spec: game,
    position,
    date: dayOf(tags),
    record: (form) => (form === "text" ? text : with_((table) => table.record("json", told))),
    picture: () => with_((table) => pictureOf(table)),
    sheet,
    whole: wholeOf(game, first, plies, tags),
  };
}

function wholeOf(spec: string, first: string, plies: string[], tags: Record<string, string>): LinkedGame {
  return { spec, first, plies, players: [1, 2, 3, 4].map((seat) => tags[`Player${seat}`] ?? "") };
}

/** The address that opens the position anywhere. */
export function positionLink({ spec, position }: Pick<Source, "spec" | "position">, origin: string): string {
  return `${origin}/play?${new URLSearchParams({ game: spec, position })}`;
}

/** What a file of it is called: "delta-2026-11-15.txt". */
export function fileName({ id, date }: Pick<Source, "id" | "date">, ending: string): string {
  return `${[id, date].filter((part) => /^[\w-]+$/.test(part)).join("-")}.${ending}`;
}
