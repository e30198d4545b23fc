/* The way to the settings on pages without a menu. */
import { useStore } from "../app/store";
import { t } from "../i18n/texts";
import { screen } from "../app/screen";
import { Icon } from "../ui/Icon";
import { Settings } from "./Settings";

export function SettingsButton({ class: more = "" }: { class?: string }) {
  const { open } = useStore(screen);
  return (
    <>
      <button class={`btn btn--quiet ${more}`} type="button" onClick={() => screen.show("settings")}>
        <Icon name="settings" />
        {t("settings.title")}
      </button>
      {open === "settings" && <Settings />}
    </>
  );
}
