/* One neutral line about the page itself: a new version, no network, what plain http switches off. Never in mid-game. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n/texts";
import { Icon } from "../ui/Icon";
import { Status } from "../ui/Status";
import { offline, plainHttp } from "./offline";

/* Pages that are as high as the window leave the line this much room. Returns a function that gives it back. */
function reserveRoom(line: HTMLElement): () => void {
  const { style } = document.documentElement;
  const room = new ResizeObserver(() => style.setProperty("--notice", `${line.offsetHeight}px`));
  room.observe(line);
  return () => {
    room.disconnect();
    style.removeProperty("--notice");
  };
}

function currentLine() {
  const { newVersion, online } = offline;
  if (newVersion)
    return (
      <>
        <Icon name="info" />
        <p>{t("notice.new-version")}</p>
        <button class="btn" type="button" onClick={() => offline.takeOver()}>
          {t("notice.update")}
        </button>
      </>
    );
  if (!online)
    return (
      <>
        <Icon name="offline" />
        <p>{t("notice.offline")}</p>
      </>
    );
  if (plainHttp)
    return (
      <>
        <Icon name="info" />
        <p>{t("notice.plain-http")}</p>
      </>
    );
  return undefined;
}

export function Notice({ isMidGame }: { isMidGame: boolean }) {
  const region = useRef<HTMLElement | null>(null);
  const line = isMidGame ? undefined : currentLine();
  const isShown = line !== undefined;
  useLayoutEffect(() => (isShown ? reserveRoom(region.current!) : undefined), [isShown]);
  return (
    <Status elementRef={(element) => (region.current = element)} class={isShown ? "msg notice" : "sr"}>
      {line}
    </Status>
  );
}
