/* Handing something over: the system's sheet where there is one, else the clipboard, else a selected field. On plain http
   the last is all there is. */

export const canShare = (): boolean => typeof navigator.share === "function";

/** False: it was not handed over. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch {
    return false; /* the person changed his mind */
  }
}

/** Copies a text; `field` has it and is selected, so that it can be copied by hand where nothing else works. */
export async function copyFrom(text: string, field?: HTMLInputElement | null): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    /* the old way may be allowed */
  }
  field?.focus();
  field?.select();
  try {
    return field ? document.execCommand("copy") : false;
  } catch {
    return false;
  }
}
