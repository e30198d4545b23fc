/* One's games on the server, as a list shows them. */
import { gameOf } from "../../core/table";
import { isolated } from "../../i18n/isolate";
import { ranking } from "../../records/entries";
import { titleOf } from "../../ui/titles";
import { api, ApiError } from "../line/api";
import { person } from "../line/me";
import type { ListedGames, ListedGame } from "../line/types";
import { o } from "../common/words";

export interface Row {
  id: string;
  spec: string;
  /** "Kulami with Anselm" */
  title: string;
  /** What there is to say of it. */
  text: string;
  running: boolean;
  /** Its last event: what has changed since another number is another picture. */
  last: number;
  /** Names by person, to tell whose a move was; one's own is missing. */
  names: Record<string, string>;
  /** Milliseconds left for the one to move, by the server's clock when it was asked; undefined: no limit. */
  left: number | undefined;
  /** Of how many. */
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
  if (seat.person !== undefined) return name ? isolated(name) : o("somebody");
  return seat.level === undefined ? o("nobody-yet") : o("program-level", { level: seat.level });
}

function titleFor(list: ListedGames, game: ListedGame): string {
  const title = titleOf(gameOf(game.summary.game));
  const others = game.seats.filter(({ you }) => !you);
  if (others.length !== 1) return o("row.players", { game: title, count: game.seats.length });
  return o("row.with", { game: title, who: nameOf(list, others[0]!) });
}

function endText({ summary, seats }: ListedGame): string {
  const { points, cause } = summary;
  if (cause === "aborted" || !points) return o("row.aborted");
  const own = seats.findIndex(({ you }) => you);
  const best = Math.max(...points);
  const score = ranking(points, points.indexOf(best))
    .map((seat) => points[seat])
    .join(" : ");
  if (points.filter((each) => each === best).length > 1 && points[own] === best) return o("row.drawn", { score });
  return o(points[own] === best ? "row.won" : "row.lost", { score });
}

function rowOf(list: ListedGames, game: ListedGame): Row {
  const { summary, turn, seats, state } = game;
  const toMove = seats[turn - 1];
  const text =
    state === "ended"
      ? endText(game)
      : state === "invited"
        ? o("row.invited")
        : toMove?.you
          ? o("row.yours")
          : toMove
            ? o("row.theirs", { who: nameOf(list, toMove) })
            : "";
  const { clock } = summary;
  const whole = clock.kind === "days" ? clock.days * 86_400_000 : clock.kind === "time" ? clock.seconds * 1000 : 0;
  const left = state === "running" && game.deadline > 0 && clock.kind !== "none" ? game.deadline - list.now : undefined;
  const series = summary.match;
  return {
    id: game.id,
    spec: summary.game,
    title: titleFor(list, game),
    text: series ? `${o("match-stands-short", { game: series.game + 1, games: series.games })} ${text}` : text,
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

/* The one with least time first; without a limit the one that changed last. */
const byTime = (one: Row, other: Row) =>
  (one.left ?? Infinity) - (other.left ?? Infinity) || other.changed - one.changed;

/** One's games as the server has them now; undefined: one is nobody. */
export async function listed(): Promise<Lists | undefined> {
  if (!(await person.look())) return undefined;
  const list = await api.games().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    person.lose();
    return undefined;
  });
  if (!list) return undefined;
  const rows = (wanted: (game: ListedGame) => boolean) => list.games.filter(wanted).map((game) => rowOf(list, game));
  const yours = (game: ListedGame) => game.seats[game.turn - 1]?.you === true;
  return {
    yours: rows((game) => game.state === "running" && yours(game)).sort(byTime),
    waiting: rows((game) => game.state === "running" && !yours(game)).sort(byTime),
    asked: rows((game) => game.state === "invited"),
    ended: rows((game) => game.state === "ended" && game.summary.cause !== "aborted" && game.changed > list.now - WEEK),
  };
}
