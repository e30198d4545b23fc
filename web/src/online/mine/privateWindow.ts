/* Whether this is a private window, which deletes everything when it closes. No browser says so, but there are signs:
   Firefox and Safari refuse the file system there, and Chromium gives no more space than it has memory. */
import { gameStorage } from "../../storage/games";

interface Heap {
  memory?: { jsHeapSizeLimit: number };
}

/** False if there is no sign of it. */
export async function isPrivateWindow(): Promise<boolean> {
  if (!navigator.cookieEnabled || gameStorage.trouble !== undefined) return true;
  const { storage } = navigator;
  if (!storage) return false; /* plain http */
  try {
    await storage.getDirectory();
  } catch {
    return true;
  }
  const { quota } = await storage.estimate();
  const heap = (performance as Heap).memory?.jsHeapSizeLimit;
  return quota !== undefined && heap !== undefined && quota < 2 * heap;
}
