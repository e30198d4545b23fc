/* What the one message of a live game says: the connection, requests, who is away; else what the game says. */
import { useEffect, useRef } from "preact/hooks";
import { router } from "../../app/router";
import { useStore } from "../../app/store";
import type { Session } from "../../match/session";
import { Do, MessageBox, type BoxText } from "../../play/Message";
import { say, t } from "../../i18n/texts";
import type { LiveGame } from "./live";
import { useTick } from "../common/time";
import { silence } from "./Presence";
import type { OfferState } from "../line/types";
import { wire } from "../line/wire";
import { o } from "../common/words";

const NOTICED = 2000;
const MINUTE = 60_000;

const nameOf = (session: Session, seat: number) => session.match.nameAt(seat);

/** No line for a while, and why, where the server said so. */
function connection(live: LiveGame): BoxText | undefined {
  if (wire.state === "signed-out" || live.out) return { tone: "bad", text: o("put-out") };
  if (wire.since === 0 || Date.now() - wire.since < NOTICED) return undefined;
  const does = wire.state === "waiting" && <Do label={o("now")} onDo={() => wire.now()} />;
  const clock = live.running && live.you > 0 ? (live.clocks?.running ?? 0) : 0;
  const trying = clock === 0 ? "trying" : clock === live.you ? "clock-runs-on" : "clock-may-run";
  const lost = () => `${o("no-connection")} ${o(trying)}`;
  const { why } = wire;
  const told = why === "restart" || why === "slow" || why === "flood" || why === "too-many-sockets";
  return { tone: "neutral", icon: "again", text: told ? o(`closed.${why}`) : lost(), does };
}

/** What somebody asks of us: the safe answer first. */
function request(live: LiveGame, session: Session, { offer, by, seat }: OfferState): BoxText {
  const who = nameOf(session, by);
  const last = session.game.events.findLast((event) => event.seat === by && !event.roll)?.move ?? "";
  const text = {
    draw: () => o("offer.draw", { who }),
    takeback: () => o("offer.back", { who, move: last }),
    rematch: () => o("offer.rematch", { who }),
    engine: () => o("offer.engine", { who, other: nameOf(session, seat) }),
  }[offer]();
  const does = (
    <>
      <Do label={o(offer === "rematch" ? "no" : "decline")} onDo={() => live.send("decline")} />
      <Do label={o(`accept.${offer}`)} onDo={() => live.send("accept")} />
    </>
  );
  return { tone: "neutral", icon: offer === "draw" ? "draw" : "undo", text, does };
}

function ownRequest(live: LiveGame, offer: OfferState): BoxText | undefined {
  if (offer.by !== live.you) return undefined;
  const text = o(`offered.${offer.offer}`);
  return { tone: "neutral", text, does: <Do label={o("withdraw")} onDo={() => live.send("withdraw")} /> };
}

/** Somebody whose turn it is has been away for a minute: with more than two the program may stand in. */
function away(live: LiveGame, session: Session, waited: number, wait: () => void): BoxText | undefined {
  const seat = session.game.now.seat;
  const { info } = live;
  if (!live.running || seat === 0 || seat === live.you || live.you === 0) return undefined;
  const place = info.seats[seat - 1]!;
  if (place.person === undefined || place.level !== undefined) return undefined;
  const who = nameOf(session, seat);
  const silent = silence(live, seat);
  if (info.seats.length > 2 && (place.away || silent > MINUTE) && waited !== seat) {
    const does = (
      <>
        <Do label={o("wait")} onDo={wait} />
        <Do label={o("program-button")} onDo={() => live.offer("engine", { seat })} />
      </>
    );
    return { tone: "neutral", text: o("is-away", { who }), does };
  }
  if (info.clock.kind === "none" && silent > 3 * MINUTE && waited !== seat) {
    const does = (
      <>
        <Do label={o("wait")} onDo={wait} />
        <Do label={o("put-away")} onDo={() => router.go("/games")} />
      </>
    );
    return { tone: "neutral", text: o("away-long", { who }), does };
  }
  return undefined;
}

/** The program has my seat. */
function standIn(live: LiveGame): BoxText | undefined {
  const own = live.info.seats[live.you - 1];
  if (!live.running || own?.level === undefined) return undefined;
  if (own.returning) return { tone: "neutral", text: o("returning") };
  return { tone: "neutral", text: o("stood-in"), does: <Do label={o("return")} onDo={() => live.send("return")} /> };
}

/** Whose turn it is, when it is not ours. */
function turn(live: LiveGame, session: Session): BoxText | undefined {
  const { game, match, narrator } = session;
  if (game.past || narrator.note || game.proposed !== undefined || session.unconfirmed !== undefined) return undefined;
  if (live.pending && game.now.turn === "chance") return { tone: "neutral", text: o("rolling") };
  if (game.over) return undefined;
  if (match.closed) return { tone: "neutral", text: o(live.info.cause === "aborted" ? "aborted" : "over") };
  if (match.personToMove > 0) {
    const last = game.events.at(-1);
    const { prompt } = game.now.view;
    if (!last || last.seat === live.you || last.seat === 0 || last.roll || last.gave_up || session.gained)
      return undefined;
    const moved = o("moved", { who: match.nameAt(last.seat), move: last.move });
    return traySafe(session)
      ? { tone: "neutral", text: `${moved} ${prompt ? say(game.now.id, prompt) : t("play.tab-you")}` }
      : undefined;
  }
  const key = game.now.turn === "chance" ? "rolls-next" : "to-move";
  const whose = o(key, { who: match.nameAt(game.now.seat) });
  return { tone: "neutral", text: live.you === 0 ? `${o("watching-now")} ${whose}` : whose };
}

/* Where the controls of the game stand in the message, it is left to the game. */
const traySafe = (session: Session) => session.game.now.view.controls.length === 0;

export function LiveMessage({ live, session }: { live: LiveGame; session: Session }) {
  useStore(wire);
  useTick(1000);
  const waited = useRef(0);
  const spoken = useRef<string>();
  const { offer } = live.info;
  const mark = offer && live.asked ? `${offer.offer} ${offer.by}` : undefined;
  const asked = live.asked && request(live, session, live.asked);
  useEffect(() => {
    if (asked && mark !== spoken.current) session.speak(asked.text);
    spoken.current = mark;
  }, [mark]);
  const wait = () => {
    waited.current = session.game.now.seat;
    session.release();
  };
  if (session.game.now.seat !== waited.current) waited.current = 0;
  const first =
    (live.damaged || live.info.state === "damaged"
      ? ({ tone: "bad", text: o("online.damaged") } as BoxText)
      : undefined) ??
    (live.gone ? ({ tone: "neutral", text: o("gone-private") } as BoxText) : undefined) ??
    connection(live) ??
    (session.unconfirmed === undefined && session.game.proposed === undefined ? asked : undefined) ??
    (session.narrator.note ? undefined : (standIn(live) ?? (offer && ownRequest(live, offer)))) ??
    (session.narrator.note ? undefined : away(live, session, waited.current, wait)) ??
    turn(live, session);
  return <MessageBox session={session} first={first} />;
}
