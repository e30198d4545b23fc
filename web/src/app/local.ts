/* Small values in localStorage: settings, progress in lessons. Games are in web/src/storage. A private window or a full
   disk may reject a write: then everything works, but is not saved. */

export const LOCAL_PREFIX = "ascona.";

function readLocalText(name: string): string | undefined {
  try {
    return localStorage.getItem(LOCAL_PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function readLocal<T>(name: string): T | undefined {
  try {
    return JSON.parse(readLocalText(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** False: it could not be saved. */
export function writeLocal(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(LOCAL_PREFIX + name);
    else localStorage.setItem(LOCAL_PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
