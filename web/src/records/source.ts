/* A game that can be exported: the game on the table, or a record. */
import { recordTags, Table } from "../core/table";
import { pliesOf, type LinkedGame } from "../game/link";
import { randomId } from "../storage/lock";
import { gameStorage } from "../storage/games";
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
  /** Saves it among the games of this browser; undefined if it is saved already. */
  save?: () => void;
}

const JSON_TAGS = /^(Player\d|Date|Event|Round)$/;

/* As file names have it: "2026-11-15". */
const dayOf = (tags: Record<string, string>): string => (tags["Date"] ?? "").replaceAll(".", "-");

/** The game on the table, at the position that is shown. */
export function sessionSource(session: Session): Source {
  const { id, game, position, at } = session.game.state;
  const { first, end } = session.game.now;
  const tags = session.match.tags();
  const record = () => session.match.record();
  return {
    whole: wholeOf(game, first, pliesOf(session.game.events, end), tags),
    ...(!session.isSaved && {
      save: () => gameStorage.saveRecord({ id: randomId(), text: record(), added: Date.now(), from: "link" }),
    }),
    id,
    spec: game,
    position,
    date: dayOf(tags),
    record: (form) => session.match.record(form),
    picture: () => pictureOf(session.game.table, at),
    sheet: session.isSaved ? `/records/print?game=${session.id}` : "/records/print",
  };
}

/** A record at its end. */
export function recordSource(text: string, sheet: string): Source {
  const tags = recordTags(text);
  const table = Table.fromRecord(text);
  const { id, game, position, first, end } = table.state();
  const plies = pliesOf(table.events(), end);
  table.close();
  const onTable = <T>(use: (table: Table) => T): T => {
    const again = Table.fromRecord(text);
    try {
      return use(again);
    } finally {
      again.close();
    }
  };
  const told = Object.fromEntries(Object.entries(tags).filter(([name]) => JSON_TAGS.test(name)));
  return {
    id,
    spec: game,
    position,
    date: dayOf(tags),
    record: (form) => (form === "text" ? text : onTable((table) => table.record("json", told))),
    picture: () => onTable((table) => pictureOf(table)),
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

/** Returns the name of a file with the game: "delta-2026-11-15.txt". */
export function fileName({ id, date }: Pick<Source, "id" | "date">, ending: string): string {
  return `${[id, date].filter((part) => /^[\w-]+$/.test(part)).join("-")}.${ending}`;
}
