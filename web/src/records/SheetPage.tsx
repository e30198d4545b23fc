/* A score sheet for paper: who played, the moves in numbered columns, the result, the board at the end. */
import { useMemo, useState } from "preact/hooks";
import { router } from "../app/router";
import { PositionBoard } from "../board/StillBoard";
import { recordTags, Table } from "../core/table";
import type { GameEvent, State } from "../core/types";
import { currentLanguage, number, say, t } from "../i18n/texts";
import { spokenName } from "../game/plan";
import { gameStorage } from "../storage/games";
import { currentMatch } from "../match/current";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { Loading } from "../ui/later";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { dateOf } from "./entries";
import { sheetColumns, sheetResult, sheetRows, type SheetPly, type SheetRow } from "./sheet";
import "../styles/print.css";

interface Sheet {
  state: State;
  events: GameEvent[];
  players: string[];
  date: string;
  result: string;
}

/** The game in the address: a stored record or match, else the game on the table. */
async function asked(): Promise<string | undefined> {
  const id = router.query.get("game");
  if (id === null) return currentMatch.session?.match.record();
  return (await gameStorage.record(id))?.text ?? (await gameStorage.readMatch(id))?.record;
}

function readSheet(text: string): Sheet {
  const tags = recordTags(text);
  const table = Table.fromRecord(text);
  const state = table.state();
  const events = table.events();
  table.close();
  const players = state.view.seats.map((seat, index) => {
    const name = tags[`Player${index + 1}`];
    return name === undefined ? say(state.id, seat.name) : spokenName(name);
  });
  return { state, events, players, date: dateOf(tags["Date"]), result: sheetResult(text, state, events, players) };
}

function Cell({ plies }: { plies: SheetPly[] }) {
  return (
    <span class="cell-plies">
      {plies.map(({ move, gained }, index) => (
        <span key={index}>
          {move}
          {gained > 0 && <sup>+{number(gained)}</sup>}
        </span>
      ))}
    </span>
  );
}

/* A short game fills its first column first; a long one goes on in another block, which stays on one page. */
const LEAST = 12;
const MOST = 36;

/** Lists of so many at most. */
function parted<T>(list: T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, index) =>
    list.slice(index * most, (index + 1) * most),
  );
}

function Moves({ rows, seats, columns }: { rows: SheetRow[]; seats: string[]; columns: number }) {
  return (
    <>
      {parted(rows, columns * MOST).map((block, index) => (
        <Block key={index} {...{ seats, columns }} rows={block} />
      ))}
    </>
  );
}

function Block({ rows, seats, columns }: { rows: SheetRow[]; seats: string[]; columns: number }) {
  const parts = parted(rows, Math.max(LEAST, Math.ceil(rows.length / columns)));
  return (
    <div class={`sheet-moves sheet-moves--${columns}`}>
      {parts.map((part, index) => (
        <table key={index}>
          <thead>
            <tr>
              <th scope="col">{t("sheet.round")}</th>
              {seats.map((seat, place) => (
                <th key={place} scope="col">
                  {seat}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.map((row) => (
              <tr key={row.round}>
                <th scope="row">{row.round}</th>
                {row.cells.map((plies, seat) => (
                  <td key={seat}>
                    <Cell plies={plies} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function Facts({ sheet }: { sheet: Sheet }) {
  const { state, players, date, result } = sheet;
  const seats = state.view.seats.map((seat) => say(state.id, seat.name));
  const over = state.end !== "open";
  return (
    <dl>
      {players.map((name, index) => (
        <div key={index}>
          <dt>{seats[index]}</dt>
          <dd>
            {name === seats[index] ? <span class="blank" /> : name}
            {over && <b>{number(state.points[index] ?? 0)}</b>}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t("sheet.date")}</dt>
        <dd>{date === "" ? <span class="blank" /> : date}</dd>
      </div>
      <div>
        <dt>{t("sheet.result")}</dt>
        <dd>{result}</dd>
      </div>
      {state.game !== state.id && (
        <div>
          <dt>{t("sheet.options")}</dt>
          <dd class="not">{state.game.slice(state.id.length + 1).replaceAll(",", " ")}</dd>
        </div>
      )}
    </dl>
  );
}

function ScoreSheet({ sheet }: { sheet: Sheet }) {
  const { state, events, players } = sheet;
  const rows = sheetRows(events, state.players, t("sheet.gave-up"));
  const moves = events.filter((event) => !event.gave_up).map((event) => event.move);
  return (
    <article class="scoresheet">
      <header>
        <div>
          <h1>{titleOf(state.id)}</h1>
          <Facts sheet={sheet} />
        </div>
        <figure>
          <PositionBoard spec={state.game} position={state.first} moves={moves} label={t("sheet.board")} />
        </figure>
      </header>
      <h2>{t("sheet.moves")}</h2>
      <Moves rows={rows} seats={players} columns={sheetColumns(rows, state.players)} />
    </article>
  );
}

export function SheetPage() {
  const [found, setFound] = useState<{ text: string | undefined }>();
  const text = found?.text;
  const sheet = useMemo(() => (text === undefined ? undefined : readSheet(text)), [text, currentLanguage()]);
  useTitle(sheet ? t("sheet.title", { game: titleOf(sheet.state.id) }) : t("export.sheet"));
  return (
    <div class="page sheetpage">
      <Bar>
        <div class="tools">
          <button type="button" class="btn btn--quiet" onClick={() => history.back()}>
            {t("sheet.back")}
          </button>
          <button type="button" class="btn btn--go" disabled={!sheet} onClick={() => print()}>
            {t("sheet.print")}
          </button>
        </div>
      </Bar>
      <main id="main" tabIndex={-1}>
        {sheet ? (
          <ScoreSheet sheet={sheet} />
        ) : !found ? (
          <Loading part load={async () => setFound({ text: await asked() })} onReady={() => {}} />
        ) : (
          <div class="empty">
            <h1>{t("sheet.none")}</h1>
            <Link class="btn" href="/records">
              {t("records.title")}
            </Link>
          </div>
        )}
      </main>
    </div>
  );
}
