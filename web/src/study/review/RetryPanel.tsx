/* Beside the board while the better move is looked for: the task, the result of a try, and all tries. */
import { Die } from "../../board/Die";
import { lastFace, pointsLeft } from "../../game/roll";
import { number, t } from "../../i18n/texts";
import { Icon } from "../../ui/Icon";
import { Unbroken } from "../../ui/Unbroken";
import { MoveMessage } from "../Message";
import { LiveRegion } from "../../ui/Status";
import type { Study } from "../study";
import { Things } from "../Things";
import { answerWords, Val } from "../Val";
import { about, studyText } from "../words";
import type { Retry } from "./retry";

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

function taskWords({ judged, review }: Retry): string {
  const { player } = judged.turn;
  const { move } = judged.ply;
  return about(player === review.you, "retry.task", { who: review.study.nameOf(player), move });
}

const VERDICTS = { best: "retry.right", accepted: "retry.accepted", wrong: "retry.wrong" } as const;

export function RetryPanel({ retry }: { retry: Retry }) {
  const { review, judged, tried, isBusy, isSolved } = retry;
  const { study, turning } = review;
  const last = tried.at(-1);
  const at = turning.findIndex(({ index }) => index === judged.index);
  return (
    <>
      <section class="ask card">
        {at >= 0 && <p class="sub">{studyText("retry.number", { number: at + 1, count: turning.length })}</p>}
        <h2>{studyText("retry.find")}</h2>
        <p>
          <Unbroken text={taskWords(retry)} />
        </p>
        <Rolled study={study} />
      </section>
      {!isBusy && !isSolved && <Things study={study} />}
      <MoveMessage study={study} isOff={isBusy || isSolved} />
      <LiveRegion class="">
        {isBusy && <p class="msg">{studyText("lines.thinking")}</p>}
        {last && !isBusy && (
          <div class={`msg msg--${isSolved ? "good" : "why"}`}>
            <Icon name={isSolved ? "good" : "why"} />
            <p>
              <b>
                <Unbroken text={studyText(VERDICTS[last.verdict], { move: last.move })} />
              </b>{" "}
              {!isSolved && last.reply && <Unbroken text={answerWords(study, last.reply, last.value, review.you)} />}
            </p>
            {!isSolved && retry.isOnBoard && (
              <button class="btn" type="button" onClick={() => retry.another()}>
                {studyText("retry.another")}
              </button>
            )}
          </div>
        )}
      </LiveRegion>
      <section class="card grow tried" aria-label={studyText("retry.tried")}>
        <div class="cardhead">
          <h2>{studyText("retry.tried")}</h2>
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
          aria-disabled={isSolved ? "true" : undefined}
          onClick={() => !isSolved && retry.hint()}
        >
          {studyText("retry.hint")}
        </button>
        <button class="btn" type="button" onClick={() => retry.show()}>
          {studyText("retry.show")}
        </button>
        {isSolved && turning.length > 1 && (
          <button class="btn btn--go" type="button" onClick={() => review.retryNext()}>
            {studyText("review.next")}
          </button>
        )}
        <button class="btn" type="button" onClick={() => review.endRetry()}>
          {studyText("retry.end")}
        </button>
      </div>
    </>
  );
}
