/* What a person chooses for this browser. */
import { settings, type Choices } from "../app/settings";
import { useStore } from "../app/store";
import { languages, type Language } from "../i18n/languages";
import { t } from "../i18n/texts";
import { Dialog } from "../ui/Dialog";
import { Segments } from "../ui/Segments";
import { screen } from "../app/screen";

const onOff = (on: boolean) => (on ? "on" : "off");

export function Settings() {
  const { choices } = useStore(settings);
  const row = (key: string, value: string, values: readonly string[], choose: (value: string) => Partial<Choices>) => (
    <div class="setting" key={key}>
      <span aria-hidden="true">{t(`settings.${key}`)}</span>
      <Segments
        label={t(`settings.${key}`)}
        value={value}
        choices={values.map((one) => ({ value: one, label: t(`settings.${key}.${one}`) }))}
        onChoose={(one) => void settings.choose(choose(one))}
      />
    </div>
  );
  return (
    <Dialog title={t("settings.title")} onClose={() => screen.show(undefined)}>
      <div class="setting">
        <span aria-hidden="true">{t("nav.language")}</span>
        <Segments
          label={t("nav.language")}
          value={choices.language}
          choices={languages.map(({ code, name }) => ({ value: code, label: <span lang={code}>{name}</span> }))}
          onChoose={(language) => void settings.choose({ language: language as Language })}
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
          onChange={(event) => void settings.choose({ name: event.currentTarget.value.trim() })}
        />
      </label>
      {row("theme", choices.theme, ["system", "light", "dark"], (theme) => ({ theme: theme as Choices["theme"] }))}
      {row("motion", choices.motion, ["system", "off"], (motion) => ({ motion: motion as Choices["motion"] }))}
      {row("sound", onOff(choices.sound), ["on", "off"], (sound) => ({ sound: sound === "on" }))}
      {row("confirm", onOff(choices.confirm), ["on", "off"], (confirm) => ({ confirm: confirm === "on" }))}
      {row("keys", choices.keysAnywhere ? "page" : "board", ["board", "page"], (keys) => ({
        keysAnywhere: keys === "page",
      }))}
    </Dialog>
  );
}
