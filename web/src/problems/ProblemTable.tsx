/* One problem: the board, and beside it the task, what came of a try, and help. */
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../app/store";
import { Board } from "../board/Board";
import type { ProblemFacts } from "../core/types";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { Unbroken } from "../ui/Unbroken";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { nextOf, solvedOf } from "../app/problems";
import { Problem } from "./problem";
import { p } from "./words";

function Said({ problem }: { problem: Problem }) {
  const { facts, note, defences } = problem;
  const { moves, points, strict } = facts;
  return (
    <div class="lesson-said">
      <p class="lesson-task">{p("task", { moves })}</p>
      <p class="num">
        {p("worth", { points })} {p(strict ? "strict" : "faster")}
      </p>
      <div class="problem-note" aria-live="polite">
        {note && (
          <div class={`msg msg--${note.tone}`}>
            <Icon name={note.tone === "neutral" ? "undo" : note.tone} />
            <div>
              <p>
                <Unbroken text={note.text} />
              </p>
              {note.line !== undefined && (
                <p class="problem-line">
                  <Unbroken text={p("line", { line: note.line })} />
                </p>
              )}
            </div>
          </div>
        )}
      </div>
      {defences.length > 0 && (
        <section class="problem-lines" aria-label={p("defences")}>
          <h2>{p("defences")}</h2>
          <ul>
            {defences.map(({ reply, answers }) => (
              <li key={reply}>
                <Unbroken text={p("defence", { reply, answers: answers.join(", ") })} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Ways({ problem, next }: { problem: Problem; next: ProblemFacts | undefined }) {
  const off = (disabled: boolean) => (disabled ? "true" : undefined);
  /* None is ever really disabled: the one that was pressed keeps the focus. Where four in a row are too wide they stand
     two by two. */
  return (
    <div class="problem-ways">
      <div class="lesson-ways">
        <button
          type="button"
          class={problem.wrong ? "btn btn--go" : "btn"}
          aria-disabled={off(!problem.mayUndo)}
          onClick={() => problem.undo()}
        >
          {p("undo")}
        </button>
        <button type="button" class="btn" aria-disabled={off(!problem.open)} onClick={() => void problem.help()}>
          {p("hint")}
        </button>
      </div>
      <div class="lesson-ways">
        <button type="button" class="btn" aria-disabled={off(problem.busy)} onClick={() => void problem.solution()}>
          {p("show")}
        </button>
        {next && (
          <Link class={problem.done ? "btn btn--go" : "btn"} href={`/problems/${problem.game}/${next.number}`}>
            {p("next")}
          </Link>
        )}
      </div>
    </div>
  );
}

export function ProblemTable({ game, all, facts }: { game: string; all: ProblemFacts[]; facts: ProblemFacts }) {
  const [problem] = useState(() => new Problem(game, facts));
  const [spoken, speak] = useState("");
  useStore(problem);
  useEffect(() => () => problem.close(), []);
  const { number, grade } = facts;
  const name = p("name", { number });
  useTitle(`${name}, ${titleOf(game)}`);
  const { table, state, touchable, moved } = problem;
  const { touched, hint, refused } = problem.touching;
  return (
    <div class="page lessonpage problempage">
      <Bar title={name} detail={`${titleOf(game)}, ${p("grade", { grade })}`}>
        <div class="tools">
          <Link class="btn btn--quiet" href={`/problems/${game}`}>
            <Icon name="list" />
            {p("all")}
          </Link>
        </div>
      </Bar>
      <main id="main" class="lesson" tabIndex={-1}>
        <div class="stage">
          <Board
            {...{ table, state, touched, touchable, hint, refused, moved }}
            flipped={false}
            locked={!problem.open}
            onTouch={(id) => problem.touch(id)}
            onRelease={() => problem.release()}
            onSpeak={speak}
            label={p("board", { number })}
          />
        </div>
        <div class="lesson-panel">
          <Said problem={problem} />
          <Ways problem={problem} next={nextOf(all, solvedOf(game), number)} />
          <div class="sr" aria-live="polite">
            {spoken}
          </div>
        </div>
      </main>
    </div>
  );
}
