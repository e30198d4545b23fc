/* Rows of games: each is one link, with the board as it stands, the game and the person, the last move, and the time that
   is left. */
import { useEffect, useRef, useState } from "preact/hooks";
import { StillBoard } from "../../board/StillBoard";
import { currentLanguage } from "../../i18n/texts";
import { Link } from "../../ui/Link";
import { useInSight } from "../../ui/useInSight";
import { spanText } from "../common/time";
import { o } from "../common/words";
import { DAY } from "../line/clock";
import type { Row } from "./list";
import { knownStand, standOf, type Stands } from "./positions";

function Left({ left, whole }: Row) {
  if (left === undefined) return <small class="left-words">{o("no-limit")}</small>;
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
  const who = moved.by === undefined ? o("program") : (names[moved.by] ?? o("you"));
  return o("row.last", { who, move: moved.move, when: dayOf(moved.at) });
}

/** How the game stands, from when the row is in sight; what was known before stays until then. */
function useStand(row: Row, seen: boolean): Stands | undefined {
  const [stands, set] = useState(() => knownStand(row));
  useEffect(() => {
    let wanted = seen;
    if (seen)
      standOf(row).then(
        (found) => wanted && set(found),
        () => undefined /* a picture less */,
      );
    return () => {
      wanted = false;
    };
  }, [seen, row.id, row.last]);
  return stands;
}

function GameRow({ row, turn, timed }: { row: Row; turn: boolean; timed: boolean }) {
  const box = useRef<HTMLLIElement>(null);
  const stands = useStand(row, useInSight(box));
  return (
    <li ref={box}>
      <Link class={`grow1${turn ? " is-turn" : ""}`} href={`/g/${row.id}`}>
        <StillBoard spec={row.spec} position={stands?.position ?? ""} />
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
