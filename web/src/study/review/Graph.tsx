/* The value over the game: a step reaches from its ply to the next. A dot is proved, a triangle a bound that points where it
   may still go, a dashed ring an estimate. It is a slider through the moves; a table beside it says the same. */
import { number } from "../../i18n/texts";
import { spokenValue, Val } from "../Val";
import { reachOf } from "../value";
import type { GraphPoint, GameReview } from "./review";
import { about, studyText } from "../words";

const WIDTH = 400;
const HEIGHT = 131;
const LEFT = 40;
const TOP = 32;
const BOTTOM = 14;
const FOOT = 26; /* for the luck of the rolls, where there are dice */
const ROOM = 9; /* that a sign needs beside the next one: in long games only the line tells how sure it is */

type Kind = "proved" | "least" | "most" | "estimate";

function Sign({ x, y, kind }: { x: number; y: number; kind: Kind }) {
  if (kind === "proved") return <circle class="pr" cx={x} cy={y} r="4.2" />;
  if (kind === "estimate") return <circle class="es" cx={x} cy={y} r="4.4" />;
  const d = kind === "least" ? `M${x - 5} ${y + 4}h10l-5-9Z` : `M${x - 5} ${y - 4}h10l-5 9Z`;
  return <path class="bo" d={d} />;
}

/* How sure it is for the player who is up: at least so much for the opponent is at most for them. */
function kindOf({ value: { sure, seat } }: GraphPoint, up: number): Kind {
  if (sure === "estimate") return sure;
  if (sure === "proved" || sure === "solved") return "proved";
  return (sure === "least") === (seat === up) ? "least" : "most";
}

const KINDS: Kind[] = ["proved", "most", "least", "estimate"];

/* The meaning of the signs that are there. */
function Legend({ kinds }: { kinds: Set<Kind> }) {
  return (
    <p class="key" aria-hidden="true">
      {KINDS.filter((kind) => kinds.has(kind)).map((kind) => (
        <span key={kind}>
          <svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">
            <Sign x={7} y={7} kind={kind} />
          </svg>
          {studyText(`sure.${kind}`)}
        </span>
      ))}
    </p>
  );
}

const luckText = (amount: number | undefined) =>
  amount === undefined
    ? ""
    : studyText("graph.luck-of", { amount: number(amount, { maximumFractionDigits: 1, signDisplay: "exceptZero" }) });

export function Graph({ review }: { review: GameReview }) {
  const { study, points, turning, up, luck } = review;
  const height = luck.length > 0 || study.hasDice ? HEIGHT + FOOT : HEIGHT;
  const luckiest = Math.max(1, ...luck.map(({ amount }) => Math.abs(amount)));
  const chance = study.scale.score === "chance";
  const { line, here } = review;
  const count = Math.max(1, line.length);
  const most = reachOf(Math.max(0, ...points.map(({ amount }) => Math.abs(amount))));
  const middle = TOP + (HEIGHT - TOP - BOTTOM) / 2;
  const half = (HEIGHT - TOP - BOTTOM) / 2;
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - 10)) / count;
  /* An equal chance lies in the middle. */
  const even = chance ? 100 / study.players : 0;
  const reach = (amount: number) => (!chance ? most : amount < even ? even : 100 - even);
  const y = (amount: number) => middle - ((amount - even) / reach(amount)) * half;
  const apart = x(1) - x(0);
  const go = (index: number) => {
    const at = Math.min(line.length, Math.max(0, index));
    study.go(at === 0 ? 0 : line[at - 1]!.node);
  };
  const goTo = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    go(Math.round((((event.clientX - left) / width) * WIDTH - LEFT) / ((WIDTH - LEFT - 10) / count)));
  };
  /* If more than two play it is the chance of one player, even if another is ahead. */
  const name =
    study.players > 2 ? about(review.you === up, "graph.of", { who: study.nameOf(up) }) : studyText("review.graph");
  const point = points.find(({ index }) => index === here);
  const said = [
    here === 0 ? studyText("graph.start") : studyText("graph.at", { move: here, token: line[here - 1]!.move }),
  ];
  if (point) said.push(spokenValue(study, point.value, review.you));
  const ends = (index: number) => x(points[index + 1]?.index ?? count);
  return (
    <div class="graph">
      {study.players > 2 && (
        <p class="whose" aria-hidden="true">
          {name}
        </p>
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={line.length}
        aria-valuenow={here}
        aria-valuetext={said.join(", ")}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          goTo(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && goTo(event)}
        onKeyDown={(event) => {
          const steps = { ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1 };
          const to = { ...steps, Home: 0, End: line.length }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          go(to);
        }}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${height}`}
          style={{ maxHeight: `${(1.2 * height) / 16}rem` }}
          aria-hidden="true"
          focusable="false"
        >
          {points.map((point, index) => {
            const top = Math.min(y(point.amount), middle);
            const kind = y(point.amount) < middle ? "up" : "down";
            return (
              <rect
                key={point.index}
                class={kind}
                x={x(point.index)}
                y={top}
                width={Math.max(0, ends(index) - x(point.index))}
                height={Math.abs(y(point.amount) - middle)}
              />
            );
          })}
          <path class="grid" d={`M${LEFT} ${middle - half}H${WIDTH - 6}M${LEFT} ${middle + half}H${WIDTH - 6}`} />
          <path class="zero" d={`M${LEFT} ${middle}H${WIDTH - 6}`} />
          <text x="2" y={middle - half + 4}>
            {chance ? studyText("percent", { amount: 100 }) : `+${number(most)}`}
          </text>
          <text x="2" y={middle + 4}>
            {chance ? studyText("percent", { amount: number(Math.round(even)) }) : studyText("ruler.even")}
          </text>
          <text x="2" y={middle + half + 4}>
            {chance ? studyText("percent", { amount: 0 }) : `−${number(most)}`}
          </text>
          {study.players <= 2 && (
            <>
              <text class="who" x={WIDTH - 16} y={middle - half - 4}>
                {about(review.you === up, "graph.ahead", { who: study.nameOf(up) })}
              </text>
              <text class="who" x={WIDTH - 16} y={middle + half + 12}>
                {studyText("graph.ahead", { who: study.nameOf(3 - up) })}
              </text>
            </>
          )}
          {points.map((point, index) => {
            const next = points[index + 1];
            const rise = next && next.index === point.index + 1 ? `V${y(next.amount)}` : "";
            const guess = point.value.sure === "estimate" ? " g" : "";
            return (
              <path
                key={point.index}
                class={`ln${guess}`}
                d={`M${x(point.index)} ${y(point.amount)}H${ends(index)}${rise}`}
              />
            );
          })}
          {(apart < ROOM ? [] : points).map((point) => (
            <Sign key={point.index} x={x(point.index)} y={y(point.amount)} kind={kindOf(point, up)} />
          ))}
          {turning.map(({ index }, at) => (
            <g class="tp" key={index}>
              <rect x={x(index + 1) - 8} y="0" width="16" height="16" rx="3" />
              <text x={x(index + 1)} y="12">
                {at + 1}
              </text>
            </g>
          ))}
          {height > HEIGHT && (
            <text x="2" y={height - FOOT / 2 + 4}>
              {studyText("graph.luck")}
            </text>
          )}
          {luck.map(({ index, amount }) => {
            const tall = (Math.abs(amount) / luckiest) * (FOOT / 2 - 1);
            const foot = height - FOOT / 2;
            return (
              <rect
                key={index}
                class={amount < 0 ? "luck bad" : "luck"}
                x={x(index) - Math.min(3, apart) / 2}
                y={amount < 0 ? foot : foot - tall}
                width={Math.min(3, apart)}
                height={Math.max(1, tall)}
              />
            );
          })}
          <path class="now" d={`M${x(here)} 16V${height - 4}`} />
        </svg>
      </div>
      {apart >= ROOM && <Legend kinds={new Set(points.map((point) => kindOf(point, up)))} />}
      <table class="sr">
        <caption>{name}</caption>
        <tbody>
          {points.map((point) => (
            <tr key={point.index}>
              <th scope="row">{point.index === 0 ? studyText("graph.start") : line[point.index - 1]?.move}</th>
              <td>
                <Val study={study} value={point.value} you={review.you} />
              </td>
              <td>{luckText(luck.find(({ index }) => index === point.index)?.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
