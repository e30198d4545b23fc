/* For the keyboard: over the bar, straight to what the page is about. Who comes from another page of ours begins there
   too, for the link that had the focus is gone; the first page is left to the browser. */
import { useEffect } from "preact/hooks";
import { t } from "../i18n/texts";

let arrived = false;

function toMain(): void {
  const main = document.getElementById("main");
  if (!main) return;
  if (!main.hasAttribute("tabindex")) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

export function Skip() {
  useEffect(() => {
    if (arrived && document.activeElement === document.body) toMain();
    arrived = true;
  }, []);
  return (
    <a
      class="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        toMain();
      }}
    >
      {t("nav.skip")}
    </a>
  );
}
