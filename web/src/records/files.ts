/* Getting texts and pictures out of the page, and texts in. */
import { pageScope } from "../app/scope";

/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  pageScope.timeout(60_000, () => URL.revokeObjectURL(url)); /* some browsers read it late */
}

export const textFile = (text: string, type = "text/plain"): Blob =>
  new Blob([text], { type: `${type};charset=utf-8` });

/** Puts a text on the clipboard. False: the browser does not allow it, as over plain http; then it is selected by hand. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/* The old way, which plain http still allows. It needs a field that has the focus: inside the dialog that is open, if
   one is, because nothing else can have it. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr";
  field.readOnly = true;
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    /* then not */
  }
  field.remove();
  before?.focus();
  return done;
}

/** Where a line and a column (both from 1, the column in bytes of UTF-8) are in a text. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, passed) => sum + passed.length + 1, 0);
  const bytes = new TextEncoder().encode(lines[line - 1] ?? "").slice(0, column - 1);
  return before + new TextDecoder().decode(bytes).length;
}

/** Downloads what is stored and cannot be read, as it is. */
export function saveSpoiled(stored: { id: string }): void {
  download(`ascona-${stored.id}.json`, textFile(JSON.stringify(stored, null, 2), "application/json"));
}
