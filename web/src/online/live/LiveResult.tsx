/* The end of a game between people: the result, a rematch with sides changed, and the next game of a match. */
import { overlay } from "../../app/overlay";
import { resultReason, resultTitle } from "../../game/outcome";
import { number, t } from "../../i18n/texts";
import type { Session } from "../../match/session";
import { Do } from "../../play/Message";
import { Score } from "../../play/Result";
import { openStudy } from "../../storage/study";
import { nextFrame } from "../../ui/deferred";
import { Link } from "../../ui/Link";
import { gameOf } from "../../core/table";
import type { LiveGame } from "./live";
import { onlineText } from "../common/words";

/** The points of the match, this game included, by name. */
function Standing({ live, session }: { live: LiveGame; session: Session }) {
  const { match: series, points = [] } = live.info;
  if (!series) return null;
  const rows = session.match.seats.map((seat) => ({
    who: session.match.nameAt(seat),
    points: number((series.points[seat - 1] ?? 0) + (points[seat - 1] ?? 0)),
  }));
  return (
    <p class="standing">
      {onlineText("match-stands", { game: series.game + 1, games: series.games })}{" "}
      {rows.map(({ who, points: sum }) => `${who} ${sum}`).join(", ")}
    </p>
  );
}

/** A request for a rematch, of the player or of an opponent. The page speaks it elsewhere. */
function RematchRequest({ live, session }: { live: LiveGame; session: Session }) {
  const { offer, next } = live.info;
  if (offer === undefined && next === undefined && live.declined !== undefined)
    return (
      <div class="msg">
        <p>{live.declined()}</p>
      </div>
    );
  if (offer?.offer !== "rematch" || next !== undefined) return null;
  const own = offer.by === live.you;
  if (!own && !live.asked) return null;
  return (
    <div class="msg">
      <p>
        {own ? (
          onlineText("offered.rematch")
        ) : (
          <b>{onlineText("offer.rematch", { who: session.match.nameAt(offer.by) })}</b>
        )}
      </p>
      <div class="does">
        {own ? (
          <Do label={onlineText("withdraw")} onDo={() => live.send("withdraw")} />
        ) : (
          <>
            <Do label={onlineText("no")} onDo={() => live.send("decline")} />
            <button class="btn btn--go" type="button" onClick={() => live.send("accept")}>
              {onlineText("accept.rematch")}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/* A player who resigned has left the game, and can be asked for another one all the same. */
function Rematch({ live }: { live: LiveGame }) {
  const { next, offer, match: series, seats, cause } = live.info;
  if (next !== undefined)
    return (
      <Link class="btn btn--go btn--big" href={`/g/${next}`}>
        {t(series && series.game + 1 < series.games ? "play.next-game" : "play.rematch")}
      </Link>
    );
  const others = seats.some(({ person }, index) => person && index + 1 !== live.you);
  if (live.you === 0 || cause === "aborted" || !others || offer?.offer === "rematch") return null;
  return (
    <button class="btn btn--go btn--big" type="button" onClick={() => live.offer("rematch")}>
      {t("play.rematch")}
    </button>
  );
}

export const LiveResult = nextFrame(function LiveResult({ live, session }: { live: LiveGame; session: Session }) {
  const { match, game } = session;
  const aborted = !game.over;
  return (
    <section class="outcome" aria-labelledby="result">
      <div class="head">
        <h2 id="result" tabIndex={-1}>
          {aborted ? onlineText("aborted-title") : resultTitle(match)}
        </h2>
        <p>{aborted ? onlineText("aborted") : resultReason(match)}</p>
      </div>
      {!aborted && <Score session={session} />}
      <Standing live={live} session={session} />
      <RematchRequest live={live} session={session} />
      <div class="acts">
        <Rematch live={live} />
        {aborted ? (
          <button class="btn btn--big" type="button" onClick={() => overlay.review(game.events)}>
            {t("play.review")}
          </button>
        ) : (
          <button class="btn btn--big" type="button" onClick={() => openStudy(match.record(), "/study/review")}>
            {t("play.review")}
          </button>
        )}
      </div>
      <div class="acts more">
        <button class="btn btn--quiet" type="button" onClick={() => overlay.review(game.events)}>
          {t("moves.name")}
        </button>
        <button class="btn btn--quiet" type="button" onClick={() => openStudy(match.record())}>
          {t("menu.study")}
        </button>
        <button class="btn btn--quiet" type="button" onClick={() => overlay.show("export")}>
          {t("menu.export")}
        </button>
        <Link class="btn btn--quiet" href={`/friend/${gameOf(live.info.game)}`}>
          {onlineText("friend.title")}
        </Link>
        <Link class="btn btn--quiet" href="/games">
          {onlineText("games.title")}
        </Link>
        <Link class="btn btn--quiet" href="/">
          {t("play.other-games")}
        </Link>
      </div>
    </section>
  );
});
