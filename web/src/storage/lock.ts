/* The right to write a game: one page has it at a time, and another one can take it over.

   A row of `leases` names the page that writes. Each write reads it in the same transaction, so that two pages never
   write. Web Locks tell whether that page is still open. Over plain http there are none: there the row is valid until a
   time, which its page puts off again and again. */
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

/** The name of the page before in this tab: a page that was reloaded is the same one, and need not wait for the end of its
    own lease if the browser did not let it clear that on leaving. The name is stored only between the two, so that a
    tab that is copied gets none. */
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

/** Returns undefined if another page has it. Rejects if the browser does not answer in time: a lock that comes later is
    released at once. `lost` is called when another page takes it over. */
export function lock(
  database: IDBDatabase,
  id: string,
  take: boolean,
  lost: () => void,
): Promise<WriteLock | undefined> {
  return new Promise((resolve, reject) => {
    const scope = new Scope(); /* while this page has the lock, or waits for it */
    const cancel = scope.timeout(ANSWER_TIME, () => {
      scope.end();
      reject(new Error("no answer"));
    });
    const release = () => {
      scope.end();
      clear(database, id).catch(() => undefined);
    };
    const acquire = "locks" in navigator ? byLock : byLease;
    acquire(scope, database, id, take, lost).then(
      (isOurs) => {
        if (isOurs) cancel();
        else scope.end();
        resolve(isOurs ? { release } : undefined);
      },
      (error: unknown) => {
        scope.end();
        reject(error);
      },
    );
  });
}

/* True: this page has the lock until the scope ends. */
async function byLock(
  scope: Scope,
  database: IDBDatabase,
  id: string,
  take: boolean,
  lost: () => void,
): Promise<boolean> {
  const isOurs = await new Promise<boolean>((resolve, reject) => {
    let isGranted = false;
    const granted = (lock: Lock | null) => {
      isGranted = lock !== null && !scope.hasEnded;
      resolve(isGranted);
      return isGranted ? new Promise<void>((release) => scope.onEnd(release)) : undefined;
    };
    navigator.locks
      .request(`ascona.${id}`, take ? { steal: true } : { ifAvailable: true }, granted)
      .catch((error: unknown) => (isGranted ? lost() : reject(error)));
  });
  if (isOurs) await claim(database, id, true).catch(() => undefined); /* no room: nothing else is written */
  return isOurs;
}

async function byLease(
  scope: Scope,
  database: IDBDatabase,
  id: string,
  take: boolean,
  lost: () => void,
): Promise<boolean> {
  if (!(await claim(database, id, take)) || scope.hasEnded) return false;
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
  return true;
}
