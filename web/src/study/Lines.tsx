/* The best lines, a button each. A line that is pointed at is shown on the board; after a tap it stays there, and the
   arrows play through it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Die } from "../board/Die";
import type { Face, Line } from "../core/types";
import { number } from "../i18n/texts";
import { useScope } from "../ui/useScope";
import type { Study } from "./study";
import { useTimer } from "./useTimer";
import { Val } from "./Val";
import { averageOf, worth } from "./value";
import { studyText } from "./words";

const HOVER = 150; /* ms a pointer rests before a line is shown */

function Moves({ line }: { line: string[] }) {
  const [first, ...rest] = line;
  return (
    <span class="not">
      <b>{first}</b> {rest.join(" ")}
    </span>
  );
}

/* While a line is looked at, its row does not change. */
function Row({ study, line: found, rank }: { study: Study; line: Line; rank: number }) {
  const timer = useTimer();
  const button = useRef<HTMLButtonElement>(null);
  const { analysis } = study.analyst;
  const looked = study.preview?.line ?? study.peek;
  const line = looked?.line[0] === found.line[0] ? looked! : found;
  const value = worth(line, analysis?.player ?? 1, study.scale, analysis?.solved);
  const isPinned = study.preview?.line === line;
  /* If the panel scrolls, the message about the line may lie over it. */
  useLayoutEffect(() => void (isPinned && button.current!.scrollIntoView({ block: "nearest" })), [isPinned]);
  const leave = () => {
    timer.stop();
    study.look(undefined);
  };
  return (
    <li>
      <button
        ref={button}
        class="pv"
        type="button"
        aria-pressed={isPinned}
        onPointerEnter={(event) => event.pointerType === "mouse" && timer.start(HOVER, () => study.look(line))}
        onPointerLeave={leave}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && study.look(line)}
        onBlur={leave}
        onClick={() => {
          timer.stop();
          study.pin(line, rank);
        }}
      >
        <span class={rank === 1 ? "rank" : "rank rank--o"} aria-hidden="true">
          {number(rank)}
        </span>
        <Val study={study} value={value} />
        <Moves line={line.line} />
      </button>
    </li>
  );
}

export function Lines({ study }: { study: Study }) {
  const { analyst, over } = study;
  const lines = over ? [] : analyst.shown;
  const none = over ? "explorer.over" : analyst.isOn ? "lines.thinking" : "lines.off";
  const freeze = (isFrozen: boolean) => () => analyst.freeze("list", isFrozen);
  useScope((scope) => scope.onEnd(() => analyst.freeze("list", false)), [analyst]);
  return (
    <ul
      class={`lines card${analyst.isOn ? "" : " is-old"}${over ? " is-over" : ""}`}
      style={{ "--rows": String(analyst.lines) }}
      aria-label={over ? studyText("lines.count") : studyText("lines", { who: study.nameOf(study.now.seat) })}
      onPointerEnter={freeze(true)}
      onPointerLeave={freeze(false)}
      onFocusIn={freeze(true)}
      onFocusOut={freeze(false)}
    >
      {lines.map((line, index) => (
        <Row key={line.line[0]} study={study} line={line} rank={index + 1} />
      ))}
      {lines.length === 0 && <li class="pv--none">{studyText(none)}</li>}
    </ul>
  );
}

/* A roll that is due: every face with its value for the player who rolls, and the line after it. A tap rolls it. */
export function Rolls({ study }: { study: Study }) {
  const { now, analyst, scale } = study;
  const { roll, player } = analyst.analysis ?? {};
  const who = study.nameOf(now.seat);
  const faces: (Pick<Face, "face"> & Partial<Face>)[] = roll?.faces ?? now.steps.map(({ move }) => ({ face: move }));
  return (
    <section class="card rolls" aria-labelledby="rolls">
      <div class="cardhead">
        <h2 id="rolls">{studyText("rolls", { who })}</h2>
        {roll && <p>{studyText("rolls.average", { amount: number(averageOf(roll)) })}</p>}
      </div>
      <ul>
        {faces.map((face) => (
          <li key={face.face}>
            <button class="pv roll" type="button" onClick={() => study.play(face.face)}>
              <Die face={Number(face.face.replace(/\D/g, ""))} />
              {face.value !== undefined && (
                <Val
                  study={study}
                  value={{ ...worth({ kind: face.kind!, value: face.value }, player!, { ...scale, players: 4 }) }}
                />
              )}
              {face.value !== undefined && (
                <span class="lenbox" aria-hidden="true">
                  <span class="len" style={{ width: `${Math.round(face.value)}%` }} />
                </span>
              )}
              <span class="not">{(face.line ?? []).slice(0, 4).join(" ")}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
