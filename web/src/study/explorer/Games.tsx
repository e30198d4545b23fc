/* What was played on this position: in one's own games, and in those of a file. */
import { useEffect, useMemo } from "preact/hooks";
import { useStore } from "../../app/store";
import type { Past, PastGame, PastRow } from "../../core/types";
import { number } from "../../i18n/texts";
import { study as openStudy } from "../../keep/studied";
import { dateOf } from "../../records/entries";
import { FileButton } from "../../records/FileButton";
import { Link } from "../../ui/Link";
import type { Study } from "../study";
import { s } from "../words";
import { keepFocus, usePointed } from "./pointed";
import { fileGames, ownGames, readOwnGames, type PastGames } from "./past";

/** "won 1, lost 1" */
function results(study: Study, { won, lost, drawn, open, wins }: PastRow): string {
  const parts = [
    ...(won > 0 ? [s("past.won", { count: won })] : []),
    ...(lost > 0 ? [s("past.lost", { count: lost })] : []),
    ...wins.flatMap((count, index) => (count > 0 ? [s("past.wins", { who: study.sideOf(index + 1), count })] : [])),
    ...(drawn > 0 ? [s("past.drawn", { count: drawn })] : []),
    ...(open > 0 ? [s("past.unfinished", { count: open })] : []),
  ];
  return parts.join(", ");
}

function Row({ study, row }: { study: Study; row: PastRow }) {
  const [move] = row.moves as [string];
  const shown = useMemo(
    () => ({ moves: row.moves, kind: "unknown", value: null, plies: null, over: false }) as const,
    [row.moves.join(" ")],
  );
  const { over, focus } = usePointed(study.explorer, shown);
  const play = (event: MouseEvent) => {
    keepFocus(event);
    study.play(move);
  };
  return (
    <li>
      <button class="pv followed-row" type="button" {...over} {...focus} onClick={play}>
        <b class="not">{move}</b>
        <span>{s("past.games", { count: row.games })}</span>
        <span>{results(study, row)}</span>
      </button>
    </li>
  );
}

/* The moves that followed, each with how many games and how they ended. Tapped, the move is played. */
function Rows({ study, found, title }: { study: Study; found: Past; title: string }) {
  return (
    <section class="followed" aria-label={title}>
      <div class="cardhead">
        <h2>{title}</h2>
        <p>{s("past.games", { count: found.games })}</p>
      </div>
      <ul>
        {found.rows.map((row) => (
          <Row key={row.moves[0]} study={study} row={row} />
        ))}
      </ul>
    </section>
  );
}

const playAddress = ({ now }: Study) => `/play?${new URLSearchParams({ game: now.game, position: now.position })}`;

/** What followed in all games that are known. */
export function Followed({ study }: { study: Study }) {
  useStore(ownGames);
  useStore(fileGames);
  if (study.over) return null;
  const { number: table } = study.table;
  const own = ownGames.find(table);
  const file = fileGames.find(table);
  const reading = ownGames.reading ? ownGames : fileGames.reading ? fileGames : undefined;
  return (
    <>
      {own && own.rows.length > 0 && <Rows study={study} found={own} title={s("past.own")} />}
      {file && file.rows.length > 0 && (
        <Rows study={study} found={file} title={s("past.file", { name: fileGames.name })} />
      )}
      {reading && <p class="none">{s("past.reading", { count: reading.count })}</p>}
      {!reading && own?.rows.length === 0 && (
        <div class="none past-none">
          <p>{s("past.none")}</p>
          <Link class="btn" href={playAddress(study)}>
            {s("past.play")}
          </Link>
        </div>
      )}
    </>
  );
}

function nameOf(study: Study, game: PastGame, seat: number): string {
  return seat === game.seat ? s("past.you") : study.nameAmong(game.players, seat);
}

function resultOf(study: Study, game: PastGame): string {
  if (game.result === 0) return s("past.open-end");
  return game.result < 0 ? s("past.draw") : s("past.winner", { who: nameOf(study, game, game.result) });
}

function List({ study, games, found, title }: { study: Study; games: PastGames; found: Past; title: string }) {
  return (
    <section class="followed" aria-label={title}>
      <div class="cardhead">
        <h2>{title}</h2>
        <p>{number(found.games)}</p>
      </div>
      <ul>
        {found.list.map((game) => (
          <li key={`${game.text} ${game.number}`}>
            <button
              class="pv past-game"
              type="button"
              onClick={() => openStudy(games.record(game), "/study", game.ply)}
            >
              <b>{game.players.map((_, index) => nameOf(study, game, index + 1)).join(", ")}</b>
              <span>
                {[resultOf(study, game), game.ply > 0 ? s("past.after", { count: game.ply }) : "", dateOf(game.date)]
                  .filter((part) => part !== "")
                  .join(", ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.games > found.list.length && (
        <p class="none">{s("past.more", { count: number(found.games - found.list.length) })}</p>
      )}
    </section>
  );
}

/** The games that were at this position, and a file with more of them. */
export function GamesPane({ study, panel }: { study: Study; panel: object }) {
  useStore(ownGames);
  useStore(fileGames);
  useEffect(() => void readOwnGames(), []);
  const { number: table } = study.table;
  const own = ownGames.find(table);
  const file = fileGames.empty ? undefined : fileGames.find(table);
  const { name, reading, count, wrong } = fileGames;
  return (
    <div class="pane" {...panel}>
      {own && own.games > 0 ? (
        <List study={study} games={ownGames} found={own} title={s("past.here")} />
      ) : (
        <p class="none">{s("past.none")}</p>
      )}
      {file && file.games > 0 && (
        <List study={study} games={fileGames} found={file} title={s("past.here-file", { name })} />
      )}
      <div class="past-file">
        <div role="status">
          {reading && <p>{s("past.reading", { count })}</p>}
          {!reading && file && file.games === 0 && <p>{s("past.none-file", { name })}</p>}
          {!reading && wrong > 0 && <p>{s("past.wrong", { count: wrong })}</p>}
        </div>
        <FileButton take={async (chosen) => chosen && fileGames.take([await chosen.text()], chosen.name)}>
          {s("past.open")}
        </FileButton>
      </div>
    </div>
  );
}
