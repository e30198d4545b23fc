/* The result beside the board: who, how, how much, and what comes next. The final position stays to be seen. */
import { nextFrame } from "../ui/deferred";
import { Man } from "../board/Man";
import { number, t } from "../i18n/texts";
import { Link } from "../ui/Link";
import { MatchTable } from "./MatchTable";
import { resultReason, resultTitle } from "../game/outcome";
import type { Session } from "../match/session";
import { overlay } from "../app/overlay";
import { openStudy } from "../storage/study";

const LONG = 8; /* letters of a word that fit beside the points */

/* Points of the game, or of the match where it has several games. */
export const Score = nextFrame(function Score({ session }: { session: Session }) {
  const { now } = session.game;
  const { plan } = session.match;
  const points = (seat: number) =>
    plan.games > 1 ? session.match.points[session.match.sideOf(seat)]! : now.points[seat - 1]!;
  const man = (seat: number) => now.view.seats[seat - 1]!.kind;
  const first = session.match.alone || 1;
  const who = (seat: number) => (
    <div>
      {man(seat) !== null && <Man game={now.game} kind={man(seat)!} />}
      <b>{session.match.nameAt(seat)}</b>
    </div>
  );
  if (
    session.match.seats.length === 2 &&
    session.match.seats.every(
      (seat) =>
        session.match.nameAt(seat).length <= 2 * LONG &&
        session.match
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
      {session.match.seats.map((seat) => (
        <li key={seat}>
          {who(seat)}
          <span class="big num">{number(points(seat))}</span>
        </li>
      ))}
    </ul>
  );
});

export const Result = nextFrame(function Result({ session }: { session: Session }) {
  const { plan, over: matchOver } = session.match;
  return (
    <section class="outcome" aria-labelledby="result">
      <div class="head">
        <h2 id="result" tabIndex={-1}>
          {resultTitle(session.match)}
        </h2>
        <p>{resultReason(session.match)}</p>
      </div>
      <Score session={session} />
      <div class="acts">
        <button class="btn btn--go btn--big" type="button" onClick={() => session.next()}>
          {matchOver ? t("play.rematch") : t("play.next-game")}
        </button>
        <button class="btn btn--big" type="button" onClick={() => openStudy(session.match.record(), "/study/review")}>
          {t("play.review")}
        </button>
      </div>
      {plan.games > 1 && <MatchTable match={session.match} whole />}
      <div class="acts more">
        {session.match.undoable && (
          <button class="btn btn--quiet" type="button" onClick={() => session.undo()}>
            {t("play.undo")}
          </button>
        )}
        <button class="btn btn--quiet" type="button" onClick={() => overlay.review(session.game.events)}>
          {t("moves.name")}
        </button>
        <button class="btn btn--quiet" type="button" onClick={() => openStudy(session.match.record())}>
          {t("menu.study")}
        </button>
        <button class="btn btn--quiet" type="button" onClick={() => overlay.show("export")}>
          {t("menu.export")}
        </button>
        <Link class="btn btn--quiet" href={`/setup/${session.game.now.id}`}>
          {t("menu.new")}
        </Link>
        <Link class="btn btn--quiet" href="/">
          {t("play.other-games")}
        </Link>
      </div>
    </section>
  );
});
