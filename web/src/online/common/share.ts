/* Sharing a text: by the system's sheet if there is one, otherwise by the clipboard, otherwise by a selected field, which
   is all there is on plain http. */

export const canShare = (): boolean => typeof navigator.share === "function";

/** False: the browser refuses, or the text does not come. A text that is still on its way is promised to the browser while
    the touch lasts, for Safari takes none afterwards. */
export async function toClipboard(text: string | Promise<string>): Promise<boolean> {
  const { clipboard } = navigator;
  if (!clipboard) return false;
  try {
    if (typeof text === "string") await clipboard.writeText(text);
    else {
      const blob = text.then((come) => new Blob([come], { type: "text/plain" }));
      await clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    }
    return true;
  } catch {
    return false;
  }
}

/** False: it was not handed over. */
export async function share(title: string, url: string): Promise<boolean> {
  try {
    await navigator.share({ title, url });
    return true;
  } catch {
    return false; /* the player changed their mind */
  }
}

/** Copies a text; `field` has it and is selected, so that it can be copied by hand where nothing else works. */
export async function copyFrom(text: string, field?: HTMLInputElement | null): Promise<boolean> {
  if (await toClipboard(text)) return true;
  field?.focus();
  field?.select();
  try {
    return field ? document.execCommand("copy") : false;
  } catch {
    return false;
  }
}
