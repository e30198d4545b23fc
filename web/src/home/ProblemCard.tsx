/* Problems on the home page: the next to solve, and how many are solved. */
import { useState } from "preact/hooks";
import { PositionBoard } from "../board/StillBoard";
import { needCores } from "../core/table";
import type { ProblemFacts } from "../core/types";
import { t } from "../i18n/texts";
import { loadProblems, nextOf, problemGame, solvedOf } from "../app/problems";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { useScope } from "../ui/useScope";

const WAIT = 300; /* ms; a player who leaves home at once does not wait for them */

export function ProblemCard({ drawn }: { drawn: boolean }) {
  const game = problemGame();
  const [all, setAll] = useState<ProblemFacts[]>([]);
  useScope(
    (scope) => {
      if (!drawn || game === undefined) return;
      const load = async () => setAll((await Promise.all([loadProblems(game), needCores([game])]))[0]);
      scope.timeout(WAIT, () => load().catch(() => undefined /* the card works without them */));
    },
    [drawn, game],
  );
  if (game === undefined) return null;
  const title = titleOf(game);
  const solved = solvedOf(game);
  const next = nextOf(all, solved, 0) ?? all[0];
  const count = all.filter(({ position }) => solved.has(position)).length;
  return (
    <li class="card game problem-card">
      <div class="pic">{next && <PositionBoard spec={game} position={next.position} />}</div>
      <div class="txt">
        <h3>{t("home.problems")}</h3>
        <p>{t("home.problems-about", { game: title })}</p>
        <p class="facts">
          <progress value={count} max={Math.max(1, all.length)} aria-hidden="true" />
          {all.length > 0 ? t("home.problems-solved", { solved: count, count: all.length }) : "\u00a0"}
        </p>
        <div class="act">
          <Link class="btn btn--go" href={`/problems/${game}${next ? `/${next.number}` : ""}`}>
            {t("home.solve")}
          </Link>
          <Link href={`/problems/${game}`}>{t("home.problems-all")}</Link>
        </div>
      </div>
    </li>
  );
}
