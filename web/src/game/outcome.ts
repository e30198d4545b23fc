/* The result in words: who, how, how much. */
import type { Message } from "../core/types";
import { has, say, t } from "../i18n/texts";
import type { Match } from "./match";
import { matchWinner, sideAt, type Finished } from "./plan";

/** What to call a side of the match, wherever it sits. */
export function sideName(match: Match, side: number): string {
  return match.nameAt(seatOf(match, side));
}

function seatOf(match: Match, side: number): number {
  return match.seats.find((seat) => match.sideOf(seat) === side)!;
}

function gaveUp(match: Match, seat: number): string {
  return match.isYou(seat) ? t("result.you-gave-up") : t("result.gave-up", { who: match.nameAt(seat) });
}

function timeUp(match: Match, seat: number): string {
  return match.isYou(seat) ? t("result.your-time-up") : t("result.time-up", { who: match.nameAt(seat) });
}

/* The game ended by resignation or on time, which was announced when it happened. */
const byLeaving = (end: string) => end === "given-up" || end === "time";

/** How a game of the match ended, in a word or two: those of the game, as far as they are known. */
export function endOf(match: Match, finished: Finished): string {
  const { end, winner, why, left } = finished;
  if (end === "given-up" && left !== undefined) return gaveUp(match, seatOf(match, left));
  if (end === "rules" && why) return named(match, why, match.finished.indexOf(finished));
  return t(winner < 0 && end === "rules" ? "ended.draw" : `ended.${end}`);
}

/* `who` is a seat of that game. A sentence to the one it is about ends with -you. */
function named(match: Match, { key, args }: Message, round: number): string {
  const { id } = match.game.now;
  const who = args["who"];
  if (who === undefined) return say(id, { key, args });
  const seat = seatOf(match, sideAt(match.plan, round, Number(who)));
  const you = match.isYou(seat) && has(`${key}-you`, id);
  return say(id, { key: you ? `${key}-you` : key, args: { ...args, who: match.nameAt(seat) } });
}

/* The match is over and had several games: its result counts, and not that of the last game. */
const whole = (match: Match) => match.over && match.plan.games > 1;

/** The side that won the match or the game; -1: a draw. */
function winnerOf(match: Match): number {
  return whole(match) ? matchWinner(match.finished, match.plan.sides.length) : (match.finished.at(-1)?.winner ?? -1);
}

/** "You win the match": of the match when it is over and had several games, else of the game. */
export function resultTitle(match: Match): string {
  const winner = winnerOf(match);
  const kind = whole(match) ? "match" : "game";
  if (winner < 0) return t(`result.${kind}-drawn`);
  const own = match.alone > 0 && match.sideOf(match.alone) === winner && match.isYou(match.alone);
  return own ? t(`result.${kind}-you`) : t(`result.${kind}-won`, { who: sideName(match, winner) });
}

/** Good news unless the one person at this screen did not win. */
export function resultTone(match: Match): "good" | "neutral" {
  const winner = winnerOf(match);
  const good = match.alone > 0 ? match.sideOf(match.alone) === winner : winner >= 0;
  return good ? "good" : "neutral";
}

/** How the game on the table ended, and what it brought. */
export function resultReason(match: Match): string {
  const { id, end, points, view } = match.game.now;
  const left = match.game.events.findLast((event) => event.gave_up);
  if (end === "rules" && view.ending) return t("announce.sentence", { text: named(match, view.ending, match.round) });
  if (!byLeaving(end) || !left) return view.prompt ? say(id, view.prompt) : "";
  const gone = end === "time" ? timeUp(match, left.seat) : gaveUp(match, left.seat);
  const most = Math.max(...points);
  const winner = points.indexOf(most) + 1;
  if (most <= 0 || winner === left.seat) return gone;
  const scores = match.isYou(winner)
    ? t("result.you-score", { points: most })
    : t("result.scores", { who: match.nameAt(winner), points: most });
  return `${gone} ${scores}`;
}

/** All of it for the ear; the event itself has been told. */
export function spokenResult(match: Match): string[] {
  const told = byLeaving(match.game.now.end);
  const title = t("announce.result", { title: resultTitle(match) });
  const standing = match.plan.games > 1 ? match.plan.sides.map((_, side) => pointsOf(match, side)) : [];
  return [...(told ? [] : [resultReason(match)]), title, ...standing];
}

function pointsOf(match: Match, side: number): string {
  return t("announce.match-points", { who: sideName(match, side), points: match.points[side]! });
}
