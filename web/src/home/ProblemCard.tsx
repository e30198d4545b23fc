/* Problems on the home page: the next one to solve, and how far one came. */
import { useEffect, useState } from "preact/hooks";
import { StillBoard } from "../board/StillBoard";
import { needCores } from "../core/table";
import type { ProblemFacts } from "../core/types";
import { t } from "../i18n/texts";
import { loadProblems, nextOf, problemGame, solvedOf } from "../app/problems";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";

/* Who goes on at once to play does not wait for them. */
const WAIT = 300;

export function ProblemCard({ drawn }: { drawn: boolean }) {
  const game = problemGame();
  const [all, found] = useState<ProblemFacts[]>([]);
  useEffect(() => {
    if (!drawn || game === undefined) return;
    const load = async () => found((await Promise.all([loadProblems(game), needCores([game])]))[0]);
    const timer = setTimeout(() => void load().catch(() => undefined), WAIT);
    return () => clearTimeout(timer);
  }, [drawn]);
  if (game === undefined) return null;
  const title = titleOf(game);
  const solved = solvedOf(game);
  const next = nextOf(all, solved, 0) ?? all[0];
  const count = all.filter(({ position }) => solved.has(position)).length;
  return (
    <li class="card game problem-card">
      <div class="pic">{next && <StillBoard spec={game} position={next.position} />}</div>
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
