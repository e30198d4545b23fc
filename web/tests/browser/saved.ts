/* Fills a browser's storage before the app runs in it. */
import type { Page } from "@playwright/test";

export interface Saved {
  version?: number;
  /** Rows of IndexedDB, by store. */
  stores?: Record<string, object[]>;
  /** localStorage, with the app's prefix. */
  local?: Record<string, string>;
}

export async function putSaved(page: Page, saved: Saved): Promise<void> {
  await page.goto("/icon.svg"); /* of the same origin, and nothing of the app runs in it */
  await page.evaluate(async ({ version = 1, stores = {}, local = {} }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    const database = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open("ascona", version);
      request.onupgradeneeded = () => {
        for (const name of ["matches", "records", "leases"]) request.result.createObjectStore(name, { keyPath: "id" });
      };
      request.onerror = () => failed(request.error);
      request.onsuccess = () => done(request.result);
    });
    const written = database.transaction(["matches", "records", "leases"], "readwrite");
    for (const [name, rows] of Object.entries(stores)) for (const row of rows) written.objectStore(name).put(row);
    await new Promise((done) => (written.oncomplete = done));
    database.close();
  }, saved);
}

/** A match as the app saves it. */
export const putMatch = (page: Page, match: object): Promise<void> =>
  putSaved(page, { stores: { matches: [{ id: "match", over: false, changed: 1, ...match }] } });

/** Finished games, newest first. */
export function putRecords(page: Page, texts: string[]): Promise<void> {
  const records = texts.map((text, index) => ({ id: `record${index}`, text, added: Date.now() - index }));
  return putSaved(page, { stores: { records } });
}
