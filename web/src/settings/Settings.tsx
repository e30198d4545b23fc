/* What a person chooses for this browser. It is wanted rarely: what is in it is loaded when it is. */
import { screen } from "../app/screen";
import { t } from "../i18n/texts";
import { Dialog } from "../ui/Dialog";
import { later } from "../ui/later";

const SettingsPanel = later(async () => (await import("./SettingsPanel")).SettingsPanel, true);

export function Settings() {
  return (
    <Dialog title={t("settings.title")} onClose={() => screen.show(undefined)}>
      <SettingsPanel />
    </Dialog>
  );
}
