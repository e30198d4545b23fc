/* The left column of a very wide screen: the match, the marks on the board, the aim. Nothing one needs to play. */
import { nextFrame } from "../ui/deferred";
import { gameText, has, maybe, t } from "../i18n/texts";
import { drawn, groundOf } from "./marks";
import { MatchTable } from "./MatchTable";
import type { Session } from "../match/session";

/** Its words come from the page, or from the game where a mark is a thing of its own. */
export const Legend = nextFrame(function Legend({ session }: { session: Session }) {
  const { now } = session.game;
  const { all: seen } = session.marks;
  const wordsFor = (mark: string): string =>
    maybe(`info.mark-${mark}`) ?? (has(`mark.${mark}`, now.id) ? gameText(now.id, `mark.${mark}`) : "");
  return (
    <ul class={`legend on-${groundOf(now.view)}`}>
      {Object.entries(drawn)
        .filter(([mark]) => seen.has(mark) && wordsFor(mark) !== "")
        .map(([mark, path]) => (
          <li key={mark}>
            <svg class={`mark mark--${mark}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
              <path class="halo" d={path} />
              <path d={path} />
            </svg>
            <span>{wordsFor(mark)}</span>
          </li>
        ))}
    </ul>
  );
});

export const Info = nextFrame(function Info({ session }: { session: Session }) {
  const { id } = session.game.now;
  return (
    <aside class="info" aria-label={t("info.name")}>
      {session.match.plan.games > 1 && (
        <section>
          <h2>{t("info.match")}</h2>
          <MatchTable match={session.match} />
        </section>
      )}
      {has("summary", id) && (
        <section>
          <h2>{t("info.aim")}</h2>
          <p>{gameText(id, "summary")}</p>
        </section>
      )}
      <section>
        <h2>{t("info.marks")}</h2>
        <Legend session={session} />
      </section>
    </aside>
  );
});
