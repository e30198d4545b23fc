/* A seat: its piece as on the board, its player, reserve and points, and whether it is to move. */
import { nextFrame } from "../ui/deferred";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Man } from "../board/Man";
import type { SeatView, State, Stock } from "../core/types";
import { number, say, t } from "../i18n/texts";
import type { Session } from "../match/session";
import { useScope } from "../ui/useScope";

interface Props {
  session: Session;
  seat: number;
  /** The start of the game, which had all pieces. */
  start: State;
  /** Online: whether the player is there. */
  presence?: ComponentChildren;
  /** The clock, in place of the points. */
  clock?: ComponentChildren;
}

const DOTS_MAX = 12;

/** Men in hand in a groove, as they look on the board; where one is on the board there is a hollow, where one is lost a
    cross. Words beside it say the same. */
function Groove({ stock, start, lost }: { stock: Stock; start: State; lost: number }) {
  const whole =
    start.view.stocks.find(({ kind, player }) => kind === stock.kind && player === stock.player)?.count ?? stock.count;
  if (whole > DOTS_MAX || whole < 2 || stock.kind === null) return null;
  return (
    <span class="groove" aria-hidden="true">
      {Array.from({ length: whole }, (_, index) =>
        index < stock.count ? (
          <Man key={index} game={start.game} kind={stock.kind!} />
        ) : (
          <i key={index} class={index >= whole - lost ? "lost" : ""} />
        ),
      )}
    </span>
  );
}

function Seconds({ since }: { since: number }) {
  const [, tick] = useState(0);
  useScope((scope) => scope.interval(500, () => tick((count) => count + 1)), [since]);
  const seconds = Math.floor((performance.now() - since) / 1000);
  return <span class="tag num">{seconds < 1 ? t("seat.thinking") : t("seat.thinking-for", { seconds })}</span>;
}

const Status = nextFrame(function Status({ session, seat }: { session: Session; seat: number }) {
  const { now } = session.game;
  const { thinking } = session.computerPlayers;
  if (now.view.seats[seat - 1]!.out) return <span class="tag tag--out">{t("seat.out")}</span>;
  if (session.game.over) return now.result === `p${seat}win` ? <span class="tag tag--won">{t("seat.won")}</span> : null;
  if (thinking?.seat === seat) return <Seconds since={thinking.since} />;
  return now.seat === seat ? <span class="tag">{t("seat.to-move")}</span> : null;
});

/* Of several the second line says whose turn it is: the first has room for a name alone. */
const many = (session: Session) => session.match.seats.length > 2;

/* The second line: the colour where the name does not tell it, men in hand, and what the game says of the seat. */
const Below = nextFrame(function Below({ session, seat, start }: Props) {
  const { id, view } = session.game.state;
  const here = view.seats[seat - 1]!;
  const stocks = view.stocks.filter(({ player }) => player === seat);
  const colour = say(id, here.name);
  const told = here.men + here.lost > 0 && here.state !== null; /* the men in hand, with all the others */
  const plain = stocks.length === 0 && !here.state;
  return (
    <div class="sub">
      {(plain || many(session)) && session.match.nameAt(seat) !== colour && <span class="colour">{colour}</span>}
      {many(session) && <Status session={session} seat={seat} />}
      {stocks.map((stock) => (
        <span class="stocked" key={stock.kind}>
          <Groove stock={stock} start={start} lost={here.lost} />
          {!told && <span>{say(id, stock.name)}</span>}
        </span>
      ))}
      {/* No line begins with the number of the word before it. */}
      {here.state && <span>{say(id, here.state).replace(/ (?=\d)/g, "\u00a0")}</span>}
    </div>
  );
});

/** How it stands: points, points of those that win, or the men one has left. */
function Count({ seat: { points, goal, men, lost } }: { seat: SeatView }) {
  const counted = men + lost > 0;
  const words = counted
    ? t("seat.men", { men })
    : goal > 0
      ? t("seat.of", { points: goal })
      : t("seat.points", { points });
  return (
    <>
      {number(counted ? men : points)}
      <small>{words}</small>
    </>
  );
}

export const Seat = nextFrame(function Seat({ session, seat, start, presence, clock }: Props) {
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
          {!many(session) && <Status session={session} seat={seat} />}
        </div>
        <Below session={session} seat={seat} start={start} />
      </div>
      <div class="pts num">
        {clock ?? <Count seat={here} />}
        {session.match.plan.games > 1 && (
          <small class="match">{t("seat.match", { points: session.match.points[session.match.sideOf(seat)]! })}</small>
        )}
      </div>
      {turn && session.computerPlayers.thinking?.seat === seat && <div class="think" />}
    </>
  );
});

/** The classes of a seat's card. */
export function seatClass(session: Session, seat: number): string {
  const { now } = session.game;
  const turn = !session.game.over && now.seat === seat;
  return `card seat${turn ? " is-turn" : ""}${now.view.seats[seat - 1]!.out ? " is-out" : ""}`;
}
