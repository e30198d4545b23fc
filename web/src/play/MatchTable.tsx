/* The points of a match, game by game. */
import { nextFrame } from "../ui/deferred";
import { number, t } from "../i18n/texts";
import type { Finished } from "../game/plan";
import { endOf, sideName } from "../game/outcome";
import type { Match } from "../game/match";

/** `whole`: with how each game of two ended, and the sum. */
export const MatchTable = nextFrame(function MatchTable({ match, whole = false }: { match: Match; whole?: boolean }) {
  const { plan, finished } = match;
  const sides = plan.sides.map((_, side) => side);
  const how = whole && sides.length === 2; /* the names of more fill the row */
  const rows = Array.from({ length: Math.max(plan.games, finished.length) }, (_, index) => index);
  const cell = (game: Finished | undefined, side: number, now: boolean) => {
    if (!game) return now ? "–" : "";
    const points = number(game.points[side]!);
    return game.winner === side ? <span class="win">{points}</span> : points;
  };
  return (
    <table>
      <caption class="sr">{t("match.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("match.game")}</th>
          {how && (
            <th scope="col" class="how">
              {t("match.how")}
            </th>
          )}
          {sides.map((side) => (
            <th scope="col" class="n" key={side} title={sideName(match, side)}>
              {sideName(match, side)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((index) => {
          const now = !match.game.over && index === finished.length;
          const game = finished[index];
          return (
            <tr key={index} class={now ? "now" : ""}>
              <td>{now ? t("match.now", { game: index + 1 }) : number(index + 1)}</td>
              {how && <td class="how">{game && endOf(match, game)}</td>}
              {sides.map((side) => (
                <td class="n" key={side}>
                  {cell(game, side, now)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
      {whole && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={how ? 2 : 1}>
              {t("match.sum")}
            </th>
            {sides.map((side) => (
              <td class="n" key={side}>
                {number(match.points[side]!)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
});
