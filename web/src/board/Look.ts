/* What a drawing needs in the document: a prefix for its ids, which no other drawing has, and its styles.

   A strict page takes no style elements, so the styles are in sheets that the document adopts. Drawings with the same
   styles share a sheet: it is adopted with its first user and removed with its last. The core writes one prefix for ids
   and classes; a drawing that shares gets the classes of the shared sheet instead. */
import { useEffect, useState } from "preact/hooks";

interface Shared {
  /** Prefix of its classes. */
  readonly prefix: string;
  readonly sheet: CSSStyleSheet;
  users: number;
}

const sheets = new Map<string, Shared>(); /* by the styles, as they are for classes without a prefix */
const freePrefixes: string[] = []; /* of drawings that are gone */
let looks = 0;
let shares = 0;

function adopt(key: string, prefix: string, style: string): Shared {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const shared = { prefix, sheet, users: 0 };
  sheets.set(key, shared);
  return shared;
}

export class Look {
  readonly prefix = freePrefixes.pop() ?? `b${++looks}`;
  #key: string | undefined;

  /** Adopts styles of its own. */
  use(style: string): void {
    if (style !== this.#key) this.#enter(style, () => adopt(style, this.prefix, style));
  }

  /** Adopts styles, or shares them. Returns what gives the parts of a drawing the classes of the sheet. */
  share(style: string): <Parts extends object>(parts: Parts) => Parts {
    const key = style.replaceAll(`.${this.prefix}-`, ".-");
    const shared = this.#enter(key, () => {
      const prefix = `s${++shares}`;
      return adopt(key, prefix, key.replaceAll(".-", `.${prefix}-`));
    });
    const rename = (classes: string) => classes.replaceAll(`${this.prefix}-`, `${shared.prefix}-`);
    const dress = (part: unknown) => (typeof part === "string" ? part.replaceAll(/ class="[^"]*"/g, rename) : part);
    return <Parts extends object>(parts: Parts) =>
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, dress(part)])) as Parts;
  }

  close(): void {
    this.#leave();
    freePrefixes.push(this.prefix);
  }

  #enter(key: string, make: () => Shared): Shared {
    const shared = sheets.get(key) ?? make();
    shared.users++;
    this.#leave();
    this.#key = key;
    return shared;
  }

  #leave(): void {
    const shared = this.#key === undefined ? undefined : sheets.get(this.#key);
    if (!shared || --shared.users > 0) return;
    sheets.delete(this.#key!);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== shared.sheet);
  }
}

export function useLook(): Look {
  const [look] = useState(() => new Look());
  useEffect(() => () => look.close(), [look]);
  return look;
}
