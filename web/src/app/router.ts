/* Where we are: the path of the address, changed without loading the page anew. A dialog is an entry of the history as
   well, so that going back closes it; and what is read in the middle of a game knows the way back to it. */
import { signal } from "@preact/signals";
import { pageScope } from "./scope";

/** What an entry of the history has besides its address. */
interface Entry {
  /** The dialogs that are open, each opened from the one before. */
  open?: string[];
  /** How many entries back the game is that one has left to read something. */
  away?: number;
}

/* What is read beside a game. */
const READ = ["rules", "learn", "problems"];

const sectionOf = (path: string) => path.split(/[/?]/)[1];

class Router {
  readonly #visits = signal(0); /* counts changes of the address or its entry, which are mutable */
  /* What waits until the dialogs are closed: the browser does that in its own time. */
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

  /* Where we are; who reads it is drawn again when that has changed. */
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
