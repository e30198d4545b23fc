/* Notices of the system, "your turn": off until somebody switches them on, and only then the browser is asked. */
import { keep, kept } from "../../app/keep";
import { router } from "../../app/router";
import { Store } from "../../app/store";

const WANTED = "notices";

class Notices extends Store {
  /** The browser was asked, and will not. */
  refused = false;

  /** On plain http browsers have none. */
  get possible(): boolean {
    return typeof Notification !== "undefined" && isSecureContext;
  }
  get on(): boolean {
    return this.possible && kept<boolean>(WANTED) === true && Notification.permission === "granted";
  }

  async choose(on: boolean): Promise<void> {
    const allowed = on && (await Notification.requestPermission()) === "granted";
    this.refused = on && !allowed;
    keep(WANTED, allowed || undefined);
    this.changed();
  }

  /** One for each game: another page that says the same takes its place. */
  tell(game: string, text: string, path: string): void {
    if (!this.on) return;
    const about: NotificationOptions = { body: text, tag: game, icon: "/icon.svg", data: path };
    try {
      const notice = new Notification("Ascona", about);
      notice.onclick = () => {
        window.focus();
        router.go(path);
        notice.close();
      };
    } catch {
      /* Phones show those of a service worker alone. */
      void navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification("Ascona", about));
    }
  }
}

export const notices = new Notices();
