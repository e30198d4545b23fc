/* The page of a game between people: that of play, with presence, clocks, requests and phrases. */
import { useEffect, useMemo } from "preact/hooks";
import { router } from "../../app/router";
import { focusMain, overlay } from "../../app/overlay";
import { resultTitle } from "../../game/outcome";
import { number, t } from "../../i18n/texts";
import type { Session } from "../../match/session";
import { ControlButton, TypeMove } from "../../play/Controls";
import { Info } from "../../play/Info";
import { Live } from "../../play/Message";
import { Moves } from "../../play/Moves";
import { PlayBoard, useSound } from "../../play/Play";
import { Seat, seatClass } from "../../play/Seat";
import { useFocusRestored, useShortcuts } from "../../play/shortcuts";
import { hasTray, Tray } from "../../play/Tray";
import { SoundButton } from "../../play/SoundButton";
import { Bar } from "../../ui/Bar";
import { nextFrame } from "../../ui/deferred";
import { Icon, type IconName } from "../../ui/Icon";
import { MenuButton } from "../../ui/MenuButton";
import { Link } from "../../ui/Link";
import { titleOf } from "../../ui/titles";
import { useScope } from "../../ui/useScope";
import { useTitle } from "../../ui/useTitle";
import { clockText } from "../line/clock";
import type { LiveGame } from "./live";
import { LiveDialogs } from "./LiveMenu";
import { LiveMessage, useRequestsSpoken } from "./LiveMessage";
import { LiveResult } from "./LiveResult";
import { beingOf, clockOf, PresenceOf, useClockCalls } from "./Presence";
import { SaidLine, SayButtons, sheet, useSaidSpoken } from "./Say";
import { onlineText } from "../common/words";
import { myGames } from "../mine/games";
import { quiet } from "../mine/quiet";

const SPOKEN = 30_000; /* ms between two sentences about presence */

/** The opponents: "with Mara", "4 players", "Jonas – Mara". */
function detailOf(live: LiveGame, session: Session): string {
  const { match: series } = live.info;
  const round = series ? t("play.game-of", { game: series.game + 1, games: series.games }) : "";
  const who =
    live.you === 0
      ? session.match.seats.map((seat) => session.match.nameAt(seat)).join(" – ")
      : session.match.seats.length === 2
        ? onlineText("with", { who: session.match.nameAt(3 - live.you) })
        : onlineText("players", { count: session.match.seats.length });
  return round === "" ? who : `${who}, ${round}`;
}

/** The next game in which it is the player's turn, and how many there are; without one, a link to all games. */
const NextGame = nextFrame(function NextGame({ id }: { id: string }) {
  const next = myGames.after(id);
  if (next === undefined)
    return (
      <Link class="btn btn--quiet wide-only" href="/games">
        <Icon name="clock" />
        {onlineText("games.title")}
      </Link>
    );
  const count = `(${number(myGames.others(id).length)})`;
  return (
    <Link class="btn btn--quiet nextgame" href={next} aria-label={`${onlineText("games.next")} ${count}`}>
      <Icon name="next" />
      <span class="wide-only">{onlineText("games.next")}</span>
      {count}
    </Link>
  );
});

const Tools = nextFrame(function Tools({ live }: { live: LiveGame }) {
  const { spectators } = live.info;
  return (
    <div class="tools">
      {spectators > 0 && (
        <span class="crowd">
          <Icon name="eye" />
          <span>
            {spectators}
            <span class="wide-only"> {onlineText("watching", { count: spectators })}</span>
            <span class="sr narrow-only">{onlineText("watching", { count: spectators })}</span>
          </span>
        </span>
      )}
      <NextGame id={live.id} />
      <SoundButton />
      <MenuButton />
    </div>
  );
});

/** Says why the game cannot be changed now; undefined if it can. */
function whyNotNow(session: Session): (() => string) | undefined {
  if (session.game.over || session.match.closed) return () => t("play.off-over");
  return session.match.self === 0 ? () => t("note.not-your-turn") : undefined;
}

/** Asks the opponents for something, or says why that is not possible now. */
function request(live: LiveGame, session: Session, offer: "draw" | "takeback"): void {
  const why = whyNotNow(session) ?? live.whyNot(offer);
  if (why) live.remark(why);
  else live.offer(offer);
}

const LiveControls = nextFrame(function LiveControls({ live, session }: { live: LiveGame; session: Session }) {
  if (overlay.typing === session.game && live.you > 0 && !session.game.over) return <TypeMove session={session} />;
  const whyNot = whyNotNow(session);
  const off = whyNot?.();
  const asks = (icon: IconName, label: string, offer: "draw" | "takeback") => (
    <ControlButton
      icon={icon}
      label={label}
      off={off ?? live.whyNot(offer)?.()}
      onDo={() => request(live, session, offer)}
    />
  );
  const flip = <ControlButton icon="flip" label={t("play.flip")} onDo={() => session.flip()} />;
  if (live.you === 0)
    return (
      <div class="ctrl ctrl--two" role="group" aria-label={t("play.controls")}>
        {flip}
        <ControlButton icon="end" label={onlineText("leave")} onDo={() => router.go("/")} />
      </div>
    );
  const many = session.match.seats.length > 2;
  const talk = <ControlButton icon="say" label={onlineText("say")} onDo={() => sheet.show(!sheet.isOpen)} />;
  const resign = (
    <ControlButton
      icon="flag"
      label={t("play.resign")}
      off={off}
      onDo={() => (whyNot ? live.remark(whyNot) : overlay.show("resign"))}
    />
  );
  return (
    <div class="ctrl" role="group" aria-label={t("play.controls")}>
      {many ? (
        <>
          {talk}
          {flip}
          <ControlButton icon="people" label={onlineText("seats")} onDo={() => overlay.show("seats")} />
          {resign}
        </>
      ) : (
        <>
          {asks("undo", t("play.undo"), "takeback")}
          {asks("draw", onlineText("draw"), "draw")}
          {talk}
          {resign}
        </>
      )}
    </div>
  );
});

/* Speaks that a player comes or goes, but not again and again. */
function usePresenceSpoken(live: LiveGame, session: Session): void {
  useScope(
    (scope) => {
      let spokenAt = 0;
      const seats = () => live.others.map((seat) => `${seat} ${beingOf(live, seat)}`);
      scope.watch(
        () => seats().join(),
        (now, before) => {
          if (before === "" || Date.now() - spokenAt <= SPOKEN) return;
          spokenAt = Date.now();
          const seat = live.others.find((_, index) => now.split(",")[index] !== before.split(",")[index]);
          const being = seat && beingOf(live, seat);
          if (seat && being && being !== "engine")
            session.speak(onlineText(`spoken.${being}`, { who: session.match.nameAt(seat) }));
        },
      );
    },
    [live, session],
  );
}

/* Hides the phrases of the opponents, or shows them again, and says so. */
function mute(live: LiveGame, session: Session): void {
  const { others } = live;
  const persons = others.map((seat) => live.info.seats[seat - 1]!.person!);
  if (persons.length === 0) return live.remark(() => onlineText("nobody-to-mute"));
  const hides = persons.some((person) => !quiet.isMuted(person));
  for (const person of persons) quiet.mute(person, hides);
  const who = () => others.map((seat) => session.match.nameAt(seat)).join(", ");
  live.remark(() => onlineText(hides ? "muted" : "unmuted", { who: who() }));
}

/* The keys of a live game. There are no hints against people. */
function keysOf(live: LiveGame, session: Session): Record<string, () => void> {
  const clocks = () =>
    session.match.seats
      .map((seat) => ({ who: session.match.nameAt(seat), left: live.left(seat) }))
      .map(({ who, left }) => (left === undefined ? "" : onlineText("clock-read", { who, time: clockText(left) })))
      .join(" ");
  return {
    u: () => live.you > 0 && request(live, session, "takeback"),
    h: () => live.remark(() => onlineText("no-hints")),
    s: () => live.you > 0 && sheet.show(!sheet.isOpen),
    k: () => session.speak(live.info.clock.kind === "none" ? onlineText("online.no-clock") : clocks()),
    q: () => live.you > 0 && mute(live, session),
    n: () => router.go(myGames.after(live.id) ?? "/games"),
  };
}

export const LivePlay = nextFrame(function LivePlay({ live, session }: { live: LiveGame; session: Session }) {
  useShortcuts(session, keysOf(live, session));
  useFocusRestored();
  useSound(session);
  useClockCalls(live);
  usePresenceSpoken(live, session);
  useRequestsSpoken(live, session);
  useSaidSpoken(live, session);
  useScope(
    (scope) => {
      session.enter(scope);
      scope.onEnd(() => sheet.show(false));
    },
    [session],
  );
  /* A rematch that was accepted opens by itself. */
  useScope(
    (scope) =>
      scope.watch(
        () => live.info.next,
        (next) => next !== undefined && live.you > 0 && !live.info.match && router.go(`/g/${next}`),
      ),
    [live],
  );
  const { game, match } = session;
  const { now, table, over } = game;
  const ended = over || live.info.state === "ended";
  const result = ended && overlay.reviewing !== game.events;
  useEffect(() => {
    if (result) focusMain();
  }, [result]);
  const title = titleOf(now.id);
  const own = now.seat > 0 && now.seat === live.you && !ended;
  useTitle(over ? resultTitle(match) : own ? t("play.tab-you") : detailOf(live, session), title);
  /* Whether it is the player's turn counts among their games, too. */
  const isPlayer = live.you > 0;
  useScope(
    (scope) => {
      if (!isPlayer) return;
      void quiet.load(false);
      myGames.watch(scope);
    },
    [isPlayer],
  );
  const turn = game.proposed === undefined ? own : undefined; /* without an answer the server does not count a move */
  useEffect(() => void (isPlayer && turn !== undefined && myGames.load()), [isPlayer, turn]);
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
      <Bar title={title} detail={detailOf(live, session)} hasMenu>
        <Tools live={live} />
      </Bar>
      <main
        id="main"
        class={`table${many ? " table--many" : ""}${result ? " table--result" : ""}${tray ? " table--tray" : ""}`}
        data-last={live.last}
      >
        {/* The board comes first, its surroundings a frame later. */}
        <PlayBoard session={session} />
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
            {sheet.isOpen ? (
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
});
