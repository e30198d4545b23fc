/* The player's games, for the whole page: the lists, and a notice when it becomes their turn in a game.

   They are loaded again while a page of Ascona is open: more often where the lists are visible, and at once when the page
   becomes visible or a turn on it has changed. */
import { batch, computed, signal } from "@preact/signals";
import { router } from "../../app/router";
import { pageScope, type Scope } from "../../app/scope";
import { soundOfTurn } from "../../app/sound";
import { countInTitle } from "../../ui/useTitle";
import { needOnlineWords, onlineText } from "../common/words";
import { person } from "../line/me";
import type { ListedGames } from "../line/types";
import { type Lists, listsOf, loadGames, type Row } from "./list";
import { notices } from "./notices";

const AGAIN = 15_000; /* ms between two loads where the lists are visible */
const AGAIN_UNSEEN = 60_000;

class MyGames {
  readonly #games = signal<ListedGames | null | undefined>(undefined);
  readonly #error = signal<unknown>(undefined);
  readonly #lists = computed(() => this.#games.value && listsOf(this.#games.value));
  #watchers = 0;
  #loadedAt = 0;
  #work: Promise<void> | undefined;
  #isAskedAgain = false; /* after the load that is under way */
  #turns: Set<string> | undefined; /* games in which it was the player's turn after the last load */

  /** Undefined until they are loaded; null if this browser is nobody. */
  get lists(): Lists | null | undefined {
    return this.#lists.value;
  }
  get error(): unknown {
    return this.#error.value;
  }

  /** Starts loading them again and again: this browser has games. */
  begin(): void {
    if (this.#loadedAt > 0) return;
    const isDue = () =>
      Date.now() - this.#loadedAt >= (this.#watchers > 0 && !document.hidden ? AGAIN : AGAIN_UNSEEN) - 500;
    pageScope.interval(AGAIN, () => isDue() && void this.load());
    const { signal: ended } = pageScope;
    document.addEventListener("visibilitychange", () => document.hidden || void this.load(), { signal: ended });
    pageScope.watch(
      () => person.isKnown,
      (isKnown) => isKnown || this.#set(null),
    );
    void this.load();
  }

  /** The lists are visible until the scope ends. */
  watch(scope: Scope): void {
    if (this.#loadedAt > 0) void this.load();
    else this.begin();
    this.#watchers++;
    scope.onEnd(() => this.#watchers--);
  }

  /** Loads them; if several ask meanwhile, once more. */
  load(): Promise<void> {
    this.#isAskedAgain = this.#work !== undefined;
    this.#work ??= this.#load().finally(() => {
      this.#work = undefined;
      if (this.#isAskedAgain) void this.load();
    });
    return this.#work;
  }

  /** The other games in which it is the player's turn. */
  others(id: string): Row[] {
    return this.lists?.yours.filter((row) => row.id !== id) ?? [];
  }
  /** The address of the next of them. */
  after(id: string): string | undefined {
    const next = this.others(id)[0];
    return next && `/g/${next.id}`;
  }

  async #load(): Promise<void> {
    this.#loadedAt = Date.now();
    try {
      await needOnlineWords(); /* a notice needs them on every page */
      this.#set((await loadGames()) ?? null);
    } catch (error) {
      this.#error.value = error;
    }
  }

  #set(games: ListedGames | null): void {
    batch(() => {
      this.#games.value = games;
      this.#error.value = undefined;
    });
    const yours = this.#lists.peek()?.yours ?? [];
    const before = this.#turns;
    this.#turns = new Set(yours.map(({ id }) => id));
    countInTitle(yours.length);
    if (before) for (const row of yours) if (!before.has(row.id)) this.#notify(row);
  }

  /* A player who sees the game needs no notice. */
  #notify({ id, title }: Row): void {
    const path = `/g/${id}`;
    if (router.path === path && !document.hidden) return;
    soundOfTurn();
    notices.show(id, onlineText("notice", { game: title }), path);
  }
}

export const myGames = new MyGames();
