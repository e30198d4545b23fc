/* The message of a live game: the connection, requests, players who are away; otherwise what the game says. */
import { untracked } from "@preact/signals";
import { useState } from "preact/hooks";
import { router } from "../../app/router";
import type { Session } from "../../match/session";
import { Do, MessageBox, type BoxText } from "../../play/Message";
import { say, t } from "../../i18n/texts";
import { nextFrame } from "../../ui/deferred";
import { useScope } from "../../ui/useScope";
import type { LiveGame } from "./live";
import { useTick } from "../common/time";
import { silence } from "./Presence";
import type { OfferState } from "../line/types";
import { wire } from "../line/wire";
import { onlineText } from "../common/words";

const NOTICED = 2000; /* ms; a shorter loss of the connection is not mentioned */
const MINUTE = 60_000;

const nameOf = (session: Session, seat: number) => session.match.nameAt(seat);

/** There has been no connection for a while; with the server's reason if there is one. */
function connection(live: LiveGame): BoxText | undefined {
  if (wire.state === "signed-out" || live.isSignedOut) return { tone: "bad", text: onlineText("put-out") };
  if (wire.since === 0 || Date.now() - wire.since < NOTICED) return undefined;
  const does = wire.state === "waiting" && <Do label={onlineText("now")} onDo={() => wire.now()} />;
  const clock = live.isRunning && live.you > 0 ? (live.clocks?.running ?? 0) : 0;
  const trying = clock === 0 ? "trying" : clock === live.you ? "clock-runs-on" : "clock-may-run";
  const lost = () => `${onlineText("no-connection")} ${onlineText(trying)}`;
  const { why } = wire;
  const told = why === "restart" || why === "slow" || why === "flood" || why === "too-many-sockets";
  return { tone: "neutral", icon: "again", text: told ? onlineText(`closed.${why}`) : lost(), does };
}

/* A request of an opponent. */
function requestText(session: Session, { offer, by, seat }: OfferState): string {
  const who = nameOf(session, by);
  const last = session.game.events.findLast((event) => event.seat === by && !event.roll)?.move ?? "";
  return {
    draw: () => onlineText("offer.draw", { who }),
    takeback: () => onlineText("offer.back", { who, move: last }),
    rematch: () => onlineText("offer.rematch", { who }),
    engine: () => onlineText("offer.engine", { who, other: nameOf(session, seat) }),
  }[offer]();
}

/* The safe answer comes first. */
function request(live: LiveGame, session: Session, asked: OfferState): BoxText {
  const { offer } = asked;
  const text = requestText(session, asked);
  const does = (
    <>
      <Do label={onlineText(offer === "rematch" ? "no" : "decline")} onDo={() => live.send("decline")} />
      <Do label={onlineText(`accept.${offer}`)} onDo={() => live.send("accept")} />
    </>
  );
  return { tone: "neutral", icon: offer === "draw" ? "draw" : "undo", text, does };
}

function ownRequest(live: LiveGame, offer: OfferState): BoxText | undefined {
  if (offer.by !== live.you) return undefined;
  const text = onlineText(`offered.${offer.offer}`);
  return { tone: "neutral", text, does: <Do label={onlineText("withdraw")} onDo={() => live.send("withdraw")} /> };
}

/** The player to move has been away for a minute: with more than two players the computer may play for them. */
function away(live: LiveGame, session: Session, hasWaited: boolean, wait: () => void): BoxText | undefined {
  const seat = session.game.now.seat;
  const { info } = live;
  if (!live.isRunning || seat === 0 || seat === live.you || live.you === 0) return undefined;
  const place = info.seats[seat - 1]!;
  if (place.person === undefined || place.level !== undefined) return undefined;
  const who = nameOf(session, seat);
  const silent = silence(live, seat);
  if (info.seats.length > 2 && (place.away || silent > MINUTE) && !hasWaited) {
    const does = (
      <>
        <Do label={onlineText("wait")} onDo={wait} />
        <Do label={onlineText("program-button")} onDo={() => live.offer("engine", { seat })} />
      </>
    );
    return { tone: "neutral", text: onlineText("is-away", { who }), does };
  }
  if (info.clock.kind === "none" && silent > 3 * MINUTE && !hasWaited) {
    const does = (
      <>
        <Do label={onlineText("wait")} onDo={wait} />
        <Do label={onlineText("put-away")} onDo={() => router.go("/games")} />
      </>
    );
    return { tone: "neutral", text: onlineText("away-long", { who }), does };
  }
  return undefined;
}

/** The computer plays for the player. */
function standIn(live: LiveGame): BoxText | undefined {
  const own = live.info.seats[live.you - 1];
  if (!live.isRunning || own?.level === undefined) return undefined;
  if (own.returning) return { tone: "neutral", text: onlineText("returning") };
  return {
    tone: "neutral",
    text: onlineText("stood-in"),
    does: <Do label={onlineText("return")} onDo={() => live.send("return")} />,
  };
}

/** The last move of an opponent, or the player to move. */
function turn(live: LiveGame, session: Session): BoxText | undefined {
  const { game, match, narrator } = session;
  if (game.past || narrator.note || game.proposed !== undefined || session.unconfirmed !== undefined) return undefined;
  if (live.isPending && game.now.turn === "chance") return { tone: "neutral", text: onlineText("rolling") };
  if (game.over) return undefined;
  if (match.closed) return { tone: "neutral", text: onlineText(live.info.cause === "aborted" ? "aborted" : "over") };
  if (match.personToMove > 0) {
    const last = game.events.at(-1);
    const { prompt } = game.now.view;
    if (!last || last.seat === live.you || last.seat === 0 || last.roll || last.gave_up || session.gained)
      return undefined;
    const moved = onlineText("moved", { who: match.nameAt(last.seat), move: last.move });
    return traySafe(session)
      ? { tone: "neutral", text: `${moved} ${prompt ? say(game.now.id, prompt) : t("play.tab-you")}` }
      : undefined;
  }
  const key = game.now.turn === "chance" ? "rolls-next" : "to-move";
  const whose = onlineText(key, { who: match.nameAt(game.now.seat) });
  return { tone: "neutral", text: live.you === 0 ? `${onlineText("watching-now")} ${whose}` : whose };
}

/* Where the game has its controls in the message, it also has the text. */
const traySafe = (session: Session) => session.game.now.view.controls.length === 0;

/* A request that is spoken: each of an opponent, and the player's own for a rematch, which nothing else speaks. */
function spokenRequest({ asked, info, you }: LiveGame): OfferState | undefined {
  return asked ?? (info.offer?.offer === "rematch" && info.offer.by === you ? info.offer : undefined);
}

/** Speaks each request once, also beside the result. */
export function useRequestsSpoken(live: LiveGame, session: Session): void {
  useScope(
    (scope) => {
      let spoken = "";
      scope.effect(() => {
        const asked = spokenRequest(live);
        const name = asked ? `${asked.offer} ${asked.by}` : "";
        if (asked && name !== spoken)
          untracked(() =>
            session.speak(asked.by === live.you ? onlineText("offered.rematch") : requestText(session, asked)),
          );
        spoken = name;
      });
    },
    [live, session],
  );
}

export const LiveMessage = nextFrame(function LiveMessage({ live, session }: { live: LiveGame; session: Session }) {
  useTick(1000);
  const { events } = session.game;
  const [waitedAt, setWaitedAt] = useState(-1); /* the number of events when the player chose to wait */
  const { offer } = live.info;
  const asked = live.asked && request(live, session, live.asked);
  const wait = () => {
    setWaitedAt(events.length);
    session.release();
  };
  const first =
    (live.isDamaged || live.info.state === "damaged"
      ? ({ tone: "bad", text: onlineText("online.damaged") } as BoxText)
      : undefined) ??
    (live.isGone ? ({ tone: "neutral", text: onlineText("gone-private") } as BoxText) : undefined) ??
    connection(live) ??
    (session.unconfirmed === undefined && session.game.proposed === undefined ? asked : undefined) ??
    (session.narrator.note ? undefined : (standIn(live) ?? (offer && ownRequest(live, offer)))) ??
    (session.narrator.note ? undefined : away(live, session, waitedAt === events.length, wait)) ??
    turn(live, session);
  return <MessageBox session={session} first={first} />;
});
