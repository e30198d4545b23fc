/* Sound on or off, in the bar over a board. */
import { settings } from "../app/settings";
import { t } from "../i18n/texts";
import { Icon } from "../ui/Icon";

export function SoundButton() {
  const { sound } = settings.choices;
  return (
    <button
      class="btn btn--quiet"
      type="button"
      aria-pressed={sound}
      aria-label={t("play.sound")}
      title={t("play.sound")}
      onClick={() => void settings.choose({ sound: !sound })}
    >
      <Icon name={sound ? "sound" : "mute"} />
      <span class="wide-only">{t(sound ? "play.sound-on" : "play.sound-off")}</span>
    </button>
  );
}
