/* Whether this is a private window, which forgets everything when it closes. No browser says so outright; these are the
   signs that they cannot hide: Firefox and Safari refuse the file system there, Chromium gives no more room than the
   memory it keeps it in. Where none is seen the page says nothing. */
import { keeper } from "../../keep/keeper";

interface Heap {
  memory?: { jsHeapSizeLimit: number };
}

export async function forgets(): Promise<boolean> {
  if (!navigator.cookieEnabled || keeper.trouble !== undefined) return true;
  const { storage } = navigator;
  if (!storage) return false; /* on plain http nothing can be asked */
  try {
    await storage.getDirectory();
  } catch {
    return true;
  }
  const { quota } = await storage.estimate();
  const heap = (performance as Heap).memory?.jsHeapSizeLimit;
  return quota !== undefined && heap !== undefined && quota < 2 * heap;
}
