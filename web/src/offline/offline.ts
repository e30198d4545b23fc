/* Being there without a network: the service worker, and a new version that waits until the person agrees. */
import { Store } from "../app/store";

/** What this browser cannot do here, because the page came over plain http from another machine. */
export const plainHttp = !globalThis.isSecureContext;

class Offline extends Store {
  #waiting: ServiceWorker | undefined;

  /** A new version is ready. */
  get newVersion(): boolean {
    return this.#waiting !== undefined;
  }

  get online(): boolean {
    return navigator.onLine;
  }

  async start(): Promise<void> {
    addEventListener("online", () => this.changed());
    addEventListener("offline", () => this.changed());
    if (!("serviceWorker" in navigator)) return;
    const had = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (had && this.#agreed) location.reload();
    });
    const registration = await navigator.serviceWorker.register("/sw.js").catch(() => undefined);
    if (!registration) return; /* the browser or the person will have none: the page works without */
    this.#noticed(registration);
    const follow = () => registration.installing?.addEventListener("statechange", () => this.#noticed(registration));
    follow(); /* one that is already on its way */
    registration.addEventListener("updatefound", follow);
  }

  #agreed = false;

  #noticed(registration: ServiceWorkerRegistration): void {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    this.#waiting = registration.waiting;
    this.changed();
  }

  /** The person agrees: the new version takes over and the page is loaded anew. */
  takeOver(): void {
    this.#agreed = true;
    this.#waiting?.postMessage("take-over");
  }
}

export const offline = new Offline();
