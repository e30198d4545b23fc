/* One problem: the board, and beside it the task, the answer to a try, and help. */
import { Board } from "../board/Board";
import type { ProblemFacts } from "../core/types";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { Unbroken } from "../ui/Unbroken";
import { titleOf } from "../ui/titles";
import { LiveRegion } from "../ui/Status";
import { useModel } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { nextOf, solvedOf } from "../app/problems";
import { Problem } from "./problem";
import { problemText } from "./words";

function Said({ problem }: { problem: Problem }) {
  const { facts, note, defences } = problem;
  const { moves, points, strict } = facts;
  return (
    <div class="lesson-said">
      <p class="lesson-task">{problemText("task", { moves })}</p>
      <p class="num">
        {problemText("worth", { points })} {problemText(strict ? "strict" : "faster")}
      </p>
      <LiveRegion class="problem-note">
        {note && (
          <div class={`msg msg--${note.tone}`}>
            <Icon name={note.tone === "neutral" ? "undo" : note.tone} />
            <div>
              <p>
                <Unbroken text={note.text()} />
              </p>
              {note.line !== undefined && (
                <p class="problem-line">
                  <Unbroken text={problemText("line", { line: note.line })} />
                </p>
              )}
            </div>
          </div>
        )}
      </LiveRegion>
      {defences.length > 0 && (
        <section class="problem-lines" aria-label={problemText("defences")}>
          <h2>{problemText("defences")}</h2>
          <ul>
            {defences.map(({ reply, answers }) => (
              <li key={reply}>
                <Unbroken text={problemText("defence", { reply, answers: answers.join(", ") })} />
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
  /* No button is really disabled, so that the focus stays on the one that was pressed. Where four in a row are too wide
     they are placed two by two. */
  return (
    <div class="problem-ways">
      <div class="lesson-ways">
        <button
          type="button"
          class={problem.wrong ? "btn btn--go" : "btn"}
          aria-disabled={off(!problem.mayUndo)}
          onClick={() => problem.undo()}
        >
          {problemText("undo")}
        </button>
        <button type="button" class="btn" aria-disabled={off(!problem.isOpen)} onClick={() => problem.help()}>
          {problemText("hint")}
        </button>
      </div>
      <div class="lesson-ways">
        <button type="button" class="btn" aria-disabled={off(problem.busy)} onClick={() => problem.showSolution()}>
          {problemText("show")}
        </button>
        {next && (
          <Link class={problem.done ? "btn btn--go" : "btn"} href={`/problems/${problem.game}/${next.number}`}>
            {problemText("next")}
          </Link>
        )}
      </div>
    </div>
  );
}

export function ProblemTable({ game, all, facts }: { game: string; all: ProblemFacts[]; facts: ProblemFacts }) {
  const problem = useModel((scope) => new Problem(scope, game, facts));
  const { number, grade } = facts;
  const name = problemText("name", { number });
  useTitle(`${name}, ${titleOf(game)}`);
  return (
    <div class="page lessonpage problempage">
      <Bar title={name} detail={`${titleOf(game)}, ${problemText("grade", { grade })}`}>
        <div class="tools">
          <Link class="btn btn--quiet" href={`/problems/${game}`} aria-label={problemText("all")}>
            <Icon name="list" />
            <span class="wide-only">{problemText("all")}</span>
          </Link>
        </div>
      </Bar>
      <main id="main" class="lesson" tabIndex={-1}>
        <div class="stage">
          <Board model={problem.board} />
        </div>
        <div class="lesson-panel">
          <Said problem={problem} />
          <Ways problem={problem} next={nextOf(all, solvedOf(game), number)} />
          <LiveRegion>{problem.board.spoken}</LiveRegion>
        </div>
      </main>
    </div>
  );
}
