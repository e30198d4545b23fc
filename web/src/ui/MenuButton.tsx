/* The way to the menu, in the bar of whatever is played or studied. */
import { overlay } from "../app/overlay";
import { t } from "../i18n/texts";
import { Icon } from "./Icon";

export function MenuButton() {
  return (
    <button
      class="btn btn--quiet"
      type="button"
      aria-haspopup="dialog"
      aria-label={t("menu.title")}
      onClick={() => overlay.show("menu")}
    >
      <Icon name="menu" />
      <span class="wide-only">{t("menu.title")}</span>
    </button>
  );
}
