/* The die of a tray. It settles when its face changes. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { settings } from "../app/settings";
import { t } from "../i18n/texts";

/* Where the eyes are, on a field of three by three. */
const EYES: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [
    [0, 0],
    [2, 2],
  ],
  3: [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
};

export function Die({ face }: { face: number | null }) {
  const cube = useRef<SVGGElement>(null);
  const seen = useRef(face);
  useLayoutEffect(() => {
    const rolled = face !== null && face !== seen.current;
    seen.current = face;
    if (!rolled || settings.still) return;
    const turn = cube.current!.animate(
      [
        { transform: "rotate(-200deg) scale(.9)", opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      { duration: 280, easing: "cubic-bezier(.2, .9, .25, 1)" },
    );
    return () => turn.cancel();
  }, [face]);
  return (
    <svg
      class="die"
      viewBox="0 0 44 44"
      role="img"
      aria-label={face === null ? t("die.none") : t("die.face", { face })}
    >
      <g ref={cube} class="die-cube">
        <rect class="die-side" x="2" y="2" width="40" height="40" rx="8" />
        {(EYES[face ?? 0] ?? []).map(([x, y]) => (
          <circle class="die-eye" cx={12 + 10 * x} cy={12 + 10 * y} r="4.2" />
        ))}
      </g>
    </svg>
  );
}
