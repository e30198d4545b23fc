/* The table of a game between people: the table of play, with presence, clocks, requests and what is said. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { router } from "../../app/router";
import { focusMain, screen } from "../../app/screen";
import { useStore, useStoreNextFrame } from "../../app/store";
import { resultTitle } from "../../game/outcome";
import { number, t } from "../../i18n/texts";
import type { Session } from "../../match/session";
import { ControlButton, offNow, TypeMove } from "../../play/Controls";
import { Info } from "../../play/Info";
import { Live } from "../../play/Message";
import { Moves } from "../../play/Moves";
import { MatchBoard, useSound } from "../../play/Play";
import { Seat, seatClass } from "../../play/Seat";
import { useFocusKept, useShortcuts } from "../../play/shortcuts";
import { hasTray, Tray } from "../../play/Tray";
import { SoundButton } from "../../play/SoundButton";
import { Still } from "../../ui/Still";
import { Bar } from "../../ui/Bar";
import { Icon, type IconName } from "../../ui/Icon";
import { MenuButton } from "../../ui/MenuButton";
import { Link } from "../../ui/Link";
import { titleOf } from "../../ui/titles";
import { useTitle } from "../../ui/useTitle";
import { clockText } from "../line/clock";
import type { LiveGame } from "./live";
import { LiveDialogs } from "./LiveMenu";
import { LiveMessage } from "./LiveMessage";
import { LiveResult } from "./LiveResult";
import { beingOf, clockOf, PresenceOf, useClockCalls } from "./Presence";
import { SaidLine, SayButtons, sheet } from "./Say";
import { o } from "../common/words";
import { myGames } from "../mine/games";
import { quiet } from "../mine/quiet";

const SPOKEN = 30_000; /* that somebody came or went is said at most every so often */

/** Whom one plays with: "with Mara", "4 players", "watching". */
function detailOf(live: LiveGame, session: Session): string {
  const { match: series } = live.info;
  const round = series ? t("play.game-of", { game: series.game + 1, games: series.games }) : "";
  const who =
    live.you === 0
      ? session.match.seats.map((seat) => session.match.nameAt(seat)).join(" – ")
      : session.match.seats.length === 2
        ? o("with", { who: session.match.nameAt(3 - live.you) })
        : o("players", { count: session.match.seats.length });
  return round === "" ? who : `${who}, ${round}`;
}

/** The next game in which one is waited for, and how many there are; without one, the way to all of them. */
function NextGame({ id }: { id: string }) {
  const mine = useStore(myGames);
  const next = mine.after(id);
  if (next === undefined)
    return (
      <Link class="btn btn--quiet wide-only" href="/games">
        <Icon name="clock" />
        {o("games.title")}
      </Link>
    );
  const count = `(${number(mine.others(id).length)})`;
  return (
    <Link class="btn btn--quiet nextgame" href={next} aria-label={`${o("games.next")} ${count}`}>
      <Icon name="next" />
      <span class="wide-only">{o("games.next")}</span>
      {count}
    </Link>
  );
}

function Tools({ live }: { live: LiveGame }) {
  const { spectators } = live.info;
  return (
    <div class="tools">
      {spectators > 0 && (
        <span class="crowd">
          <Icon name="eye" />
          <span>
            {spectators}
            <span class="wide-only"> {o("watching", { count: spectators })}</span>
            <span class="sr narrow-only">{o("watching", { count: spectators })}</span>
          </span>
        </span>
      )}
      <NextGame id={live.id} />
      <SoundButton />
      <MenuButton />
    </div>
  );
}

const offLive = (session: Session) =>
  session.game.over || session.match.closed ? t("play.off-over") : offNow(session);

/** Asks the others for something, or says why not now. */
function request(live: LiveGame, session: Session, offer: "draw" | "takeback"): void {
  const off = offLive(session) ?? live.waits(offer);
  if (off === undefined) live.offer(offer);
  else session.remark(off);
}

function LiveControls({ live, session }: { live: LiveGame; session: Session }) {
  useStore(sheet);
  if (screen.typing === session.game && live.you > 0 && !session.game.over) return <TypeMove session={session} />;
  const off = offLive(session);
  const say = (does: () => void) => () => (off === undefined ? does() : session.remark(off));
  const asks = (icon: IconName, label: string, offer: "draw" | "takeback") => (
    <ControlButton
      icon={icon}
      label={label}
      off={off ?? live.waits(offer)}
      onDo={() => request(live, session, offer)}
    />
  );
  const flip = <ControlButton icon="flip" label={t("play.flip")} onDo={() => session.flip()} />;
  if (live.you === 0)
    return (
      <div class="ctrl ctrl--two" role="group" aria-label={t("play.controls")}>
        {flip}
        <ControlButton icon="end" label={o("leave")} onDo={() => router.go("/")} />
      </div>
    );
  const many = session.match.seats.length > 2;
  const talk = <ControlButton icon="say" label={o("say")} onDo={() => sheet.show(!sheet.open)} />;
  const resign = (
    <ControlButton icon="flag" label={t("play.resign")} off={off} onDo={say(() => screen.show("resign"))} />
  );
  return (
    <div class="ctrl" role="group" aria-label={t("play.controls")}>
      {many ? (
        <>
          {talk}
          {flip}
          <ControlButton icon="people" label={o("seats")} onDo={() => screen.show("seats")} />
          {resign}
        </>
      ) : (
        <>
          {asks("undo", t("play.undo"), "takeback")}
          {asks("draw", o("draw"), "draw")}
          {talk}
          {resign}
        </>
      )}
    </div>
  );
}

/* That somebody comes or goes is said, but not again and again. */
function usePresenceSpoken(live: LiveGame, session: Session): void {
  const last = useRef({ at: 0, is: "" });
  const others = session.match.seats.filter((seat) => seat !== live.you && live.info.seats[seat - 1]?.person);
  const is = others.map((seat) => beingOf(live, seat)).join();
  useEffect(() => {
    const { at, is: before } = last.current;
    if (before !== "" && before !== is && Date.now() - at > SPOKEN) {
      const changed = others.find((_, index) => before.split(",")[index] !== is.split(",")[index]);
      const being = changed && beingOf(live, changed);
      if (changed && being && being !== "engine")
        session.speak(o(`spoken.${being}`, { who: session.match.nameAt(changed) }));
      last.current.at = Date.now();
    }
    last.current.is = is;
  }, [is]);
}

/* Hides the phrases of the others, or shows them again, and says so. */
function mute(live: LiveGame, session: Session): void {
  const { others } = live;
  const persons = others.map((seat) => live.info.seats[seat - 1]!.person!);
  if (persons.length === 0) return session.remark(o("nobody-to-mute"));
  const hides = persons.some((person) => !quiet.isMuted(person));
  for (const person of persons) quiet.mute(person, hides);
  const who = others.map((seat) => session.match.nameAt(seat)).join(", ");
  session.remark(o(hides ? "muted" : "unmuted", { who }));
}

/* The keys of a live game; hints are not given while one plays with people. */
function keysOf(live: LiveGame, session: Session): Record<string, () => void> {
  const clocks = () =>
    session.match.seats
      .map((seat) => ({ who: session.match.nameAt(seat), left: live.left(seat) }))
      .map(({ who, left }) => (left === undefined ? "" : o("clock-read", { who, time: clockText(left) })))
      .join(" ");
  return {
    u: () => live.you > 0 && request(live, session, "takeback"),
    h: () => session.remark(o("no-hints")),
    s: () => live.you > 0 && sheet.show(!sheet.open),
    k: () => session.speak(live.info.clock.kind === "none" ? o("online.no-clock") : clocks()),
    q: () => live.you > 0 && mute(live, session),
    n: () => router.go(myGames.after(live.id) ?? "/games"),
  };
}

export function LivePlay({ live, session }: { live: LiveGame; session: Session }) {
  useStoreNextFrame(session);
  useStoreNextFrame(live);
  useStore(screen);
  useStore(sheet);
  useShortcuts(session, keysOf(live, session));
  useFocusKept();
  useSound(session);
  useClockCalls(live);
  usePresenceSpoken(live, session);
  useEffect(() => {
    session.enter();
    return () => {
      session.leave();
      sheet.open = false;
    };
  }, [session]);
  /* The other one took the rematch, or we did: there it goes on. */
  const { next, match: series } = live.info;
  const wasOpen = useRef(next === undefined);
  useEffect(() => {
    if (next !== undefined && wasOpen.current && live.you > 0 && !series) router.go(`/g/${next}`);
  }, [next]);
  const { game, match } = session;
  const { now, table, over } = game;
  const ended = over || live.info.state === "ended";
  const result = ended && screen.reviewing !== game.events;
  useEffect(() => {
    if (result) focusMain();
  }, [ended]);
  const title = titleOf(now.id);
  const own = now.seat > 0 && now.seat === live.you && !ended;
  useTitle(over ? resultTitle(match) : own ? t("play.tab-you") : detailOf(live, session), title);
  /* Whose turn it is counts among one's games, too. */
  useEffect(() => {
    if (live.you === 0) return;
    void quiet.load(false);
    return myGames.watch();
  }, [live.you > 0]);
  const turn = game.proposed === undefined ? own : undefined; /* what the server has not answered it does not count */
  useEffect(() => void (live.you > 0 && turn !== undefined && myGames.load()), [turn]);
  const start = useMemo(() => table.state(0), [table]);
  const many = match.seats.length > 2;
  const bottom = session.flipped && live.you === 0 ? 2 : live.you || 1;
  const tray = hasTray(start);
  const seat = (number: number) => (
    <Seat
      session={session}
      seat={number}
      start={start}
      presence={<PresenceOf live={live} seat={number} />}
      clock={clockOf(live, number)}
    />
  );
  const place = (number: number, where: string) => (
    <section class={`${seatClass(session, number)} ${where}`} aria-label={match.nameAt(number)}>
      {seat(number)}
    </section>
  );
  return (
    <div class="playpage livepage">
      <Bar title={title} detail={detailOf(live, session)}>
        <Tools live={live} />
      </Bar>
      <main
        id="main"
        class={`table${many ? " table--many" : ""}${result ? " table--result" : ""}${tray ? " table--tray" : ""}`}
        data-last={live.last}
      >
        <Still by={[session]} draw={() => <MatchBoard session={session} />} />
        {result ? (
          <LiveResult live={live} session={session} />
        ) : (
          <>
            {many ? (
              <ul class="seats">
                {match.seats.map((number) => (
                  <li key={number} class={seatClass(session, number)}>
                    {seat(number)}
                  </li>
                ))}
              </ul>
            ) : (
              place(3 - bottom, "top")
            )}
            {sheet.open ? (
              <SayButtons live={live} />
            ) : (
              <Moves session={session}>
                <SaidLine live={live} />
              </Moves>
            )}
            {tray && <Tray session={session} />}
            <LiveMessage live={live} session={session} />
            <LiveControls live={live} session={session} />
            {!many && place(bottom, "bottom")}
          </>
        )}
        <Info session={session} />
      </main>
      <Live session={session} />
      <LiveDialogs live={live} session={session} />
    </div>
  );
}
