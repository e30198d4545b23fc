/* The explorer: every move with its value and how long it takes, and what was played here before. */
import type { ExploredRow } from "../../core/types";
import { number } from "../../i18n/texts";
import type { Study } from "../study";
import { spokenValue, Val } from "../Val";
import { worth } from "../value";
import { s } from "../words";
import { Followed } from "./Games";
import { isMoved, keepFocus, usePointed } from "./pointed";

function Row({ study, row, longest }: { study: Study; row: ExploredRow; longest: number }) {
  const { explorer } = study;
  const { moves, value, plies } = row;
  const [move] = moves as [string];
  const shown =
    value === null ? undefined : worth({ kind: "exact", value }, study.now.seat, study.scale, explorer.solved);
  const said = shown ? spokenValue(study, shown) : s(explorer.looking ? "explorer.looking" : "explorer.not-found");
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
              ? s("explorer.row-alike", { move, count: moves.length, value: said })
              : s("explorer.row", { move, value: said })
          }
          {...focus}
          onClick={(event) => {
            event.stopPropagation();
            keepFocus(event);
            play();
          }}
        >
          {move}
        </button>
        {moves.length > 1 && <small>{s("explorer.alike", { count: number(moves.length) })}</small>}
      </th>
      <td>{shown ? <Val study={study} value={shown} /> : <span class="explore-open">{said}</span>}</td>
      <td class="n num">
        {plies !== null ? (
          number(plies)
        ) : value !== null && value !== 0 ? (
          <span class="explore-open">
            <span aria-hidden="true">–</span>
            <span class="sr">{s("explorer.no-plies")}</span>
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

/* How many moves keep the value, once all are known; until then how far it has come. */
function Sum({ study }: { study: Study }) {
  const { rows, best, known, looking } = study.explorer;
  const moves = (some: ExploredRow[]) => some.reduce((sum, row) => sum + row.moves.length, 0);
  if (best === undefined)
    return looking ? (
      <p class="explore-sum">
        {s("explorer.finding", {
          count: number(moves(rows.filter(({ value }) => value !== null))),
          all: number(moves(rows)),
        })}
      </p>
    ) : known > 0 ? null : (
      <p class="none">{s("explorer.not-found")}</p>
    );
  const count = moves(rows.filter(({ value }) => value === best));
  const all = moves(rows);
  return (
    <p class="explore-sum" role="status">
      {count === all ? s("explorer.same") : s("explorer.keeps", { count, all: number(all) })}
    </p>
  );
}

function Table({ study }: { study: Study }) {
  const { explorer } = study;
  const { shown } = explorer;
  const longest = Math.max(1, ...shown.map(({ plies }) => plies ?? 0)) * 1.15;
  const hold = (held: boolean) => () => explorer.hold(held);
  return (
    <>
      {shown.length > 0 && (
        <table
          class="explore"
          onPointerMove={(event) => isMoved(event) && explorer.hold(true)}
          onPointerLeave={hold(false)}
          onFocusIn={hold(true)}
          onFocusOut={hold(false)}
        >
          <caption class="sr">{s("explorer.caption")}</caption>
          <thead>
            <tr>
              <th scope="col">{s("explorer.move")}</th>
              <th scope="col">{s("explorer.value")}</th>
              <th scope="col" class="n">
                {s("explorer.plies")}
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
      )}
      <Sum study={study} />
    </>
  );
}

export function ExplorerPane({ study, panel }: { study: Study; panel: object }) {
  const { explorer, over } = study;
  return (
    <div class="pane" {...panel}>
      {over && <p class="none">{s("explorer.over")}</p>}
      {explorer.active && <Table study={study} />}
      <Followed study={study} />
    </div>
  );
}
