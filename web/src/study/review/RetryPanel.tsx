/* Beside the board while the better move is looked for: what is asked, what came of a try, what was tried. */
import { Die } from "../../board/Die";
import { lastFace, pointsLeft } from "../../game/roll";
import { number, say, t } from "../../i18n/texts";
import { Icon } from "../../ui/Icon";
import { Unbroken } from "../../ui/Unbroken";
import type { Retry } from "./retry";
import type { Study } from "../study";
import { StudyNote, Things } from "../StudyDesk";
import { answerWords, Val } from "../Val";
import { about, s } from "../words";

/* The roll that is being spent, and how much of it is left. */
function Rolled({ study }: { study: Study }) {
  const { now, table, hasDice } = study;
  const face = hasDice ? lastFace(table, table.events()) : null;
  if (face === null) return null;
  return (
    <p class="rolled">
      <Die face={face} />
      {t("tray.left", { points: pointsLeft(now) })}
    </p>
  );
}

/* In mid-move, what the game asks next. */
function Asked({ study }: { study: Study }) {
  const { ask } = study.touching;
  return ask ? (
    <p class="msg" role="status">
      {say(study.now.id, ask)}
    </p>
  ) : null;
}

function taskWords({ judged, review }: Retry): string {
  const { player } = judged.turn;
  const { move } = judged.ply;
  return about(player === review.you, "retry.task", { who: review.study.nameOf(player), move });
}

const VERDICTS = { best: "retry.right", accepted: "retry.accepted", wrong: "retry.wrong" } as const;

export function RetryPanel({ retry }: { retry: Retry }) {
  const { review, judged, tried, busy, solved } = retry;
  const { study, turning } = review;
  const last = tried.at(-1);
  const at = turning.findIndex(({ index }) => index === judged.index);
  return (
    <>
      <section class="ask card">
        {at >= 0 && <p class="sub">{s("retry.number", { number: at + 1, count: turning.length })}</p>}
        <h2>{s("retry.find")}</h2>
        <p>
          <Unbroken text={taskWords(retry)} />
        </p>
        <Rolled study={study} />
      </section>
      {!busy && !solved && (
        <>
          <Things study={study} />
          {study.note ? <StudyNote study={study} /> : <Asked study={study} />}
        </>
      )}
      <div aria-live="polite">
        {busy && <p class="msg">{s("lines.thinking")}</p>}
        {last && !busy && (
          <div class={`msg msg--${solved ? "good" : "why"}`}>
            <Icon name={solved ? "good" : "why"} />
            <p>
              <b>
                <Unbroken text={s(VERDICTS[last.verdict], { move: last.move })} />
              </b>{" "}
              {!solved && last.reply && <Unbroken text={answerWords(study, last.reply, last.value, review.you)} />}
            </p>
            {!solved && retry.onBoard && (
              <button class="btn" type="button" onClick={() => retry.another()}>
                {s("retry.another")}
              </button>
            )}
          </div>
        )}
      </div>
      <section class="card grow tried" aria-label={s("retry.tried")}>
        <div class="cardhead">
          <h2>{s("retry.tried")}</h2>
        </div>
        <ul>
          {tried.map(({ move, value }, index) => (
            <li key={move}>
              <span class="no">{number(index + 1)}</span> <b class="not">{move}</b>{" "}
              <Val study={study} value={value} you={review.you} />
            </li>
          ))}
        </ul>
      </section>
      <div class="go3">
        <button
          class="btn"
          type="button"
          aria-disabled={solved ? "true" : undefined}
          onClick={() => !solved && retry.hint()}
        >
          {s("retry.hint")}
        </button>
        <button class="btn" type="button" onClick={() => retry.show()}>
          {s("retry.show")}
        </button>
        {solved && turning.length > 1 && (
          <button class="btn btn--go" type="button" onClick={() => review.retryNext()}>
            {s("review.next")}
          </button>
        )}
        <button class="btn" type="button" onClick={() => review.endRetry()}>
          {s("retry.end")}
        </button>
      </div>
    </>
  );
}
