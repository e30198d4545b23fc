/* The best lines, a button each: pointed at, a line is shown on the board; tapped, it stays and the arrows go through it. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Face, Line } from "../core/types";
import { Die } from "../board/Die";
import { number } from "../i18n/texts";
import type { Study } from "./study";
import { Val } from "./Val";
import { averageOf, worth } from "./value";
import { s } from "./words";

const HOVER = 150; /* milliseconds a pointer rests before a line is shown */

function Moves({ line }: { line: string[] }) {
  const [first, ...rest] = line;
  return (
    <span class="not">
      <b>{first}</b> {rest.join(" ")}
    </span>
  );
}

/* A line that is looked at stays what it was when one began to. */
function Row({ study, line: found, rank }: { study: Study; line: Line; rank: number }) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const button = useRef<HTMLButtonElement>(null);
  const { analysis } = study.analyst;
  const looked = study.preview?.line ?? study.peek;
  const line = looked?.line[0] === found.line[0] ? looked! : found;
  const value = worth(line, analysis?.player ?? 1, study.scale, analysis?.solved);
  const pinned = study.preview?.line === line;
  /* Where the panel scrolls, what is said of the line may lie on it. */
  useLayoutEffect(() => void (pinned && button.current!.scrollIntoView({ block: "nearest" })), [pinned]);
  const leave = () => {
    clearTimeout(timer.current);
    study.look(undefined);
  };
  return (
    <li>
      <button
        ref={button}
        class="pv"
        type="button"
        aria-pressed={pinned}
        onPointerEnter={(event) => {
          if (event.pointerType !== "mouse") return;
          timer.current = setTimeout(() => study.look(line), HOVER);
        }}
        onPointerLeave={leave}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && study.look(line)}
        onBlur={leave}
        onClick={() => {
          clearTimeout(timer.current);
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
  const none = over ? "explorer.over" : analyst.on ? "lines.thinking" : "lines.off";
  const hold = (held: boolean) => () => analyst.hold("list", held);
  useEffect(() => hold(false), [analyst]);
  return (
    <ul
      class={`lines card${analyst.on ? "" : " is-old"}${over ? " is-over" : ""}`}
      style={{ "--rows": String(analyst.lines) }}
      aria-label={over ? s("lines.count") : s("lines", { who: study.nameOf(study.now.seat) })}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocusIn={hold(true)}
      onFocusOut={hold(false)}
    >
      {lines.map((line, index) => (
        <Row key={line.line[0]} study={study} line={line} rank={index + 1} />
      ))}
      {lines.length === 0 && <li class="pv--none">{s(none)}</li>}
    </ul>
  );
}

/* A roll that is due: every face with what it is worth to who rolls, and how he goes on. Tapped, it is rolled. */
export function Rolls({ study }: { study: Study }) {
  const { now, analyst, scale } = study;
  const { roll, player } = analyst.analysis ?? {};
  const who = study.nameOf(now.seat);
  const faces: (Pick<Face, "face"> & Partial<Face>)[] = roll?.faces ?? now.steps.map(({ move }) => ({ face: move }));
  return (
    <section class="card rolls" aria-labelledby="rolls">
      <div class="cardhead">
        <h2 id="rolls">{s("rolls", { who })}</h2>
        {roll && <p>{s("rolls.average", { amount: number(averageOf(roll)) })}</p>}
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
