/* The table: the board, and around it seats, moves, tray, message and controls. */
import type { ComponentType } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { settings } from "../app/settings";
import { soundOf } from "../app/sound";
import { useStore, useStoreNextFrame, useStoreSoon } from "../app/store";
import { Board } from "../board/Board";
import { needLater, t } from "../i18n/texts";
import { Still } from "../ui/Still";
import { alarms } from "../ui/Alarm";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { MenuButton } from "../ui/MenuButton";
import { RulesLink } from "../ui/RulesLink";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { Controls } from "./Controls";
import { useFocusKept, useShortcuts } from "./shortcuts";
import { Info } from "./Info";
import { Live, MessageBox } from "./Message";
import { Moves } from "./Moves";
import { resultTitle } from "../game/outcome";
import { Result } from "./Result";
import { Seat, seatClass } from "./Seat";
import { SoundButton } from "./SoundButton";
import type { Session } from "../match/session";
import { hasTray, Tray } from "./Tray";
import { screen } from "../app/screen";

function Tools({ session }: { session: Session }) {
  return (
    <div class="tools">
      <RulesLink game={session.game.now.id} />
      <SoundButton />
      <button
        class="btn btn--quiet wide-only"
        type="button"
        aria-haspopup="dialog"
        onClick={() => screen.show("settings")}
      >
        <Icon name="settings" />
        {t("settings.title")}
      </button>
      <MenuButton />
    </div>
  );
}

/** What the tab says: whose move it is. */
function tabTitle(session: Session): string {
  if (session.game.over) return resultTitle(session.match);
  const { seat } = session.game.now;
  return session.match.alone === seat && seat > 0
    ? t("play.tab-you")
    : t("play.tab", { who: session.match.nameAt(seat) });
}

export function useSound(session: Session): void {
  const heard = useRef(session.moved);
  useEffect(() => {
    if (session.moved === heard.current) return;
    heard.current = session.moved;
    soundOf(session.game.now.last?.motions ?? [], session.gained || session.game.over);
  }, [session.moved]);
}

export function MatchBoard({ session }: { session: Session }) {
  useStoreSoon(session);
  const { touching, moved, flipped, unconfirmed } = session;
  const { table, now, state, past, over } = session.game;
  const { leads, threats } = useStore(settings).choices;
  const { refused } = touching;
  const { proposed } = session.game;
  const pending = useMemo(() => {
    const motions = proposed === undefined || past ? [] : (now.last?.motions ?? []);
    return motions.flatMap(({ act, to }) => (act === "travel" || act === "put" ? [to] : []));
  }, [proposed, past, now]);
  /* A move that waits for a word: its man is in hand, and where it goes is ringed. */
  const touched = unconfirmed === undefined ? touching.touched : touching.touched.slice(0, -1);
  const hint = unconfirmed === undefined ? touching.hint : touching.touched.slice(-1);
  const touchable = useMemo(
    () => (unconfirmed === undefined ? session.touchable : new Set(hint)),
    [now, state, touching.touched.join(" "), unconfirmed],
  );
  return (
    <div class="stage">
      <Board
        {...{ table, state, touched, touchable, flipped, hint, pending, refused, moved, leads, threats }}
        {...(past && { at: state.at })}
        locked={past || over}
        onTouch={(id) => session.touch(id)}
        onRelease={() => session.release()}
        onSpeak={(text) => session.speak(text)}
        label={t("play.board", { game: titleOf(now.id) })}
      />
    </div>
  );
}

/* Menu and questions come when the first of them is opened: the board should not wait for them. */
let Loaded: ComponentType<{ session: Session }> | undefined;

function Dialogs({ session }: { session: Session }) {
  const { open } = useStore(screen);
  const [, ready] = useState(0);
  useEffect(() => {
    if (open === undefined || Loaded) return;
    Promise.all([import("./Menu"), needLater()]).then(
      ([{ PlayDialogs }]) => {
        Loaded = PlayDialogs;
        ready(1);
      },
      () => {
        screen.show(undefined);
        alarms.tell({ text: "part", button: "again", onDo: () => screen.show(open) });
      },
    );
  }, [open]);
  return Loaded && open !== undefined ? <Loaded session={session} /> : null;
}

/* One's own seat is below; people who share the screen see the first one there, or the second when it is flipped. */
function bottomSeat(session: Session): number {
  const seat = session.match.alone || 1;
  return session.flipped && session.match.alone === 0 ? 3 - seat : seat;
}

export function Play({ session }: { session: Session }) {
  useStoreNextFrame(session);
  useStore(screen);
  useShortcuts(session);
  useFocusKept();
  useSound(session);
  const { now, table, over } = session.game;
  const { plan } = session.match;
  const title = titleOf(now.id);
  useTitle(tabTitle(session), title);
  const start = useMemo(() => table.state(0), [table]);
  const bottom = bottomSeat(session);
  const many = now.players > 2;
  const result = over && screen.reviewing !== session.game.events;
  const tray = hasTray(start);
  const detail =
    plan.games > 1
      ? t("play.game-of", { game: Math.min(session.match.round + 1, plan.games), games: plan.games })
      : undefined;
  const seat = (number: number, place: string) => (
    <section class={`${seatClass(session, number)} ${place}`} aria-label={session.match.nameAt(number)}>
      <Seat session={session} seat={number} start={start} />
    </section>
  );
  return (
    <div class="playpage">
      <Bar title={title} {...(detail !== undefined && { detail })}>
        <Tools session={session} />
      </Bar>
      <main
        id="main"
        class={`table${many ? " table--many" : ""}${result ? " table--result" : ""}${tray ? " table--tray" : ""}`}
      >
        {/* The board comes first, what stands around it a frame later. */}
        <Still by={[session]} draw={() => <MatchBoard session={session} />} />
        {result ? (
          <Result session={session} />
        ) : (
          <>
            {many ? (
              <ul class="seats">
                {session.match.seats.map((number) => (
                  <li key={number} class={seatClass(session, number)}>
                    <Seat session={session} seat={number} start={start} />
                  </li>
                ))}
              </ul>
            ) : (
              seat(3 - bottom, "top")
            )}
            <Moves session={session} />
            {tray && <Tray session={session} />}
            <MessageBox session={session} />
            <Controls session={session} />
            {!many && seat(bottom, "bottom")}
          </>
        )}
        <Still by={[session.match.finished.length, over, table, now]} draw={() => <Info session={session} />} />
      </main>
      <Live session={session} />
      <Dialogs session={session} />
    </div>
  );
}
