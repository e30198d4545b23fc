/* What a person has chosen for this browser: language, theme, motion, sound, confirmation of moves; and the name. */
import { signal } from "@preact/signals";
import { preferredLanguage, type Language } from "../i18n/languages";
import { currentLanguage, setLanguage } from "../i18n/texts";
import { LOCAL_PREFIX, writeLocal, readLocal } from "./local";
import { pageScope } from "./scope";

export interface Choices {
  /** What the person is called in games, records and results; "": nothing was said. */
  name: string;
  /** The name that the server had last; undefined: none yet. If `name` differs, it was changed here since. */
  nameOnline?: string | undefined;
  language: Language;
  theme: "system" | "light" | "dark";
  motion: "system" | "off";
  sound: boolean;
  confirm: boolean;
  /** Single letters act wherever the focus is on the play page, and not on the board alone. */
  keysAnywhere: boolean;
  /** Show the leader of each tile before the end of the game, and pieces in danger. */
  leads: boolean;
  threats: boolean;
  /** By game, the player (from 1) in whose colour this player's pieces are shown. */
  colours: Record<string, number>;
}

const NAME = "settings";

/* Each key of Choices: nothing of an earlier choice stays under them. */
const DEFAULTS: Choices & Record<keyof Choices, unknown> = {
  name: "",
  nameOnline: undefined,
  language: preferredLanguage(navigator.languages),
  theme: "system",
  motion: "system",
  sound: true,
  confirm: false,
  keysAnywhere: false,
  leads: false,
  threats: false,
  colours: {},
};

const stored = (): Choices => ({ ...DEFAULTS, ...readLocal<Partial<Choices>>(NAME) });

class Settings {
  readonly #choices = signal(stored());

  get choices(): Readonly<Choices> {
    return this.#choices.value;
  }

  /** The layers of a board. The leaders of tiles are always shown after the end of the game. */
  layers(isOver: boolean) {
    const { leads, threats } = this.choices;
    return { leads: leads || isOver, threats };
  }

  /** Nothing moves: the person or the system said so. */
  get still(): boolean {
    return this.#choices.peek().motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  constructor() {
    pageScope.effect(() => {
      const { theme, motion } = this.#choices.value;
      const root = document.documentElement.dataset;
      if (theme === "system") delete root["theme"];
      else root["theme"] = theme;
      if (motion === "system") delete root["motion"];
      else root["motion"] = motion;
    });
    /* Another tab chose something. */
    pageScope.listen(window, "storage", ({ key }) => {
      if (key === LOCAL_PREFIX + NAME) void this.#adopt(stored()).catch(() => undefined);
    });
  }

  /** Loads the texts of the language that was chosen. */
  start(): Promise<void> {
    return setLanguage(this.#choices.peek().language);
  }

  /** Rejects if the texts of another language cannot be loaded; then the language stays as it was. */
  async choose(change: Partial<Choices>): Promise<void> {
    try {
      await this.#adopt(change);
    } finally {
      writeLocal(NAME, this.#choices.peek());
    }
  }

  /* The language comes last: if it can't be loaded, the other choices count all the same. */
  async #adopt({ language, ...others }: Partial<Choices>): Promise<void> {
    /* Without other choices nothing is drawn again: the button of the new language stays pressed while it is loaded. */
    if (Object.keys(others).length > 0) this.#choices.value = { ...this.#choices.peek(), ...others };
    if (language === undefined) return;
    await setLanguage(language);
    /* Somebody may have chosen another language meanwhile. */
    this.#choices.value = { ...this.#choices.peek(), language: currentLanguage() };
  }
}

export const settings = new Settings();
