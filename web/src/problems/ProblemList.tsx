/* All problems of a game: the next to solve, then grade by grade, each with its picture. The grade of the next problem is
   open; the others take one line each, so that they do not fill a phone. */
import { useState } from "preact/hooks";
import { nextOf, solvedOf } from "../app/problems";
import { PositionBoard } from "../board/StillBoard";
import type { ProblemFacts } from "../core/types";
import { titleOf } from "../ui/titles";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { useGradually } from "../ui/useGradually";
import { useTitle } from "../ui/useTitle";
import { problemText } from "./words";

interface Shown {
  game: string;
  problems: ProblemFacts[];
  solved: Set<string>;
}

const countOf = ({ problems, solved }: Pick<Shown, "problems" | "solved">): number =>
  problems.filter(({ position }) => solved.has(position)).length;

export function Progress({ problems, solved }: Pick<Shown, "problems" | "solved">) {
  const count = countOf({ problems, solved });
  return (
    <span class="problem-progress">
      <progress value={count} max={problems.length} aria-hidden="true" />
      <span class="num">{problemText("count", { solved: count, count: problems.length })}</span>
    </span>
  );
}

interface ItemProps {
  game: string;
  facts: ProblemFacts;
  drawn: boolean;
  done: boolean;
  next: boolean;
}

function Item({ game, facts, drawn, done, next }: ItemProps) {
  const { number, moves, position } = facts;
  return (
    <li>
      <Link
        class={`problem-item${done ? " is-done" : ""}${next ? " is-next" : ""}`}
        href={`/problems/${game}/${number}`}
        aria-label={problemText(done ? "item.solved" : "item", { number, moves })}
      >
        <div class="pic">{drawn && <PositionBoard spec={game} position={position} />}</div>
        <span>
          <b>{number}</b>
          {done ? <Icon name="good" /> : <small>{problemText("in", { moves })}</small>}
        </span>
      </Link>
    </li>
  );
}

function Grade({ grade, next, ...shown }: Shown & { grade: number; next: ProblemFacts | undefined }) {
  const { game, problems, solved } = shown;
  const [open, turn] = useState(next?.grade === grade);
  const drawn = useGradually(open ? problems.length : 0);
  const body = `grade-${grade}`;
  return (
    <section class="problem-grade">
      <h2>
        <button type="button" aria-expanded={open} aria-controls={body} onClick={() => turn(!open)}>
          <Icon name={open ? "down" : "next"} />
          <span>{problemText("grade", { grade })}</span>
          <Progress {...shown} />
        </button>
      </h2>
      <ul id={body} hidden={!open}>
        {open &&
          problems.map((facts, index) => (
            <Item
              key={facts.number}
              {...{ game, facts }}
              drawn={index < drawn}
              done={solved.has(facts.position)}
              next={facts === next}
            />
          ))}
      </ul>
    </section>
  );
}

/* The problem to solve now. */
export function Next({ game, facts }: { game: string; facts: ProblemFacts }) {
  const { number, moves, grade, position } = facts;
  return (
    <div class="card problem-next">
      <PositionBoard spec={game} position={position} />
      <div>
        <p>
          <b>{problemText("next.name", { number, grade })}</b>
        </p>
        <p>{problemText("task", { moves })}</p>
        <Link class="btn btn--go" href={`/problems/${game}/${number}`}>
          {problemText("begin", { number })}
        </Link>
      </div>
    </div>
  );
}

export function ProblemList({ game, all }: { game: string; all: ProblemFacts[] }) {
  const title = problemText("title", { game: titleOf(game) });
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
        <div class="problems-head">
          <h1>{title}</h1>
          <Progress problems={all} solved={solved} />
        </div>
        <div class="problems-lead">
          <p class="lead">{problemText("lead")}</p>
          <Link href={`/rules/${game}`}>{problemText("rules")}</Link>
        </div>
        {next && <Next game={game} facts={next} />}
        <div class="problem-grades">
          {grades.map((grade) => (
            <Grade
              key={grade}
              {...{ game, grade, solved, next }}
              problems={all.filter((problem) => problem.grade === grade)}
            />
          ))}
        </div>
      </main>
    </div>
  );
}
