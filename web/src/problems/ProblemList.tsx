/* All problems of a game by grade, those that are solved marked. */
import type { ProblemFacts } from "../core/types";
import { titleOf } from "../ui/titles";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { useTitle } from "../ui/useTitle";
import { nextOf, solvedOf } from "./list";
import { p } from "./words";

function Grade({
  game,
  grade,
  problems,
  solved,
}: {
  game: string;
  grade: number;
  problems: ProblemFacts[];
  solved: Set<string>;
}) {
  const count = problems.filter(({ position }) => solved.has(position)).length;
  return (
    <section aria-labelledby={`grade-${grade}`}>
      <h2 id={`grade-${grade}`}>{p("grade", { grade })}</h2>
      <p class="num">{p("count", { solved: count, count: problems.length })}</p>
      <ul>
        {problems.map(({ number, moves, position }) => {
          const done = solved.has(position);
          return (
            <li key={number}>
              <Link
                class={done ? "btn is-done" : "btn"}
                href={`/problems/${game}/${number}`}
                aria-label={p(done ? "item.solved" : "item", { number, moves })}
              >
                <b>{number}</b>
                {done ? <Icon name="good" /> : <span>{p("in", { moves })}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function ProblemList({ game, all }: { game: string; all: ProblemFacts[] }) {
  const title = p("title", { game: titleOf(game) });
  const solved = solvedOf(game);
  const next = nextOf(all, solved, 0);
  const grades = [...new Set(all.map(({ grade }) => grade))];
  useTitle(title);
  return (
    <div class="page">
      <Bar>
        <Languages />
      </Bar>
      <main id="main" class="problems" tabIndex={-1}>
        <h1>{title}</h1>
        <p class="lead">{p("lead")}</p>
        <div class="acts">
          {next && (
            <Link class="btn btn--go" href={`/problems/${game}/${next.number}`}>
              {p("begin", { number: next.number })}
            </Link>
          )}
          <Link class="btn" href={`/rules/${game}`}>
            {p("rules")}
          </Link>
        </div>
        {grades.map((grade) => (
          <Grade key={grade} {...{ game, grade, solved }} problems={all.filter((problem) => problem.grade === grade)} />
        ))}
      </main>
    </div>
  );
}
