/* The buttons under a board whose places are too small to be touched as they are. */
import { t } from "../i18n/texts";
import { STEP, type Zoom } from "./Zoom";

/** `about` is what stays where it is while the board grows. */
export function ZoomStrip({ zoom, about }: { zoom: Zoom; about(): { x: number; y: number } | undefined }) {
  const button = (text: string, off: boolean, act: () => void) => (
    <button class="btn btn--quiet" type="button" aria-disabled={off} onClick={() => off || act()}>
      {text}
    </button>
  );
  return (
    <div class="zoomstrip" role="group" aria-label={t("zoom.group")}>
      {button(t("zoom.in"), zoom.most, () => zoom.by(STEP, about()))}
      {button(t("zoom.out"), zoom.whole, () => zoom.by(1 / STEP, about()))}
      {button(t("zoom.whole"), zoom.whole, () => zoom.rest())}
    </div>
  );
}
