/* A diagram of the rules: a position drawn by the core, with its caption. The reader can step through the moves that lead
   to it; a tap on the board goes to the next one, and from the end back to the start. */
import { useRef, useState } from "preact/hooks";
import { PositionBoard } from "../board/StillBoard";
import type { DiagramFacts } from "../core/types";
import { t } from "../i18n/texts";
import { Icon } from "../ui/Icon";
import { inFrame } from "../ui/frames";
import { LiveRegion } from "../ui/Status";
import { useScope } from "../ui/useScope";

/* Drawn when it comes near: a page has up to eight boards, and the first screen should not wait for the last. */
function useNear() {
  const ref = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useScope((scope) => {
    const draw = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        scope.onEnd(inFrame(draw));
      },
      { rootMargin: "400px" },
    );
    observer.observe(ref.current!);
    scope.onEnd(() => observer.disconnect());
    scope.listen(window, "beforeprint", draw);
  }, []);
  return { ref, isNear };
}

interface StepsProps {
  moves: string[];
  shown: number;
  show: (count: number) => void;
}

function Steps({ moves, shown, show }: StepsProps) {
  const said =
    shown === 0 ? t("rules.before") : t("rules.move", { number: shown, count: moves.length, move: moves[shown - 1]! });
  return (
    <div class="steps">
      <button
        type="button"
        class="btn btn--icon btn--quiet"
        aria-label={t("rules.previous")}
        disabled={shown === 0}
        onClick={() => show(shown - 1)}
      >
        <Icon name="previous" />
      </button>
      <LiveRegion as="span" class="">
        {said}
      </LiveRegion>
      <button
        type="button"
        class="btn btn--icon btn--quiet"
        aria-label={t("rules.next")}
        disabled={shown === moves.length}
        onClick={() => show(shown + 1)}
      >
        <Icon name="next" />
      </button>
    </div>
  );
}

export function DiagramFigure({ diagram, caption }: { diagram: DiagramFacts; caption: string }) {
  const { spec, position, moves, touched } = diagram;
  const { ref, isNear } = useNear();
  const [shown, show] = useState(moves.length);
  const whole = shown === moves.length;
  const next = () => show(whole ? 0 : shown + 1);
  return (
    <figure ref={ref} class="diagram">
      {/* The buttons below do the same for the keyboard. */}
      <div class={moves.length > 0 ? "pic pic--live" : "pic"} onClick={moves.length > 0 ? next : undefined}>
        {isNear ? (
          <PositionBoard
            spec={spec}
            position={position}
            moves={moves.slice(0, shown)}
            selected={whole ? touched : []}
            label={caption}
          />
        ) : (
          <div class="skel" />
        )}
      </div>
      {moves.length > 0 && <Steps moves={moves} shown={shown} show={show} />}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
