/* The verdict: words, the chip, the ruler or everybody's chance; and below it what the engine is doing. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Man } from "../board/Man";
import { number } from "../i18n/texts";
import { outcomeOf, resultWords } from "./result";
import type { Study } from "./study";
import { LINES_MAX, OFTEN } from "./analyst";
import { chancesOf, estimatedPercents, reachOf, verdictOf, wholePercents, type Value } from "./value";
import { spokenValue, Val, verdictWords } from "./Val";
import { s } from "./words";

const SPEAKS = 5000; /* milliseconds between two things the live region says */

/* From the first player at the left to the second at the right; without a value its place is kept. */
function Ruler({ study, value }: { study: Study; value: Value | undefined }) {
  const { seat, sure, amount } = value ?? { seat: 0, sure: "proved", amount: 0 };
  const reach = reachOf(amount);
  const towards = seat === 2 ? 1 : -1;
  const at = 50 + (seat === 0 ? 0 : (towards * 50 * amount) / reach);
  const man = (player: number) => {
    const kind = study.manOf(player);
    return kind === null ? <span /> : <Man game={study.now.game} kind={kind} />;
  };
  /* Where it may still go: beyond for at least, towards the other for at most. */
  const open = sure === "least" ? towards : sure === "most" ? -towards : 0;
  const band = open < 0 ? { left: "0", width: `${at}%` } : { left: `${at}%`, width: `${100 - at}%` };
  const look = sure === "estimate" ? "est" : open === 0 ? "proved" : "bound";
  return (
    <div class="scale" aria-hidden="true">
      {man(1)}
      <div class="ruler">
        {open !== 0 && <s class={open < 0 ? "to-left" : "to-right"} style={band} />}
        {[0, 25, 50, 75, 100].map((left) => (
          <u key={left} style={{ left: `${left}%` }} />
        ))}
        {value && <small style={{ left: "0" }}>{number(reach)}</small>}
        <small style={{ left: "50%" }}>{s("ruler.even")}</small>
        {value && <small style={{ left: "100%" }}>{number(reach)}</small>}
        {value && <b class={look} style={{ left: `${at}%` }} />}
      </div>
      {man(2)}
    </div>
  );
}

/* A cell a player. All or nothing only where it is proved; without a value the cells keep their place. */
function Chances({ study, chances, proved }: { study: Study; chances: number[] | undefined; proved: boolean }) {
  const left = study.path.flatMap(({ move }) => /^p(\d)resigns$/.exec(move)?.slice(1).map(Number) ?? []);
  const percents = chances && (proved ? wholePercents(chances) : estimatedPercents(chances, left));
  return (
    <ul class="chances" aria-label={s("chances")}>
      {Array.from({ length: study.now.players }, (_, index) => {
        const kind = study.manOf(index + 1);
        const percent = percents?.[index];
        return (
          <li key={index} style={{ "--p": String(Math.max(1, percent ?? 1)) }}>
            {kind !== null && <Man game={study.now.game} kind={kind} />}
            <b>{percent === undefined ? "–" : s("percent", { amount: number(percent) })}</b>
            <small>{study.nameOf(index + 1)}</small>
          </li>
        );
      })}
    </ul>
  );
}

/** Speaks when its words change, and not more often than every five seconds. */
function Spoken({ text }: { text: string }) {
  const [said, say] = useState("");
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + SPEAKS - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      say(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="sr" role="status" aria-live="polite">
      {said}
    </div>
  );
}

const count = (value: number) => number(value, { notation: "compact", maximumSignificantDigits: 3 });

/* The seconds go on while it runs, also where it finds nothing new for long. */
function useSeconds({ analyst }: Study): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!analyst.running) return;
    const timer = setInterval(() => tick(analyst.seconds), OFTEN);
    return () => clearInterval(timer);
  }, [analyst, analyst.running]);
  return analyst.seconds;
}

/* Depth and time, and below them how fast it is; when it rests, how to let it go on. */
function Doing({ study }: { study: Study }) {
  const { analyst, over } = study;
  const { analysis } = analyst;
  const seconds = useSeconds(study);
  if (over) return <span class="num" />;
  if (analyst.failed)
    return (
      <span class="num engine-failed">
        {s("engine.failed")}
        <button class="btn btn--quiet deeper" type="button" onClick={() => analyst.deepen()}>
          {s("engine.again")}
        </button>
      </span>
    );
  if (analysis?.solved) return <span class="num">{s("engine.solved")}</span>;
  if (!analysis || analysis.depth === 0) return <span class="num">{analyst.running ? s("engine.thinking") : ""}</span>;
  const { depth, nodes } = analysis;
  const turns = study.now.players > 2 || analysis.roll !== undefined;
  const speed = analysis.seconds > 0 ? count(nodes / analysis.seconds) : "";
  return (
    <span class="num">
      <span>{s(turns ? "engine.turns" : "engine.depth", { depth, seconds })}</span>
      {analyst.mayDeepen ? (
        <button class="btn btn--quiet deeper" type="button" onClick={() => analyst.deepen()}>
          {s("engine.deeper")}
        </button>
      ) : (
        speed !== "" && <span class="engine-speed">{s("engine.speed", { count: speed })}</span>
      )}
    </span>
  );
}

function EngineRow({ study }: { study: Study }) {
  const { analyst } = study;
  const step = (by: number) => {
    analyst.choose(analyst.lines + by);
    if (study.preview && study.preview.rank > analyst.lines) study.back();
  };
  return (
    <div class="engine">
      <button
        class="switch"
        type="button"
        role="switch"
        aria-checked={analyst.on}
        onClick={() => analyst.turn(!analyst.on)}
      >
        <i />
        {s("engine")}
      </button>
      <Doing study={study} />
      <span class="engine-lines" role="group" aria-label={s("lines.count")}>
        <span aria-hidden="true">{s("lines.count")}</span>
        <span class="mini">
          <button
            type="button"
            aria-label={s("lines.fewer")}
            aria-disabled={analyst.lines <= 1 ? "true" : undefined}
            onClick={() => step(-1)}
          >
            −
          </button>
          <output>{number(analyst.lines)}</output>
          <button
            type="button"
            aria-label={s("lines.more")}
            aria-disabled={analyst.lines >= LINES_MAX ? "true" : undefined}
            onClick={() => step(1)}
          >
            +
          </button>
        </span>
      </span>
    </div>
  );
}

/* What a game that is over came to, as it is drawn. */
function finalOf(study: Study): { value?: Value; chances?: number[] } {
  const { winner, by } = outcomeOf(study.now);
  if (study.scale.score === "margin") return { value: { seat: winner, sure: "proved", amount: by } };
  if (winner === 0) return {};
  return { chances: Array.from({ length: study.now.players }, (_, index) => (index + 1 === winner ? 100 : 0)) };
}

export function Verdict({ study }: { study: Study }) {
  const { analyst, over, scale, explorer } = study;
  const { analysis } = analyst;
  const fresh = analyst.on || explorer.active || analysis?.solved === true;
  const value = over || !analysis ? undefined : verdictOf(analysis, scale);
  const chances = over || !analysis || scale.score !== "chance" ? undefined : chancesOf(analysis);
  const proved = value?.sure === "proved" || value?.sure === "solved";
  const drawn = over ? finalOf(study) : { value, chances };
  const words = over
    ? resultWords(study)
    : value
      ? verdictWords(study, value)
      : s(fresh ? "verdict.thinking" : "verdict.off");
  return (
    <section class={`verdict card${fresh ? "" : " is-old"}`} aria-label={s("verdict")}>
      <div class="say">
        <strong>{words}</strong>
        {analysis?.solved ? (
          <span class="seal">
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M4 12.5l5 5L20 6.5" />
            </svg>
            {s("solved")}
          </span>
        ) : (
          value && <Val study={study} value={value} />
        )}
      </div>
      {!fresh && value && <p class="found-before">{s("engine.found-before")}</p>}
      {!over && !fresh && !value ? null : scale.score === "margin" ? (
        <Ruler study={study} value={drawn.value} />
      ) : (
        <Chances study={study} chances={drawn.chances} proved={over || proved} />
      )}
      {!explorer.active && <EngineRow study={study} />}
      <Spoken text={value ? `${words}. ${spokenValue(study, value)}` : over ? words : ""} />
    </section>
  );
}
