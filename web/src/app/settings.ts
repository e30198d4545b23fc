/* What a person has chosen for this browser: language, theme, motion, sound, confirmation of moves; and the name. */
import { preferredLanguage, type Language } from "../i18n/languages";
import { useLanguage } from "../i18n/texts";
import { keep, kept } from "./keep";
import { Store } from "./store";

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
  /** Who leads each plate is shown before the end of the game; men in danger are shown. */
  leads: boolean;
  threats: boolean;
  /** By game, the player (from 1) in whose colour this person's men are shown. */
  colours: Record<string, number>;
}

class Settings extends Store {
  #choices: Choices = {
    name: kept<string>("name") ?? "" /* where older versions kept it */,
    language: preferredLanguage(navigator.languages),
    theme: "system",
    motion: "system",
    sound: true,
    confirm: false,
    keysAnywhere: false,
    leads: false,
    threats: false,
    colours: {},
    ...kept<Partial<Choices>>("settings"),
  };

  get choices(): Readonly<Choices> {
    return this.#choices;
  }

  /** Nothing moves: the person or the system said so. */
  get still(): boolean {
    return this.#choices.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Puts the choices into force; at the start, and after a change. */
  async apply(): Promise<void> {
    const { language, theme, motion } = this.#choices;
    const root = document.documentElement;
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    if (motion === "system") delete root.dataset["motion"];
    else root.dataset["motion"] = motion;
    await useLanguage(language);
    this.changed();
  }

  async choose(change: Partial<Choices>): Promise<void> {
    this.#choices = { ...this.#choices, ...change };
    keep("settings", this.#choices);
    await this.apply();
  }
}

export const settings = new Settings();
