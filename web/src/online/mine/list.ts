/* The player's games on the server, as a list shows them. */
import { gameOf } from "../../core/table";
import { isolated } from "../../i18n/isolate";
import { ranking } from "../../records/entries";
import { titleOf } from "../../ui/titles";
import { api, ApiError } from "../line/api";
import { person } from "../line/me";
import type { ListedGames, ListedGame } from "../line/types";
import { onlineText } from "../common/words";

export interface Row {
  id: string;
  spec: string;
  /** "Kulami with Anselm" */
  title: string;
  /** The player to move, or the result. */
  text: string;
  running: boolean;
  /** The number of its last event: with another number the picture is another. */
  last: number;
  /** Names by person, except the player's own. */
  names: Record<string, string>;
  /** Milliseconds left for the next move when the list was loaded; undefined if there is no limit. */
  left: number | undefined;
  /** Milliseconds at the start. */
  whole: number;
  changed: number;
}

export interface Lists {
  yours: Row[];
  waiting: Row[];
  asked: Row[];
  ended: Row[];
}

const WEEK = 7 * 86_400_000;

function nameOf({ names }: ListedGames, seat: ListedGame["seats"][number]): string {
  const name = seat.person === undefined ? undefined : names[seat.person];
  if (seat.person !== undefined) return name ? isolated(name) : onlineText("somebody");
  return seat.level === undefined ? onlineText("nobody-yet") : onlineText("program-level", { level: seat.level });
}

function titleFor(list: ListedGames, game: ListedGame): string {
  const title = titleOf(gameOf(game.summary.game));
  const others = game.seats.filter(({ you }) => !you);
  if (others.length !== 1) return onlineText("row.players", { game: title, count: game.seats.length });
  return onlineText("row.with", { game: title, who: nameOf(list, others[0]!) });
}

function endText({ summary, seats }: ListedGame): string {
  const { points, cause } = summary;
  if (cause === "aborted" || !points) return onlineText("row.aborted");
  const own = seats.findIndex(({ you }) => you);
  const best = Math.max(...points);
  const score = ranking(points, points.indexOf(best))
    .map((seat) => points[seat])
    .join(" : ");
  if (points.filter((each) => each === best).length > 1 && points[own] === best)
    return onlineText("row.drawn", { score });
  return onlineText(points[own] === best ? "row.won" : "row.lost", { score });
}

function rowOf(list: ListedGames, game: ListedGame): Row {
  const { summary, turn, seats, state } = game;
  const toMove = seats[turn - 1];
  const text =
    state === "ended"
      ? endText(game)
      : state === "invited"
        ? onlineText("row.invited")
        : toMove?.you
          ? onlineText("row.yours")
          : toMove
            ? onlineText("row.theirs", { who: nameOf(list, toMove) })
            : "";
  const { clock } = summary;
  const whole = clock.kind === "days" ? clock.days * 86_400_000 : clock.kind === "time" ? clock.seconds * 1000 : 0;
  const left = state === "running" && game.deadline > 0 && clock.kind !== "none" ? game.deadline - list.now : undefined;
  const series = summary.match;
  return {
    id: game.id,
    spec: summary.game,
    title: titleFor(list, game),
    text: series ? `${onlineText("match-stands-short", { game: series.game + 1, games: series.games })} ${text}` : text,
    running: state === "running",
    last: game.last,
    names: Object.fromEntries(
      seats.flatMap((seat) => (seat.person === undefined || seat.you ? [] : [[seat.person, nameOf(list, seat)]])),
    ),
    left,
    whole,
    changed: game.changed,
  };
}

/* The least time first; without a limit the last change first. */
const byTime = (a: Row, b: Row) => (a.left ?? Infinity) - (b.left ?? Infinity) || b.changed - a.changed;

/** Undefined if this browser is nobody. */
export async function loadGames(): Promise<ListedGames | undefined> {
  if (!(await person.look())) return undefined;
  return api.games().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    person.lose();
    return undefined;
  });
}

export function listsOf(list: ListedGames): Lists {
  const rows = (wanted: (game: ListedGame) => boolean) => list.games.filter(wanted).map((game) => rowOf(list, game));
  const yours = (game: ListedGame) => game.seats[game.turn - 1]?.you === true;
  return {
    yours: rows((game) => game.state === "running" && yours(game)).sort(byTime),
    waiting: rows((game) => game.state === "running" && !yours(game)).sort(byTime),
    asked: rows((game) => game.state === "invited"),
    ended: rows((game) => game.state === "ended" && game.summary.cause !== "aborted" && game.changed > list.now - WEEK),
  };
}
