/* Who may write a game: one page at a time, and another one can take it over.

   A row of `leases` names the page that writes, and every writing looks there in the same transaction, so that two never
   write. Whether that page still lives, Web Locks tell; over plain http there are none, and the row has a time until which
   it is believed, which its page puts off again and again. */
import { Scope } from "../app/scope";
import { answer, committed } from "./database";

const LEASE = 9000; /* ms */
const ANSWER_TIME = 4000; /* ms */

interface Lease {
  id: string;
  /** The page that writes. */
  page: string;
  /** Of Date.now(); with Web Locks it does not matter. */
  until: number;
}

export interface WriteLock {
  release(): void;
}

export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return [...bytes].map((byte) => (byte & 31).toString(32)).join("");
}

const HEIR = "ascona.page";

/** What the page before in this tab was called: a page that is loaded anew is the same one, and need not wait until its own
    lease has run out, should the browser not have let it clear that on leaving. The name lies there only between the
    two, so that a tab that is copied gets none. */
function inherited(): string | undefined {
  try {
    const name = sessionStorage.getItem(HEIR) ?? undefined;
    addEventListener("pagehide", () => sessionStorage.setItem(HEIR, page));
    addEventListener("pageshow", () => sessionStorage.removeItem(HEIR));
    sessionStorage.removeItem(HEIR);
    return name;
  } catch {
    return undefined; /* this browser stores nothing */
  }
}

/** This page, for the others. */
export const page = inherited() ?? randomId();

/** Whether this page may write, as the row says now. */
export async function mayWrite(leases: IDBObjectStore, id: string): Promise<boolean> {
  const lease = await answer(leases.get(id) as IDBRequest<Lease | undefined>);
  return lease === undefined || lease.page === page;
}

/** Puts this page's name into the row; false: another one has it, and is believed. */
async function claim(database: IDBDatabase, id: string, take: boolean): Promise<boolean> {
  const transaction = database.transaction("leases", "readwrite");
  const leases = transaction.objectStore("leases");
  const lease = await answer(leases.get(id) as IDBRequest<Lease | undefined>);
  const free = take || lease === undefined || lease.page === page || lease.until < Date.now();
  if (free) leases.put({ id, page, until: Date.now() + LEASE } satisfies Lease);
  await committed(transaction);
  return free;
}

async function clear(database: IDBDatabase, id: string): Promise<void> {
  const transaction = database.transaction("leases", "readwrite");
  const leases = transaction.objectStore("leases");
  if (await mayWrite(leases, id)) leases.delete(id);
}

/** The games that other pages have open. */
export async function lockedElsewhere(database: IDBDatabase): Promise<Set<string>> {
  const leases = await answer(database.transaction("leases").objectStore("leases").getAll() as IDBRequest<Lease[]>);
  const others = leases.filter((lease) => lease.page !== page);
  if (!("locks" in navigator)) return new Set(others.filter(({ until }) => until > Date.now()).map(({ id }) => id));
  const { held: locks = [] } = await navigator.locks.query();
  const alive = new Set(locks.map(({ name }) => name));
  return new Set(others.map(({ id }) => id).filter((id) => alive.has(`ascona.${id}`)));
}

/** Undefined: another page has it. `lost` is called when one takes it over. */
export async function lock(
  database: IDBDatabase,
  id: string,
  take: boolean,
  lost: () => void,
): Promise<WriteLock | undefined> {
  const granted = "locks" in navigator ? await byLock(id, take, lost) : await byLease(database, id, take, lost);
  if (!granted) return undefined;
  if ("locks" in navigator)
    await claim(database, id, true).catch(() => undefined); /* no room: nothing else is written */
  return {
    release() {
      granted.release();
      clear(database, id).catch(() => undefined);
    },
  };
}

/* Rejects if the browser does not answer: nobody waits for a lock for ever. */
function byLock(id: string, take: boolean, lost: () => void): Promise<WriteLock | undefined> {
  return new Promise((resolve, reject) => {
    let isOurs = false;
    const patience = setTimeout(() => reject(new Error("no answer")), ANSWER_TIME);
    const granted = (lock: Lock | null) => {
      clearTimeout(patience);
      isOurs = lock !== null;
      return isOurs ? new Promise<void>((release) => resolve({ release })) : resolve(undefined);
    };
    navigator.locks
      .request(`ascona.${id}`, take ? { steal: true } : { ifAvailable: true }, granted)
      .catch((error: unknown) => (isOurs ? lost() : reject(error)));
  });
}

async function byLease(
  database: IDBDatabase,
  id: string,
  take: boolean,
  lost: () => void,
): Promise<WriteLock | undefined> {
  if (!(await claim(database, id, take))) return undefined;
  const scope = new Scope();
  const channel = new BroadcastChannel("ascona.leases");
  const renew = async () => {
    if ((await claim(database, id, false).catch(() => true)) || scope.hasEnded) return;
    scope.end();
    lost();
  };
  scope.interval(LEASE / 3, () => void renew());
  scope.listen(window, "pagehide", () => void clear(database, id).catch(() => undefined));
  scope.listen(window, "pageshow", () => void renew()); /* from the back/forward cache */
  scope.listen(channel, "message", ({ data }) => data === id && void renew());
  scope.onEnd(() => channel.close());
  if (take) channel.postMessage(id);
  return { release: () => scope.end() };
}
