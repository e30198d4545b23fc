/* The match on the table: one at a time, shared by the pages. */
import { Session } from "./session";

let current: Session | undefined;

/** The match on the table, or the one the browser kept. */
export function currentSession(): Session | undefined {
  current ??= Session.back();
  return current;
}

/** Puts another match on the table; the old one is closed. */
export function setSession(session: Session): void {
  if (current !== session) current?.close();
  current = session;
}
