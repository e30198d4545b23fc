/* The way to the settings on pages without a menu. */
import { useStore } from "../app/store";
import { t } from "../i18n/texts";
import { Settings } from "../play/Settings";
import { view } from "../play/view";
import { Icon } from "./Icon";

export function SettingsButton({ class: more = "" }: { class?: string }) {
  const { open } = useStore(view);
  return (
    <>
      <button class={`btn btn--quiet ${more}`} type="button" onClick={() => view.show("settings")}>
        <Icon name="settings" />
        {t("settings.title")}
      </button>
      {open === "settings" && <Settings />}
    </>
  );
}
