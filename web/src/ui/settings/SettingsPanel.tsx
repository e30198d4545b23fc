/* What can be chosen for this browser: the inside of the dialog. */
import { settings, type Choices } from "../../app/settings";
import { games } from "../../core/table";
import { languages, type Language } from "../../i18n/languages";
import { gameText, has, t, type PlainKey } from "../../i18n/texts";
import { choose } from "../Alarm";
import { Segments } from "../Segments";
import { Colour } from "./Colour";

/* What can be chosen, and what it is called. */
const THEMES = {
  system: "settings.theme.system",
  light: "settings.theme.light",
  dark: "settings.theme.dark",
} as const;
const MOTIONS = { system: "settings.motion.system", off: "settings.motion.off" } as const;
const SOUNDS = { on: "settings.sound.on", off: "settings.sound.off" } as const;
const CONFIRMS = { on: "settings.confirm.on", off: "settings.confirm.off" } as const;
const KEYS = { board: "settings.keys.board", page: "settings.keys.page" } as const;

const onOff = (on: boolean) => (on ? "on" : "off");

export function SettingsPanel() {
  const { choices } = settings;
  const row = (
    name: PlainKey,
    value: string,
    values: Record<string, PlainKey>,
    changeTo: (value: string) => Partial<Choices>,
  ) => (
    <div class="setting" key={name}>
      <span aria-hidden="true">{t(name)}</span>
      <Segments
        label={t(name)}
        value={value}
        choices={Object.entries(values).map(([one, label]) => ({ value: one, label: t(label) }))}
        onChoose={(one) => choose(changeTo(one))}
      />
    </div>
  );
  return (
    <>
      <div class="setting">
        <span aria-hidden="true">{t("nav.language")}</span>
        <Segments
          label={t("nav.language")}
          value={choices.language}
          choices={languages.map(({ code, name }) => ({ value: code, label: <span lang={code}>{name}</span> }))}
          onChoose={(language) => choose({ language: language as Language })}
        />
      </div>
      <label class="setting">
        <span>{t("settings.name")}</span>
        <input
          class="field"
          placeholder={t("settings.name-none")}
          value={choices.name}
          maxLength={40}
          autocomplete="off"
          spellcheck={false}
          onChange={(event) => choose({ name: event.currentTarget.value.trim() })}
        />
      </label>
      {row("settings.theme", choices.theme, THEMES, (theme) => ({ theme: theme as Choices["theme"] }))}
      {row("settings.motion", choices.motion, MOTIONS, (motion) => ({ motion: motion as Choices["motion"] }))}
      {row("settings.sound", onOff(choices.sound), SOUNDS, (sound) => ({ sound: sound === "on" }))}
      {row("settings.confirm", onOff(choices.confirm), CONFIRMS, (value) => ({ confirm: value === "on" }))}
      {row("settings.keys", choices.keysAnywhere ? "page" : "board", KEYS, (keys) => ({
        keysAnywhere: keys === "page",
      }))}
      {games()
        .filter(({ id }) => has("colour", id))
        .map(({ id }) => (
          <div class="setting" key={id}>
            <span aria-hidden="true">{gameText(id, "colour")}</span>
            <Colour game={id} />
          </div>
        ))}
    </>
  );
}
