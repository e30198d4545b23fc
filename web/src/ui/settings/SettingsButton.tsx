/* The way to the settings, language included, in the bar of every page without a menu. */
import { overlay } from "../../app/overlay";
import { t } from "../../i18n/texts";
import { Icon } from "../Icon";

export function SettingsButton() {
  const label = t("settings.title");
  return (
    <button
      class="btn btn--quiet btn--icon settings-button"
      type="button"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={() => overlay.show("settings")}
    >
      <Icon name="settings" />
    </button>
  );
}
