/* Notices of the system, "your turn": off until the player switches them on; only then the browser is asked. */
import { batch, signal } from "@preact/signals";
import { router } from "../../app/router";
import { SavedValue } from "../line/saved";

class Notices {
  readonly #isWanted = new SavedValue<boolean>("notices");
  readonly #isRefused = signal(false);

  /** On plain http browsers have none. */
  get isPossible(): boolean {
    return typeof Notification !== "undefined" && isSecureContext;
  }
  get isOn(): boolean {
    return this.isPossible && this.#isWanted.value === true && Notification.permission === "granted";
  }
  /** The browser was asked, and does not allow them. */
  get isRefused(): boolean {
    return this.#isRefused.value;
  }

  async choose(on: boolean): Promise<void> {
    const isAllowed = on && (await Notification.requestPermission()) === "granted";
    batch(() => {
      this.#isRefused.value = on && !isAllowed;
      this.#isWanted.set(isAllowed || undefined);
    });
  }

  /** There is one per game: a notice of another page is replaced. */
  show(game: string, text: string, path: string): void {
    if (!this.isOn) return;
    const about: NotificationOptions = { body: text, tag: game, icon: "/icon.svg", data: path };
    try {
      const notice = new Notification("Ascona", about);
      notice.onclick = () => {
        window.focus();
        router.go(path);
        notice.close();
      };
    } catch {
      /* Phones show only notices of a service worker. Without one there is none. */
      const shown = navigator.serviceWorker?.getRegistration();
      void shown?.then((worker) => worker?.showNotification("Ascona", about)).catch(() => undefined);
    }
  }
}

export const notices = new Notices();
