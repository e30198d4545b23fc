/* The table: the board, and around it seats, moves, tray, message and controls. */
import { nextFrame } from "../ui/deferred";
import type { ComponentType } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { soundOf } from "../app/sound";
import { Board } from "../board/Board";
import { MatchBoard } from "./board";
import { needLater, t } from "../i18n/texts";
import { alarms } from "../ui/Alarm";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { MenuButton } from "../ui/MenuButton";
import { RulesLink } from "../ui/RulesLink";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { Controls } from "./Controls";
import { useFocusRestored, useShortcuts } from "./shortcuts";
import { Info } from "./Info";
import { Live, MessageBox } from "./Message";
import { Moves } from "./Moves";
import { resultTitle } from "../game/outcome";
import { Result } from "./Result";
import { Seat, seatClass } from "./Seat";
import { SoundButton } from "./SoundButton";
import type { Session } from "../match/session";
import { hasTray, Tray } from "./Tray";
import { overlay } from "../app/overlay";

function Tools({ session }: { session: Session }) {
  return (
    <div class="tools">
      <RulesLink game={session.game.now.id} />
      <SoundButton />
      <button
        class="btn btn--quiet wide-only"
        type="button"
        aria-haspopup="dialog"
        onClick={() => overlay.show("settings")}
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
  const { moved } = session;
  const heard = useRef(moved);
  useEffect(() => {
    if (moved === heard.current) return;
    heard.current = moved;
    soundOf(session.game.now.last?.motions ?? [], session.gained || session.game.over);
  }, [session, moved]);
}

/** The board of a match. */
export function PlayBoard({ session }: { session: Session }) {
  const model = useMemo(() => new MatchBoard(session), [session]);
  return (
    <div class="stage">
      <Board model={model} />
    </div>
  );
}

/* Menu and questions come when the first of them is opened: the board should not wait for them. */
let Loaded: ComponentType<{ session: Session }> | undefined;

function Dialogs({ session }: { session: Session }) {
  const { open } = overlay;
  const [, ready] = useState(0);
  useEffect(() => {
    if (open === undefined || Loaded) return;
    Promise.all([import("./Menu"), needLater()]).then(
      ([{ PlayDialogs }]) => {
        Loaded = PlayDialogs;
        ready(1);
      },
      () => {
        overlay.show(undefined);
        alarms.tell({ text: "part", button: "again", onDo: () => overlay.show(open) });
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

export const Play = nextFrame(function Play({ session }: { session: Session }) {
  useShortcuts(session);
  useFocusRestored();
  useSound(session);
  const { now, table, over } = session.game;
  const { plan } = session.match;
  const title = titleOf(now.id);
  useTitle(tabTitle(session), title);
  const start = useMemo(() => table.state(0), [table]);
  const bottom = bottomSeat(session);
  const many = now.players > 2;
  const result = over && overlay.reviewing !== session.game.events;
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
      <Bar title={title} {...(detail !== undefined && { detail })} hasMenu>
        <Tools session={session} />
      </Bar>
      <main
        id="main"
        class={`table${many ? " table--many" : ""}${result ? " table--result" : ""}${tray ? " table--tray" : ""}`}
      >
        {/* The board comes first, what stands around it a frame later. */}
        <PlayBoard session={session} />
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
        <Info session={session} />
      </main>
      <Live session={session} />
      <Dialogs session={session} />
    </div>
  );
});
