/* Being there without a network: the service worker, and a new version that waits until the person agrees. */
import { signal } from "@preact/signals";
import { pageScope } from "../app/scope";

/** What this browser cannot do here, because the page came over plain http from another machine. */
export const plainHttp = !globalThis.isSecureContext;

const UPDATE_EVERY = 3_600_000; /* ms; a page that is open for days looks for a new version, too */

class Offline {
  readonly #waiting = signal<ServiceWorker | undefined>(undefined);
  readonly #online = signal(navigator.onLine);
  #agreed = false;

  /** A new version is ready. */
  get newVersion(): boolean {
    return this.#waiting.value !== undefined;
  }

  get online(): boolean {
    return this.#online.value;
  }

  async start(): Promise<void> {
    pageScope.listen(window, ["online", "offline"], () => (this.#online.value = navigator.onLine));
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
    pageScope.interval(UPDATE_EVERY, () => void registration.update().catch(() => undefined));
  }

  #noticed(registration: ServiceWorkerRegistration): void {
    if (!registration.waiting || !navigator.serviceWorker.controller) return;
    this.#waiting.value = registration.waiting;
  }

  /** The person agrees: the new version takes over and the page is loaded anew. */
  takeOver(): void {
    this.#agreed = true;
    this.#waiting.peek()?.postMessage("take-over");
  }
}

export const offline = new Offline();
