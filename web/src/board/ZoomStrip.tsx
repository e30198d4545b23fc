/* The buttons under a board whose places are too small to be touched as they are. */
import { t } from "../i18n/texts";
import { STEP, type Zoom } from "./Zoom";

export function ZoomStrip({ zoom }: { zoom: Zoom }) {
  const button = (text: string, off: boolean, act: () => void) => (
    <button class="btn btn--quiet" type="button" aria-disabled={off} onClick={() => off || act()}>
      {text}
    </button>
  );
  return (
    <div class="zoomstrip" role="group" aria-label={t("zoom.group")}>
      {button(t("zoom.in"), zoom.most, () => zoom.by(STEP))}
      {button(t("zoom.out"), zoom.whole, () => zoom.by(1 / STEP))}
      {button(t("zoom.whole"), zoom.whole, () => zoom.rest())}
    </div>
  );
}
