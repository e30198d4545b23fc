/* /problems/GAME lists the problems of a game, /problems/GAME/NUMBER has one to solve. */
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { useStore } from "../app/store";
import { gameFacts, games } from "../core/table";
import type { ProblemFacts } from "../core/types";
import { NoSuchGame } from "../ui/NoSuchGame";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { hasProblems, loadProblems } from "../app/problems";
import { ProblemList } from "./ProblemList";
import { ProblemTable } from "./ProblemTable";
import { needProblemWords, p } from "./words";
import "../styles/lesson.css";
import "../styles/problems.css";

/* A game without problems; there are some of others. */
function NoProblems({ game }: { game: string }) {
  const none = p("none", { game: titleOf(game) });
  useTitle(none);
  return (
    <div class="page">
      <Bar />
      <main id="main" class="empty" tabIndex={-1}>
        <h1>{none}</h1>
        {games()
          .filter(({ id }) => hasProblems(id))
          .map(({ id }) => (
            <Link key={id} class="btn btn--go" href={`/problems/${id}`}>
              {p("title", { game: titleOf(id) })}
            </Link>
          ))}
      </main>
    </div>
  );
}

export function ProblemsPage({ game }: { game: string }) {
  const [all, found] = useState<ProblemFacts[]>();
  const number = useStore(router).parts[2];
  useEffect(() => {
    let here = true;
    void Promise.all([loadProblems(game), needProblemWords()]).then(([list]) => here && found(list));
    return () => {
      here = false;
    };
  }, [game]);
  if (!gameFacts(game)) return <NoSuchGame />;
  if (!all) return <main id="main" class="later" aria-busy="true" />;
  if (!hasProblems(game)) return <NoProblems game={game} />;
  const facts = all.find((each) => String(each.number) === number);
  return facts ? <ProblemTable key={facts.number} {...{ game, all, facts }} /> : <ProblemList {...{ game, all }} />;
}
