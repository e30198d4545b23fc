/* A seat: the man as he looks on the board, who plays him, what he has in hand, his points, whether he is to move. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Man } from "../board/Man";
import type { State, Stock } from "../core/types";
import { number, say, t } from "../i18n/texts";
import type { Session } from "../match/session";

interface Props {
  session: Session;
  seat: number;
  /** How the game began: it tells how many men there were. */
  start: State;
  /** Whether he is there, where people are elsewhere. */
  presence?: ComponentChildren;
  /** His clock, in the place of his points. */
  clock?: ComponentChildren;
}

const DOTS_MAX = 12;

/** Men in hand as dots, the spent ones empty. Words beside them say the same. */
function Dots({ stock, start }: { stock: Stock; start: State }) {
  const whole =
    start.view.stocks.find(({ kind, player }) => kind === stock.kind && player === stock.player)?.count ?? stock.count;
  if (whole > DOTS_MAX || whole < 2) return null;
  return (
    <span class="stock" aria-hidden="true">
      {Array.from({ length: whole }, (_, index) => (
        <i key={index} class={index < stock.count ? "in" : ""} />
      ))}
    </span>
  );
}

function Seconds({ since }: { since: number }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [since]);
  const seconds = Math.floor((performance.now() - since) / 1000);
  return <span class="tag num">{seconds < 1 ? t("seat.thinking") : t("seat.thinking-for", { seconds })}</span>;
}

function Status({ session, seat }: { session: Session; seat: number }) {
  const { now } = session.game;
  const { thinking } = session.engines;
  if (now.view.seats[seat - 1]!.out) return <span class="tag tag--out">{t("seat.out")}</span>;
  if (session.game.over) return now.result === `p${seat}win` ? <span class="tag tag--won">{t("seat.won")}</span> : null;
  if (thinking?.seat === seat) return <Seconds since={thinking.since} />;
  return now.seat === seat ? <span class="tag">{t("seat.to-move")}</span> : null;
}

/* The second line: the colour where the name does not tell it, men in hand, and what the game says of the seat. */
function Below({ session, seat, start }: Props) {
  const { id, view } = session.game.state;
  const here = view.seats[seat - 1]!;
  const stocks = view.stocks.filter(({ player }) => player === seat);
  const colour = say(id, here.name);
  return (
    <div class="sub">
      {stocks.length === 0 && !here.state && session.match.nameAt(seat) !== colour && <span>{colour}</span>}
      {stocks.map((stock) => (
        <span class="stocked" key={stock.kind}>
          <Dots stock={stock} start={start} />
          <span>{say(id, stock.name)}</span>
        </span>
      ))}
      {here.state && <span>{say(id, here.state)}</span>}
    </div>
  );
}

export function Seat({ session, seat, start, presence, clock }: Props) {
  const { now, state } = session.game;
  const here = state.view.seats[seat - 1]!;
  const name = session.match.nameAt(seat);
  const turn = !session.game.over && now.seat === seat;
  return (
    <>
      {here.kind !== null && <Man game={now.game} kind={here.kind} />}
      <div class="who-line">
        <div class="line">
          <span class="who" title={name}>
            {name}
          </span>
          {presence}
          <Status session={session} seat={seat} />
        </div>
        <Below session={session} seat={seat} start={start} />
      </div>
      <div class="pts num">
        {clock ?? (
          <>
            {number(here.points)}
            <small>{t("seat.points", { points: here.points })}</small>
          </>
        )}
        {session.match.plan.games > 1 && (
          <small class="match">{t("seat.match", { points: session.match.points[session.match.sideOf(seat)]! })}</small>
        )}
      </div>
      {turn && session.engines.thinking?.seat === seat && <div class="think" />}
    </>
  );
}

/** The classes of a seat's card. */
export function seatClass(session: Session, seat: number): string {
  const { now } = session.game;
  const turn = !session.game.over && now.seat === seat;
  return `card seat${turn ? " is-turn" : ""}${now.view.seats[seat - 1]!.out ? " is-out" : ""}`;
}
