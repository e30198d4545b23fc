/* The result beside the board: who, how, how much, and what comes next. The final position stays to be seen. */
import { Man } from "../board/Man";
import { number, t } from "../i18n/texts";
import { Link } from "../ui/Link";
import { MatchTable } from "./MatchTable";
import { resultReason, resultTitle } from "./outcome";
import type { Session } from "./session";
import { view } from "./view";

const LONG = 8; /* letters of a word that fit beside the points */

/* Points of the game, or of the match where it has several games. */
function Score({ session }: { session: Session }) {
  const { now, plan } = session;
  const points = (seat: number) =>
    plan.games > 1 ? session.matchPoints[session.sideOf(seat)]! : now.points[seat - 1]!;
  const man = (seat: number) => now.view.seats[seat - 1]!.kind;
  const first = session.alone || 1;
  const who = (seat: number) => (
    <div>
      {man(seat) !== null && <Man game={now.game} kind={man(seat)!} />}
      <b>{session.nameAt(seat)}</b>
    </div>
  );
  if (
    session.seats.length === 2 &&
    session.seats.every(
      (seat) =>
        session.nameAt(seat).length <= 2 * LONG &&
        session
          .nameAt(seat)
          .split(" ")
          .every((word) => word.length <= LONG),
    )
  ) {
    const second = 3 - first;
    return (
      <div class="card score">
        {who(first)}
        <span class="big num">
          {number(points(first))} : {number(points(second))}
        </span>
        {who(second)}
      </div>
    );
  }
  return (
    <ul class="card score score--many">
      {session.seats.map((seat) => (
        <li key={seat}>
          {who(seat)}
          <span class="big num">{number(points(seat))}</span>
        </li>
      ))}
    </ul>
  );
}

export function Result({ session }: { session: Session }) {
  const { plan, matchOver } = session;
  const next = () => {
    view.review(false);
    session.next();
  };
  return (
    <section class="outcome" aria-labelledby="result">
      <div class="head">
        <h2 id="result" tabIndex={-1}>
          {resultTitle(session)}
        </h2>
        <p>{resultReason(session)}</p>
      </div>
      <Score session={session} />
      <div class="acts">
        <button class="btn btn--go btn--big" type="button" onClick={next}>
          {matchOver ? t("play.rematch") : t("play.next-game")}
        </button>
        <button class="btn btn--big" type="button" onClick={() => view.review(true)}>
          {t("play.review")}
        </button>
      </div>
      {plan.games > 1 && <MatchTable session={session} whole />}
      <div class="acts more">
        {session.undoable && (
          <button class="btn btn--quiet" type="button" onClick={() => session.undo()}>
            {t("play.undo")}
          </button>
        )}
        <button class="btn btn--quiet" type="button" onClick={() => view.show("export")}>
          {t("menu.export")}
        </button>
        <Link class="btn btn--quiet" href={`/setup/${session.now.id}`}>
          {t("menu.new")}
        </Link>
        <Link class="btn btn--quiet" href="/">
          {t("play.other-games")}
        </Link>
      </div>
    </section>
  );
}
