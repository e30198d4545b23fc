/* One's games, for the whole page: the lists, and a word when it is one's turn in one more of them.

   They are asked for again now and then as long as a page of Ascona is open, more often where they are looked at, and at
   once when the page comes to sight or a turn on it has changed. */
import { router } from "../../app/router";
import { soundOfTurn } from "../../app/sound";
import { Store } from "../../app/store";
import { countInTitle } from "../../ui/useTitle";
import { needOnlineWords, o } from "../common/words";
import { person } from "../line/me";
import { type Lists, listed, type Row } from "./list";
import { notices } from "./notices";

const AGAIN = 15_000;
const UNSEEN = 60_000; /* where nobody looks at them */

class MyGames extends Store {
  #watchers = 0;
  #loaded = 0;
  #work: Promise<void> | undefined;
  #asked = false; /* once more, when what is under way is there */
  #turns: Set<string> | undefined; /* where it was one's turn the last time */

  /** null: one is nobody. */
  lists: Lists | null | undefined;
  error: unknown;

  /** From now on, and until the page is closed: somebody has games here. */
  begin(): void {
    if (this.#loaded > 0) return;
    this.#loaded = Date.now();
    const due = () => Date.now() - this.#loaded >= (this.#watchers > 0 && !document.hidden ? AGAIN : UNSEEN) - 500;
    setInterval(() => due() && void this.load(), AGAIN);
    document.addEventListener("visibilitychange", () => !document.hidden && void this.load());
    person.subscribe(() => person.known || this.#be(null));
    void this.load();
  }

  /** Somebody looks at them until it is called off. */
  watch(): () => void {
    if (this.#loaded > 0) void this.load();
    else this.begin();
    this.#watchers++;
    return () => {
      this.#watchers--;
    };
  }

  /** Asks for them; what is asked meanwhile is asked once. */
  load(): Promise<void> {
    this.#asked = this.#work !== undefined;
    this.#work ??= this.#load().finally(() => {
      this.#work = undefined;
      if (this.#asked) void this.load();
    });
    return this.#work;
  }

  /** Where one is waited for besides a game. */
  others(id: string): Row[] {
    return this.lists?.yours.filter((row) => row.id !== id) ?? [];
  }
  /** The address of the next of them. */
  after(id: string): string | undefined {
    const next = this.others(id)[0];
    return next && `/g/${next.id}`;
  }

  async #load(): Promise<void> {
    this.#loaded = Date.now();
    try {
      await needOnlineWords();
      this.#be((await listed()) ?? null);
    } catch (error) {
      this.error = error;
      this.changed();
    }
  }

  #be(lists: Lists | null): void {
    this.lists = lists;
    this.error = undefined;
    const yours = lists?.yours ?? [];
    const before = this.#turns;
    this.#turns = new Set(yours.map(({ id }) => id));
    countInTitle(yours.length);
    if (before) for (const row of yours) if (!before.has(row.id)) this.#tell(row);
    this.changed();
  }

  /* Who has the game before his eyes need not be told. */
  #tell({ id, title }: Row): void {
    const path = `/g/${id}`;
    if (router.path === path && !document.hidden) return;
    soundOfTurn();
    notices.tell(id, o("notice", { game: title }), path);
  }
}

export const myGames = new MyGames();
