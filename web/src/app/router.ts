/* The address of the page, which changes without a reload. An open dialog is an entry of the history, too, so that going
   back closes it. Pages that are opened in the middle of a game know the way back to it. */
import { signal } from "@preact/signals";
import { pageScope } from "./scope";

/** The state of an entry of the history. */
interface Entry {
  /** The dialogs that are open, each opened from the one before. */
  open?: string[];
  /** How many entries back the game is that was left to read something. */
  away?: number;
}

/* The pages that are read beside a game. */
const READ = ["rules", "learn", "problems"];

const sectionOf = (path: string) => path.split(/[/?]/)[1];

class Router {
  readonly #visits = signal(0); /* counts changes of the address or its entry, which are mutable */
  /* Actions that wait until the browser has closed the dialogs. */
  #waiting: (() => void)[] | undefined;

  constructor() {
    pageScope.listen(window, "popstate", () => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      this.#changed();
      for (const act of waiting) this.#then(act);
    });
  }

  #changed(): void {
    this.#visits.value++;
  }

  /* A component that reads it is rendered again when it has changed. */
  get #location(): Location {
    void this.#visits.value;
    return location;
  }

  get #entry(): Entry {
    void this.#visits.value;
    return (history.state as Entry | null) ?? {};
  }

  #then(act: () => void): void {
    if (this.#waiting) this.#waiting.push(act);
    else act();
  }

  get path(): string {
    return this.#location.pathname;
  }

  /** The parts of the path: "/rules/kulami" is ["rules", "kulami"]. */
  get parts(): string[] {
    return this.#location.pathname.split("/").filter((part) => part !== "");
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#location.search);
  }

  go(path: string): void {
    this.close();
    this.#then(() => {
      if (path === location.pathname + location.search) return;
      const before = sectionOf(location.pathname) === "play" ? 0 : this.#entry.away;
      const away = READ.includes(sectionOf(path) ?? "") && before !== undefined ? { away: before + 1 } : null;
      history.pushState(away, "", path);
      scrollTo(0, 0);
      this.#changed();
    });
  }

  replace(path: string): void {
    this.#then(() => {
      history.replaceState(history.state, "", path);
      this.#changed();
    });
  }

  /** The dialog on top. */
  get dialog(): string | undefined {
    const { open } = this.#entry; /* always read, so that a change is seen */
    return this.#waiting ? undefined : open?.at(-1);
  }

  /** Opens a dialog over those that are open. */
  open(dialog: string): void {
    this.#then(() => {
      history.pushState({ ...this.#entry, open: [...(this.#entry.open ?? []), dialog] }, "");
      this.#changed();
    });
  }

  /** Closes all dialogs, and leaves none of them in the history. */
  close(): void {
    const { open } = this.#entry;
    if (this.#waiting || !open) return;
    this.#waiting = [];
    history.go(-open.length);
    this.#changed();
  }

  /** A game was left to read this: back leads to it. */
  get fromGame(): boolean {
    return this.#entry.away !== undefined;
  }

  backToGame(): void {
    history.go(-(this.#entry.away ?? 0));
  }
}

export const router = new Router();
