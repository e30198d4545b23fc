/* Small things that the browser keeps for us: settings, how far one came. Games are in web/src/keep. A private window or a
   full disk may refuse: then everything works but is not kept. */

const PREFIX = "ascona.";

export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function kept<T>(name: string): T | undefined {
  try {
    return JSON.parse(keptText(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** False: it is not kept. */
export function keep(name: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
