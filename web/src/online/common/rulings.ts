/* The effect of events on a board. */
import { Table } from "../../core/table";
import type { Ruling } from "../../game/referee";
import type { OnlineEvent } from "../line/types";

/** The effect of an event on a board with so many events; undefined if it has none. */
export function rulingOf(event: OnlineEvent, events: number): Ruling | undefined {
  switch (event.type) {
    case "moved":
      return { kind: "moved", move: event.move! };
    case "rolled":
      return { kind: "rolled", face: event.move! };
    case "left":
      if (event.cause === "away") return undefined;
      return { kind: "left", seat: event.seat!, overtime: event.cause === "time" };
    case "taken-back":
      return { kind: "taken-back", to: events - event.plies! };
    case "ended":
      return event.cause === "agreed" ? { kind: "agreed" } : undefined;
    default:
      return undefined;
  }
}

/** Returns the board after these events. */
export function tableOf(spec: string, events: OnlineEvent[]): Table {
  const started = events.findIndex(({ type }) => type === "started");
  const stands: Ruling[] = [];
  for (const event of started < 0 ? [] : events.slice(started)) {
    const ruling = rulingOf(event, stands.length);
    if (ruling?.kind === "taken-back") stands.length = ruling.to;
    else if (ruling) stands.push(ruling);
  }
  const table = Table.open(spec);
  try {
    for (const ruling of stands) {
      if (ruling.kind === "moved") table.play(ruling.move);
      else if (ruling.kind === "rolled") table.play(ruling.face!);
      else if (ruling.kind === "agreed") table.agreeDraw();
      else if (ruling.kind === "left") ruling.overtime ? table.overtime(ruling.seat) : table.giveUp(ruling.seat);
    }
    return table;
  } catch (error) {
    table.close();
    throw error;
  }
}
