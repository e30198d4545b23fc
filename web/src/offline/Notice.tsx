/* One neutral line about the page itself: a new version, no network, what plain http switches off. Never in mid-game. */
import { t } from "../i18n/texts";
import { Icon } from "../ui/Icon";
import { offline, plainHttp } from "./offline";

/* Pages that are as high as the window leave it this room. */
let room: ResizeObserver | undefined;
function keepRoom(element: HTMLElement | null): void {
  room?.disconnect();
  const { style } = document.documentElement;
  if (!element) return void style.removeProperty("--notice");
  room = new ResizeObserver(() => style.setProperty("--notice", `${element.offsetHeight}px`));
  room.observe(element);
}

export function Notice() {
  const { newVersion, online } = offline;
  if (newVersion)
    return (
      <div class="msg notice" role="status" ref={keepRoom}>
        <Icon name="info" />
        <p>{t("notice.new-version")}</p>
        <button class="btn" type="button" onClick={() => offline.takeOver()}>
          {t("notice.update")}
        </button>
      </div>
    );
  if (!online)
    return (
      <div class="msg notice" role="status" ref={keepRoom}>
        <Icon name="offline" />
        <p>{t("notice.offline")}</p>
      </div>
    );
  if (plainHttp)
    return (
      <div class="msg notice" ref={keepRoom}>
        <Icon name="info" />
        <p>{t("notice.plain-http")}</p>
      </div>
    );
  return null;
}
