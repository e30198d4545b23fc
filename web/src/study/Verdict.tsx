/* The verdict: words, the chip, the ruler or the chances of all players; and below it the state of the engine. */
import { useRef, useState } from "preact/hooks";
import { Man } from "../board/Man";
import { number } from "../i18n/texts";
import { useScope } from "../ui/useScope";
import { LINES_MAX } from "./analyst";
import { outcomeOf, resultWords } from "./result";
import { Status } from "../ui/Status";
import type { Study } from "./study";
import { chancesOf, estimatedPercents, reachOf, verdictOf, wholePercents, type Value } from "./value";
import { spokenValue, Val, verdictWords } from "./Val";
import { studyText } from "./words";

const SPOKEN_EVERY = 5000; /* ms between two announcements */

/* From the first player at the left to the second at the right; without a value its place stays. */
function Ruler({ study, value }: { study: Study; value: Value | undefined }) {
  const { seat, sure, amount } = value ?? { seat: 0, sure: "proved", amount: 0 };
  const reach = reachOf(amount);
  const towards = seat === 2 ? 1 : -1;
  const at = 50 + (seat === 0 ? 0 : (towards * 50 * amount) / reach);
  const man = (player: number) => {
    const kind = study.pieceOf(player);
    return kind === null ? <span /> : <Man game={study.spec} kind={kind} />;
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
        <small style={{ left: "50%" }}>{studyText("ruler.even")}</small>
        {value && <small style={{ left: "100%" }}>{number(reach)}</small>}
        {value && <b class={look} style={{ left: `${at}%` }} />}
      </div>
      {man(2)}
    </div>
  );
}

/* A cell per player. All or nothing only if that is proved; without a value the cells stay. */
function Chances({ study, chances, proved }: { study: Study; chances: number[] | undefined; proved: boolean }) {
  const left = study.path.flatMap(({ move }) => /^p(\d)resigns$/.exec(move)?.slice(1).map(Number) ?? []);
  const percents = chances && (proved ? wholePercents(chances) : estimatedPercents(chances, left));
  return (
    <ul class="chances" aria-label={studyText("chances")}>
      {Array.from({ length: study.players }, (_, index) => {
        const kind = study.pieceOf(index + 1);
        const percent = percents?.[index];
        return (
          <li key={index} style={{ "--p": String(Math.max(1, percent ?? 1)) }}>
            {kind !== null && <Man game={study.spec} kind={kind} />}
            <b>{percent === undefined ? "–" : studyText("percent", { amount: number(percent) })}</b>
            <small>{study.nameOf(index + 1)}</small>
          </li>
        );
      })}
    </ul>
  );
}

/** Announces a text when `about` has changed, and not more often than every five seconds. */
function Spoken({ about, text }: { about: string; text: () => string }) {
  const [said, say] = useState<{ about: string; text: () => string }>();
  const last = useRef(0);
  const latest = useRef(text);
  latest.current = text;
  useScope(
    (scope) =>
      scope.timeout(Math.max(0, last.current + SPOKEN_EVERY - performance.now()), () => {
        last.current = performance.now();
        say({ about, text: latest.current });
      }),
    [about],
  );
  return <Status>{said?.text()}</Status>;
}

const count = (value: number) => number(value, { notation: "compact", maximumSignificantDigits: 3 });

/* Depth and time, and below them its speed; when it rests, a button to continue. */
function Doing({ study }: { study: Study }) {
  const { analyst, over } = study;
  const { analysis, seconds } = analyst;
  if (over) return <span class="num" />;
  if (analyst.failed)
    return (
      <span class="num engine-failed">
        {studyText("engine.failed")}
        <button class="btn btn--quiet deeper" type="button" onClick={() => analyst.deepen()}>
          {studyText("engine.again")}
        </button>
      </span>
    );
  if (analysis?.solved) return <span class="num">{studyText("engine.solved")}</span>;
  if (!analysis || analysis.depth === 0)
    return <span class="num">{analyst.isRunning ? studyText("engine.thinking") : ""}</span>;
  const { depth, nodes } = analysis;
  const turns = study.players > 2 || analysis.roll !== undefined;
  const speed = analysis.seconds > 0 ? count(nodes / analysis.seconds) : "";
  return (
    <span class="num">
      <span>{studyText(turns ? "engine.turns" : "engine.depth", { depth, seconds })}</span>
      {analyst.canDeepen ? (
        <button class="btn btn--quiet deeper" type="button" onClick={() => analyst.deepen()}>
          {studyText("engine.deeper")}
        </button>
      ) : (
        speed !== "" && <span class="engine-speed">{studyText("engine.speed", { count: speed })}</span>
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
        aria-checked={analyst.isOn}
        onClick={() => analyst.turn(!analyst.isOn)}
      >
        <i />
        {studyText("engine")}
      </button>
      <Doing study={study} />
      <span class="engine-lines" role="group" aria-label={studyText("lines.count")}>
        <span aria-hidden="true">{studyText("lines.count")}</span>
        <span class="mini">
          <button
            type="button"
            aria-label={studyText("lines.fewer")}
            aria-disabled={analyst.lines <= 1 ? "true" : undefined}
            onClick={() => step(-1)}
          >
            −
          </button>
          <output>{number(analyst.lines)}</output>
          <button
            type="button"
            aria-label={studyText("lines.more")}
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

/* The result of a game that is over, as it is drawn. */
function finalOf(study: Study): { value?: Value; chances?: number[] } {
  const { winner, by } = outcomeOf(study.now);
  if (study.scale.score === "margin") return { value: { seat: winner, sure: "proved", amount: by } };
  if (winner === 0) return {};
  return { chances: Array.from({ length: study.players }, (_, index) => (index + 1 === winner ? 100 : 0)) };
}

export function Verdict({ study }: { study: Study }) {
  const { analyst, over, scale, explorer } = study;
  const { analysis } = analyst;
  const fresh = analyst.isOn || explorer.active || analysis?.solved === true;
  const value = over || !analysis ? undefined : verdictOf(analysis, scale);
  const chances = over || !analysis || scale.score !== "chance" ? undefined : chancesOf(analysis);
  const proved = value?.sure === "proved" || value?.sure === "solved";
  const drawn = over ? finalOf(study) : { value, chances };
  const end = over ? study.now : undefined;
  const words = () =>
    end
      ? resultWords(study, end)
      : value
        ? verdictWords(study, value)
        : studyText(fresh ? "verdict.thinking" : "verdict.off");
  return (
    <section class={`verdict card${fresh ? "" : " is-old"}`} aria-label={studyText("verdict")}>
      <div class="say">
        <strong>{words()}</strong>
        {analysis?.solved ? (
          <span class="seal">
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <path d="M4 12.5l5 5L20 6.5" />
            </svg>
            {studyText("solved")}
          </span>
        ) : (
          value && <Val study={study} value={value} />
        )}
      </div>
      {!fresh && value && <p class="found-before">{studyText("engine.found-before")}</p>}
      {!over && !fresh && !value ? null : scale.score === "margin" ? (
        <Ruler study={study} value={drawn.value} />
      ) : (
        <Chances study={study} chances={drawn.chances} proved={over || proved} />
      )}
      {!explorer.active && <EngineRow study={study} />}
      <Spoken
        about={JSON.stringify(over ? study.at : value)}
        text={() => (value ? `${words()}. ${spokenValue(study, value)}` : over ? words() : "")}
      />
    </section>
  );
}
