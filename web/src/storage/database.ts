/* The database of the browser. A private window may refuse it, or never answer: then there is none. */

const NAME = "ascona";
const VERSION = 1;
const PATIENCE = 4000; /* milliseconds until a browser that does not answer counts as one that refuses */

export type StoreName = "matches" | "records" | "leases";

/** Undefined: it cannot be had. */
export function openDatabase(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), PATIENCE);
    try {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        for (const name of ["matches", "records", "leases"] satisfies StoreName[])
          request.result.createObjectStore(name, { keyPath: "id" });
      };
      request.onerror = () => resolve(undefined);
      request.onsuccess = () => {
        const database = request.result;
        database.onversionchange = () => database.close(); /* a newer page needs it */
        resolve(database);
      };
    } catch {
      resolve(undefined);
    }
  });
}

/** What a request brings. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** When everything that a transaction does is stored; rejects when nothing of it is. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
