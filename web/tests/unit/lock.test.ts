/* A browser that answers late or never: the page does not wait for ever, and leaves no lock behind. happy-dom has neither
   Web Locks nor IndexedDB: both are replaced here by some that answer when the test says so. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lock } from "../../src/storage/lock";

const PATIENCE = 10_000; /* ms; longer than the page waits */

let grant: () => void;
let isLocked: boolean;

/* One lock, which is free. */
const locks = {
  request: (_name: string, _options: LockOptions, granted: LockGrantedCallback<unknown>) =>
    new Promise((resolve, reject) => {
      grant = () => {
        isLocked = true;
        Promise.resolve(granted({ name: _name, mode: "exclusive" }))
          .finally(() => (isLocked = false))
          .then(resolve, reject);
      };
    }),
};

/* It never answers. */
const silent = { transaction: () => ({ objectStore: () => ({ get: () => ({}) }) }) } as unknown as IDBDatabase;
/* It refuses every transaction. */
const refusing = {} as IDBDatabase;

beforeEach(() => {
  isLocked = false;
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { locks });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a lock is there until it is released", async () => {
  const asked = lock(refusing, "match", false, () => {});
  grant();
  const granted = await asked;
  await vi.advanceTimersByTimeAsync(PATIENCE);
  expect(isLocked).toBe(true);
  granted!.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(isLocked).toBe(false);
});

test("a lock that is granted too late is released at once", async () => {
  const asked = expect(lock(refusing, "match", false, () => {})).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(PATIENCE);
  await asked;
  grant();
  await vi.advanceTimersByTimeAsync(0);
  expect(isLocked).toBe(false);
});

test("a lock is released if the database never answers", async () => {
  const asked = expect(lock(silent, "match", false, () => {})).rejects.toThrow("no answer");
  grant();
  await vi.advanceTimersByTimeAsync(0);
  expect(isLocked).toBe(true);
  await vi.advanceTimersByTimeAsync(PATIENCE);
  await asked;
  expect(isLocked).toBe(false);
});

test("without Web Locks, a database that never answers is not waited for", async () => {
  vi.stubGlobal("navigator", {});
  const asked = expect(lock(silent, "match", false, () => {})).rejects.toThrow("no answer");
  await vi.advanceTimersByTimeAsync(PATIENCE);
  await asked;
});
