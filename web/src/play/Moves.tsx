/* The list of moves: going back and forth through the game. Two who take turns ply by ply stand in columns; where a turn
   has several plies, or more than two play, a turn is a row. */
import { nextFrame } from "../ui/deferred";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Man } from "../board/Man";
import type { GameEvent } from "../core/types";
import { overlay } from "../app/overlay";
import { number, t } from "../i18n/texts";
import { Icon, type IconName } from "../ui/Icon";
import type { Session } from "../match/session";
import { changesOf } from "./changes";

interface Row {
  number: number;
  /** Indices of events. In columns an empty place is -1. */
  plies: number[];
}

function inColumns(events: GameEvent[], players: number): boolean {
  return players === 2 && events.every((event, index) => index === 0 || event.turn !== events[index - 1]!.turn);
}

function rowsOf(events: GameEvent[], columns: boolean): Row[] {
  const rows: Row[] = [];
  for (const [index, event] of events.entries()) {
    const last = rows.at(-1);
    const goes = last && (columns ? last.number === event.round : events[index - 1]!.turn === event.turn);
    if (goes) last.plies.push(index);
    else rows.push({ number: event.round, plies: columns && event.seat === 2 ? [-1, index] : [index] });
  }
  return rows;
}

const signed = (points: number) => (points < 0 ? `−${number(-points)}` : `+${number(points)}`);

/** Points of the one who moved stand alone; those of another have his man before them. */
const Changes = nextFrame(function Changes({ session, index }: { session: Session; index: number }) {
  const { events, now } = session.game;
  return (
    <>
      {changesOf(events, index).map(({ seat, points }) => {
        const kind = now.view.seats[seat - 1]!.kind;
        const own = seat === events[index]!.seat;
        return (
          <b class={`num${points < 0 ? " less" : ""}`} key={seat}>
            {!own && (kind === null ? session.match.nameAt(seat) : <Man game={now.game} kind={kind} />)}
            {!own && kind !== null && <span class="sr"> {session.match.nameAt(seat)} </span>}
            {signed(points)}
          </b>
        );
      })}
    </>
  );
});

interface PlyProps {
  session: Session;
  index: number;
  event: GameEvent;
  current: boolean;
}

/* It reads nothing that changes: the list draws all of them at once, so that one alone is the current one. */
function Ply({ session, index, event, current }: PlyProps) {
  return (
    <button
      class="ply"
      type="button"
      tabIndex={current ? 0 : -1}
      aria-current={current ? "step" : undefined}
      onClick={() => {
        session.goTo(index + 1);
        overlay.show(undefined); /* where the list is in a dialog, that covers the board */
      }}
    >
      {event.gave_up ? t(event.overtime ? "moves.time-up" : "moves.gave-up") : event.move}
      <Changes session={session} index={index} />
    </button>
  );
}

/* Only the list scrolls, never the page. */
function useCurrentInSight(at: number, count: number) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = list.current!;
    const current = box.querySelector<HTMLElement>("[aria-current]");
    if (!current) box.scrollTop = at === 0 ? 0 : box.scrollHeight;
    else {
      const top = current.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
      if (top < box.scrollTop) box.scrollTop = top;
      else if (top + current.offsetHeight > box.scrollTop + box.clientHeight)
        box.scrollTop = top + current.offsetHeight - box.clientHeight;
    }
  }, [at, count]);
  return list;
}

const Nav = nextFrame(function Nav({ session }: { session: Session }) {
  const { at } = session.game.state;
  const last = session.game.events.length;
  const button = (icon: IconName, label: string, to: number, able: boolean) => (
    <button
      class="btn btn--quiet btn--icon"
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={able ? undefined : "true"}
      onClick={() => session.goTo(to)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="nav" role="group" aria-label={t("moves.nav")}>
      {button("first", t("moves.first"), 0, at > 0)}
      {button("previous", t("moves.previous"), at - 1, at > 0)}
      {button("next", t("moves.next"), at + 1, at < last)}
      {button("last", t("moves.last"), last, at < last)}
    </div>
  );
});

const List = nextFrame(function List({ session, columns }: { session: Session; columns: boolean }) {
  const { events, now, state } = session.game;
  const ply = (index: number) => (
    <Ply key={index} session={session} index={index} event={events[index]!} current={state.at === index + 1} />
  );
  const man = (row: Row) => now.view.seats[events[row.plies[0]!]!.seat - 1]?.kind;
  return (
    <ol class={columns ? "" : "turns"}>
      {rowsOf(events, columns).map((row) => (
        <li key={row.plies.join()}>
          <span class="no num">{row.number}</span>
          {columns ? (
            row.plies.map((index) => (index < 0 ? <span key={index}>…</span> : ply(index)))
          ) : (
            <>
              {man(row) ? <Man class="dot" game={now.game} kind={man(row)!} /> : <span />}
              <span class="tok">{row.plies.map(ply)}</span>
            </>
          )}
        </li>
      ))}
    </ol>
  );
});

/** `children` stand below the list. */
export const Moves = nextFrame(function Moves({
  session,
  children,
}: {
  session: Session;
  children?: ComponentChildren;
}) {
  const { events, now, state } = session.game;
  const columns = useMemo(() => inColumns(events, now.players), [events, now.players]);
  const list = useCurrentInSight(state.at, events.length);
  return (
    <div class="card moves">
      <div class="list" ref={list} tabIndex={0} role="region" aria-label={t("moves.name")}>
        {events.length === 0 && <p class="none">{t("moves.none")}</p>}
        <List session={session} columns={columns} />
      </div>
      <Nav session={session} />
      {children}
    </div>
  );
});
