/* Rows of games: each is one link, with the board, the game and the person, and the time that is left. */
import { StillBoard } from "../../board/StillBoard";
import { Link } from "../../ui/Link";
import type { Row } from "./list";
import { spanText } from "../common/time";
import { o } from "../common/words";

const DAY = 86_400_000;

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

export function GameRows({ rows, turn = false, timed = true }: { rows: Row[]; turn?: boolean; timed?: boolean }) {
  return (
    <ul class="card glist">
      {rows.map((row) => (
        <li key={row.id}>
          <Link class={`grow1${turn ? " is-turn" : ""}`} href={`/g/${row.id}`}>
            <StillBoard spec={row.spec} />
            <span class="grow1-text">
              <b>{row.title}</b>
              <small>{row.text}</small>
            </span>
            {timed && <Left {...row} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
