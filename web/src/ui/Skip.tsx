/* For the keyboard: over the bar, straight to what the page is about. Who comes from another page of ours begins there
   too, for the link that had the focus is gone; the first page is left to the browser. */
import { useEffect } from "preact/hooks";
import { t } from "../i18n/texts";

let arrived = false;

function toMain(): HTMLElement | null {
  const main = document.getElementById("main");
  if (!main) return null;
  if (!main.hasAttribute("tabindex")) main.tabIndex = -1;
  main.focus({ preventScroll: true });
  return main;
}

/* What is still being loaded is replaced when it is there: the focus goes on to that. */
function follow(main: HTMLElement): () => void {
  const watch = new MutationObserver(() => {
    if (main.isConnected) return;
    watch.disconnect();
    if (document.activeElement === document.body) toMain();
  });
  watch.observe(document.getElementById("app")!, { childList: true, subtree: true });
  return () => watch.disconnect();
}

export function Skip() {
  useEffect(() => {
    const main = arrived && document.activeElement === document.body ? toMain() : null;
    arrived = true;
    return main?.ariaBusy === "true" ? follow(main) : undefined;
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
