/* Rows of games. Each is a link with the board, the game and the opponent, the last move, and the time that is left. */
import { useRef, useState } from "preact/hooks";
import { PositionBoard } from "../../board/StillBoard";
import { currentLanguage } from "../../i18n/texts";
import { Link } from "../../ui/Link";
import { useInSight } from "../../ui/useInSight";
import { useScope } from "../../ui/useScope";
import { spanText } from "../common/time";
import { onlineText } from "../common/words";
import { DAY } from "../line/clock";
import type { Row } from "./list";
import { knownStand, standOf, type Stands } from "./positions";

function Left({ left, whole }: Row) {
  if (left === undefined) return <small class="left-words">{onlineText("no-limit")}</small>;
  const low = left < DAY && whole > DAY;
  return (
    <span class="left-words">
      <b>{spanText(Math.max(0, left))}</b>
      <span class={`left-bar${low ? " is-low" : ""}`} aria-hidden="true">
        <i style={{ width: `${Math.max(2, Math.min(100, (100 * left) / whole))}%` }} />
      </span>
    </span>
  );
}

/** "today", "yesterday", "3 days ago" */
function dayOf(time: number): string {
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(time) - midnight(Date.now())) / DAY);
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: "auto" }).format(Math.min(0, days), "day");
}

function lastMove({ names }: Row, { moved }: Stands): string {
  if (!moved) return "";
  const who = moved.by === undefined ? onlineText("program") : (names[moved.by] ?? onlineText("you"));
  return onlineText("row.last", { who, move: moved.move, when: dayOf(moved.at) });
}

/** The position, loaded when the row is visible; until then the one that is known from before. */
function useStand(row: Row, seen: boolean): Stands | undefined {
  const [stands, set] = useState(() => knownStand(row));
  useScope(
    (scope) =>
      seen &&
      standOf(row).then(
        (found) => scope.hasEnded || set(found),
        () => undefined /* the row has no picture */,
      ),
    [seen, row],
  );
  return stands;
}

function GameRow({ row, turn, timed }: { row: Row; turn: boolean; timed: boolean }) {
  const box = useRef<HTMLLIElement>(null);
  const stands = useStand(row, useInSight(box));
  return (
    <li ref={box}>
      <Link class={`grow1${turn ? " is-turn" : ""}`} href={`/g/${row.id}`}>
        <PositionBoard spec={row.spec} position={stands?.position ?? ""} />
        <span class="grow1-text">
          <b>{row.title}</b>
          <small>{[row.text, stands && row.running ? lastMove(row, stands) : ""].filter(Boolean).join(" ")}</small>
        </span>
        {timed && <Left {...row} />}
      </Link>
    </li>
  );
}

export function GameRows({ rows, turn = false, timed = true }: { rows: Row[]; turn?: boolean; timed?: boolean }) {
  return (
    <ul class="card glist">
      {rows.map((row) => (
        <GameRow key={row.id} {...{ row, turn, timed }} />
      ))}
    </ul>
  );
}
