/* Games that were at this position: the player's own, and those of a file. */
import type { Past, PastGame, PastRow } from "../../core/types";
import { number } from "../../i18n/texts";
import { openStudy } from "../../storage/study";
import { dateOf } from "../../records/entries";
import { FileButton } from "../../records/FileButton";
import { Link } from "../../ui/Link";
import { Status } from "../../ui/Status";
import type { Study } from "../study";
import { studyText } from "../words";
import { fileGames, ownGames, type PastGames } from "./past";
import { focusTab, usePointed } from "./pointed";

/** "won 1, lost 1" */
function results(study: Study, { won, lost, drawn, open, wins }: PastRow): string {
  const parts = [
    ...(won > 0 ? [studyText("past.won", { count: won })] : []),
    ...(lost > 0 ? [studyText("past.lost", { count: lost })] : []),
    ...wins.flatMap((count, index) =>
      count > 0 ? [studyText("past.wins", { who: study.sideOf(index + 1), count })] : [],
    ),
    ...(drawn > 0 ? [studyText("past.drawn", { count: drawn })] : []),
    ...(open > 0 ? [studyText("past.unfinished", { count: open })] : []),
  ];
  return parts.join(", ");
}

function Row({ study, row }: { study: Study; row: PastRow }) {
  const [move] = row.moves as [string];
  const { over, focus } = usePointed(study.explorer, {
    moves: row.moves,
    kind: "unknown",
    value: null,
    plies: null,
    over: false,
  });
  const play = (event: MouseEvent) => {
    focusTab(event);
    study.play(move);
  };
  return (
    <li>
      <button class="pv followed-row" type="button" {...over} {...focus} onClick={play}>
        <b class="not">{move}</b>
        <span>{studyText("past.games", { count: row.games })}</span>
        <span>{results(study, row)}</span>
      </button>
    </li>
  );
}

/* The moves that followed, each with the number of games and how they ended. A tap plays the move. */
function Rows({ study, found, title }: { study: Study; found: Past; title: string }) {
  return (
    <section class="followed" aria-label={title}>
      <div class="cardhead">
        <h2>{title}</h2>
        <p>{studyText("past.games", { count: found.games })}</p>
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

/** The moves that followed in all games that are known. */
export function Followed({ study }: { study: Study }) {
  const { own, file } = study.explorer;
  const reading = ownGames.isReading ? ownGames : fileGames.isReading ? fileGames : undefined;
  if (study.over) return null;
  return (
    <>
      {own && own.rows.length > 0 && <Rows study={study} found={own} title={studyText("past.own")} />}
      {file && file.rows.length > 0 && (
        <Rows study={study} found={file} title={studyText("past.file", { name: fileGames.name })} />
      )}
      {reading && <p class="none">{studyText("past.reading", { count: reading.count })}</p>}
      {!reading && own?.rows.length === 0 && (
        <div class="none past-none">
          <p>{studyText("past.none")}</p>
          <Link class="btn" href={playAddress(study)}>
            {studyText("past.play")}
          </Link>
        </div>
      )}
    </>
  );
}

function nameOf(study: Study, game: PastGame, seat: number): string {
  return seat === game.seat ? studyText("past.you") : study.nameAmong(game.players, seat);
}

function resultOf(study: Study, game: PastGame): string {
  if (game.result === 0) return studyText("past.open-end");
  return game.result < 0 ? studyText("past.draw") : studyText("past.winner", { who: nameOf(study, game, game.result) });
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
                {[
                  resultOf(study, game),
                  game.ply > 0 ? studyText("past.after", { count: game.ply }) : "",
                  dateOf(game.date),
                ]
                  .filter((part) => part !== "")
                  .join(", ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.games > found.list.length && (
        <p class="none">{studyText("past.more", { count: number(found.games - found.list.length) })}</p>
      )}
    </section>
  );
}

/** The games that were at this position, and a file with more of them. */
export function GamesPane({ study, panel }: { study: Study; panel: object }) {
  const { own } = study.explorer;
  const file = fileGames.isEmpty ? undefined : study.explorer.file;
  const { name, isReading, count, wrong } = fileGames;
  return (
    <div class="pane" {...panel}>
      {own && own.games > 0 ? (
        <List study={study} games={ownGames} found={own} title={studyText("past.here")} />
      ) : (
        <p class="none">{studyText("past.none")}</p>
      )}
      {file && file.games > 0 && (
        <List study={study} games={fileGames} found={file} title={studyText("past.here-file", { name })} />
      )}
      <div class="past-file">
        <Status class="">
          {isReading && <p>{studyText("past.reading", { count })}</p>}
          {!isReading && file && file.games === 0 && <p>{studyText("past.none-file", { name })}</p>}
          {!isReading && wrong > 0 && <p>{studyText("past.wrong", { count: wrong })}</p>}
        </Status>
        <FileButton take={async (chosen) => fileGames.take([await chosen.text()], chosen.name)}>
          {studyText("past.open")}
        </FileButton>
      </div>
    </div>
  );
}
