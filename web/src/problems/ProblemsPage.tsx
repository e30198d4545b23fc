/* /problems has the games with problems, /problems/GAME lists those of a game, /problems/GAME/NUMBER has one to solve. */
import { useState } from "preact/hooks";
import { router } from "../app/router";
import { gameFacts, games } from "../core/table";
import type { ProblemFacts } from "../core/types";
import { t } from "../i18n/texts";
import { Languages } from "../ui/Languages";
import { NoSuchGame } from "../ui/NoSuchGame";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { Loading } from "../ui/later";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { hasProblems, loadProblems, nextOf, solvedOf } from "../app/problems";
import { Next, ProblemList, Progress } from "./ProblemList";
import { ProblemTable } from "./ProblemTable";
import { needProblemWords, problemText } from "./words";
import "../styles/lesson.css";
import "../styles/problems.css";

type Sets = Record<string, ProblemFacts[]>;

/* The games that have problems, each with the next one to solve. */
function Choice({ title, sets }: { title: string; sets: Sets }) {
  useTitle(title);
  return (
    <div class="page">
      <Bar>
        <Languages />
      </Bar>
      <main id="main" class="problems" tabIndex={-1}>
        <h1>{title}</h1>
        {Object.entries(sets).map(([game, problems]) => {
          const solved = solvedOf(game);
          const next = nextOf(problems, solved, 0);
          return (
            <section key={game} class="problem-game">
              <h2>
                <Link href={`/problems/${game}`}>{problemText("title", { game: titleOf(game) })}</Link>
              </h2>
              <Progress {...{ problems, solved }} />
              {next && <Next game={game} facts={next} />}
            </section>
          );
        })}
      </main>
    </div>
  );
}

/** The problems of the game; of every game that has problems, if there is no such game or it has none. */
async function loadSets(game: string): Promise<Sets> {
  const all = games().map(({ id }) => id);
  const wanted = hasProblems(game) ? [game] : all.filter(hasProblems);
  const [sets] = await Promise.all([Promise.all(wanted.map(loadProblems)), needProblemWords()]);
  return Object.fromEntries(wanted.map((id, index) => [id, sets[index]!]));
}

export function ProblemsPage({ game }: { game: string }) {
  const [sets, setSets] = useState<Sets>();
  if (game !== "" && !gameFacts(game)) return <NoSuchGame />;
  if (!sets) return <Loading load={async () => setSets(await loadSets(game))} onReady={() => {}} />;
  const all = sets[game];
  if (!all)
    return (
      <Choice title={game === "" ? t("home.problems") : problemText("none", { game: titleOf(game) })} sets={sets} />
    );
  const facts = all.find((each) => String(each.number) === router.parts[2]);
  return facts ? <ProblemTable key={facts.number} {...{ game, all, facts }} /> : <ProblemList {...{ game, all }} />;
}
