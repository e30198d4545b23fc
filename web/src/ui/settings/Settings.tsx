/* What a person chooses for this browser. It is wanted rarely: what is in it is loaded when it is. */
import { overlay } from "../../app/overlay";
import { t } from "../../i18n/texts";
import { Dialog } from "../Dialog";
import { later } from "../later";

const SettingsPanel = later(async () => (await import("./SettingsPanel")).SettingsPanel, true);

export function Settings() {
  return (
    <Dialog title={t("settings.title")} onClose={() => overlay.show(undefined)}>
      <SettingsPanel />
    </Dialog>
  );
}
