/* For the keyboard: over the bar, straight to what the page is about. */
import { t } from "../i18n/texts";

function toMain(event: Event): void {
  event.preventDefault();
  const main = document.getElementById("main");
  if (!main) return;
  if (!main.hasAttribute("tabindex")) main.tabIndex = -1;
  main.focus();
}

export function Skip() {
  return (
    <a class="skip" href="#main" onClick={toMain}>
      {t("nav.skip")}
    </a>
  );
}
