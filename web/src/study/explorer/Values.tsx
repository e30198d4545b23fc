/* The explorer: every move with its value and the plies to the end, and the moves of earlier games. */
import type { ExploredRow } from "../../core/types";
import { number } from "../../i18n/texts";
import { Status } from "../../ui/Status";
import type { Study } from "../study";
import { spokenValue, Val } from "../Val";
import { worth } from "../value";
import { studyText } from "../words";
import { Followed } from "./Games";
import { focusTab, isMoved, usePointed } from "./pointed";

function Row({ study, row, longest }: { study: Study; row: ExploredRow; longest: number }) {
  const { explorer } = study;
  const { moves, value, plies } = row;
  const [move] = moves as [string];
  const shown =
    value === null ? undefined : worth({ kind: "exact", value }, study.now.seat, study.scale, explorer.solved);
  const said = shown
    ? spokenValue(study, shown)
    : studyText(explorer.isLooking ? "explorer.looking" : "explorer.not-found");
  const { over, focus } = usePointed(explorer, row);
  const play = () => study.play(move);
  return (
    <tr class={value !== null && value === explorer.best ? "is-best" : undefined} {...over} onClick={play}>
      <th scope="row" class="not">
        <button
          type="button"
          class="explore-move"
          aria-label={
            moves.length > 1
              ? studyText("explorer.row-alike", { move, count: moves.length, value: said })
              : studyText("explorer.row", { move, value: said })
          }
          {...focus}
          onClick={(event) => {
            event.stopPropagation();
            focusTab(event);
            play();
          }}
        >
          {move}
        </button>
        {moves.length > 1 && <small>{studyText("explorer.alike", { count: number(moves.length) })}</small>}
      </th>
      <td>{shown ? <Val study={study} value={shown} /> : <span class="explore-open">{said}</span>}</td>
      <td class="n num">
        {plies !== null ? (
          number(plies)
        ) : value !== null && value !== 0 ? (
          <span class="explore-open">
            <span aria-hidden="true">–</span>
            <span class="sr">{studyText("explorer.no-plies")}</span>
          </span>
        ) : null}
      </td>
      <td class="lentd" aria-hidden="true">
        {plies !== null && (
          <span class="lenbox">
            <span class="len" style={{ width: `${Math.round((100 * plies) / longest)}%` }} />
          </span>
        )}
      </td>
    </tr>
  );
}

const movesIn = (rows: ExploredRow[]) => rows.reduce((sum, { moves }) => sum + moves.length, 0);

/* How many moves preserve the value, once all are known. */
function sumWords({ explorer: { rows, best } }: Study): string {
  const count = movesIn(rows.filter(({ value }) => value === best));
  const all = movesIn(rows);
  return count === all ? studyText("explorer.same") : studyText("explorer.keeps", { count, all: number(all) });
}

/* How far the search has come. */
function Progress({ study }: { study: Study }) {
  const { rows, best, known, isLooking } = study.explorer;
  if (best !== undefined || (known > 0 && !isLooking)) return null;
  if (!isLooking) return <p class="none">{studyText("explorer.not-found")}</p>;
  const count = number(movesIn(rows.filter(({ value }) => value !== null)));
  return <p class="explore-sum">{studyText("explorer.finding", { count, all: number(movesIn(rows)) })}</p>;
}

function Table({ study }: { study: Study }) {
  const { explorer } = study;
  const { shown } = explorer;
  const longest = Math.max(1, ...shown.map(({ plies }) => plies ?? 0)) * 1.15;
  const freeze = (isFrozen: boolean) => () => explorer.freeze(isFrozen);
  if (shown.length === 0) return null;
  return (
    <table
      class="explore"
      onPointerMove={(event) => isMoved(event) && explorer.freeze(true)}
      onPointerLeave={freeze(false)}
      onFocusIn={freeze(true)}
      onFocusOut={freeze(false)}
    >
      <caption class="sr">{studyText("explorer.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{studyText("explorer.move")}</th>
          <th scope="col">{studyText("explorer.value")}</th>
          <th scope="col" class="n">
            {studyText("explorer.plies")}
          </th>
          <td class="lentd" aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <Row key={row.moves[0]} study={study} row={row} longest={longest} />
        ))}
      </tbody>
    </table>
  );
}

export function ExplorerPane({ study, panel }: { study: Study; panel: object }) {
  const { explorer, over } = study;
  const isKnown = explorer.active && explorer.best !== undefined;
  return (
    <div class="pane" {...panel}>
      {over && <p class="none">{studyText("explorer.over")}</p>}
      {explorer.active && <Table study={study} />}
      {explorer.active && <Progress study={study} />}
      <Status class={isKnown ? "explore-sum" : undefined}>{isKnown && sumWords(study)}</Status>
      <Followed study={study} />
    </div>
  );
}
