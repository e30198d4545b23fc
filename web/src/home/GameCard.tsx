/* A game on the home page: its board in the middle of a game, what it is about, and the ways into it. */
import { GamePicture } from "../board/GamePicture";
import type { Facts } from "../core/table";
import { gameText, has, maybe, t } from "../i18n/texts";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";

/* A game the page does not know speaks for itself: with the summary of its catalogue, and the players of its options.
   It may have no first game, so none is offered. */
function known(game: string): boolean {
  return has(`home.about.${game}`);
}

function summaryOf(game: string): string {
  return maybe(`home.about.${game}`) ?? (has("summary", game) ? gameText(game, "summary") : "");
}

function factsOf({ id, options, players }: Facts): string {
  const ours = maybe(`home.facts.${id}`);
  if (ours !== undefined) return ours;
  const range = options.find((option) => option.key === "players");
  if (range) return t("home.players-range", { least: range.least, most: range.most });
  return t("home.players", { players });
}

export function GameCard({ facts, drawn }: { facts: Facts; drawn: boolean }) {
  const { id } = facts;
  const game = titleOf(id);
  return (
    <li class="card game">
      <div class="pic">{drawn && <GamePicture game={id} />}</div>
      <div class="txt">
        <h3>{game}</h3>
        <p>{summaryOf(id)}</p>
        <p class="facts">{factsOf(facts)}</p>
        <div class="act">
          <Link class="btn btn--go" href={`/setup/${id}`} aria-label={t("home.play-game", { game })}>
            {t("home.play")}
          </Link>
          <Link href={`/rules/${id}`} aria-label={t("home.rules-game", { game })}>
            {t("home.rules")}
          </Link>
          {known(id) && (
            <Link href={`/learn/${id}`} aria-label={t("home.learn-game", { game })}>
              {t("home.learn")}
            </Link>
          )}
        </div>
      </div>
    </li>
  );
}
