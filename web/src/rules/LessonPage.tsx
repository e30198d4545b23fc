/* A first game: the board at the left, and at the right the task and the answer to a try. On a phone they are below. */
import { useEffect, useRef } from "preact/hooks";
import { hasProblems } from "../app/problems";
import { Board } from "../board/Board";
import { Die } from "../board/Die";
import { gameFacts } from "../core/table";
import { lastFace } from "../game/roll";
import { t } from "../i18n/texts";
import { TrayButtons } from "../play/Tray";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { Loading } from "../ui/later";
import { NoSuchGame } from "../ui/NoSuchGame";
import { titleOf } from "../ui/titles";
import { LiveRegion } from "../ui/Status";
import { useModel } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { canLearn, learningOf, needLearning } from "./learning";
import { Lesson } from "./lesson";
import "../styles/lesson.css";

/* In the same file, so that what the first board needs is not cut into more pieces. */
export { ProblemsPage } from "../problems/ProblemsPage";

/* The die, the controls, and the pieces in reserve that can be selected. */
function Tray({ lesson }: { lesson: Lesson }) {
  const { state, board, table, mayRoll } = lesson;
  const stocks = state.view.stocks.filter(({ id, count }) => id !== "" && count > 0);
  const isDue = state.turn === "chance";
  const hasDice = gameFacts(lesson.game)?.dice === true;
  const face = hasDice && !isDue ? lastFace(table, table.events()) : null;
  const hasDie = face !== null || (hasDice && isDue);
  const hasThings = !lesson.watching && (mayRoll || (!isDue && stocks.length + state.view.controls.length > 0));
  if (!hasDie && !hasThings) return null;
  return (
    <div class="lesson-tray">
      {hasDie && <Die face={face} />}
      {hasThings && <TrayButtons tray={board} stocks={stocks} controls={state.view.controls} />}
    </div>
  );
}

function Task({ lesson }: { lesson: Lesson }) {
  const { note, answer, task } = lesson;
  return (
    <>
      {lesson.watching && <h2>{t("lesson.aim")}</h2>}
      <p class="lesson-task">{task}</p>
      {note && (
        <div class={`msg msg--${note.tone}`}>
          <Icon name={note.tone === "neutral" ? "undo" : note.tone} />
          <p>{note.text()}</p>
        </div>
      )}
      {answer !== "" && (
        <div class="msg msg--good">
          <Icon name="good" />
          <p>{answer}</p>
        </div>
      )}
    </>
  );
}

function Over({ lesson }: { lesson: Lesson }) {
  const { game, skipped } = lesson;
  return (
    <>
      <h2>{t("lesson.over")}</h2>
      <p class="lesson-task">
        {t(skipped === 0 ? "lesson.over-text" : "lesson.over-skipped", { game: titleOf(game), count: skipped })}
      </p>
      <div class="acts">
        <Link class="btn btn--go btn--big" href={`/setup/${game}`}>
          {t("lesson.play")}
        </Link>
        <Link class="btn" href={`/rules/${game}`}>
          {t("lesson.rules")}
        </Link>
        {hasProblems(game) && (
          <Link class="btn" href={`/problems/${game}`}>
            {t("home.problems")}
          </Link>
        )}
        <button type="button" class="btn" onClick={() => lesson.restart()}>
          {t("lesson.restart")}
        </button>
      </div>
    </>
  );
}

/* One region for all steps: it is there before its text. */
function Said({ lesson }: { lesson: Lesson }) {
  return (
    <LiveRegion class="lesson-said">{lesson.over ? <Over lesson={lesson} /> : <Task lesson={lesson} />}</LiveRegion>
  );
}

function Progress({ lesson }: { lesson: Lesson }) {
  const count = lesson.steps.length;
  const said = t("lesson.progress", { step: Math.min(lesson.index + 1, count), count });
  return (
    <div class="lesson-progress">
      <progress value={lesson.index + (lesson.done ? 1 : 0)} max={count} aria-label={t("lesson.progress-name")} />
      <span class="num">{said}</span>
      {lesson.index > 0 && !lesson.over && (
        <button type="button" class="btn btn--quiet" onClick={() => lesson.restart()}>
          {t("lesson.restart")}
        </button>
      )}
    </div>
  );
}

function Ways({ lesson }: { lesson: Lesson }) {
  const { done, index, isOpen, watching } = lesson;
  /* No button is really disabled, so that the focus stays on the one that was pressed. */
  return (
    <div class="lesson-ways">
      <button type="button" class="btn" aria-disabled={index === 0 ? "true" : undefined} onClick={() => lesson.back()}>
        {t("lesson.back")}
      </button>
      <button
        type="button"
        class="btn"
        aria-disabled={(!isOpen || lesson.mayRoll) && !watching ? "true" : undefined}
        onClick={() => lesson.show()}
      >
        {t(watching ? "lesson.replay" : "lesson.show")}
      </button>
      <button
        type="button"
        class={done || watching ? "btn btn--go" : "btn"}
        aria-disabled={lesson.busy && !watching ? "true" : undefined}
        onClick={() => lesson.next()}
      >
        {t(done || watching ? "lesson.next" : "lesson.skip")}
      </button>
    </div>
  );
}

/** Takes the focus if nothing else has it. */
function catchFocus(element: HTMLElement): void {
  if (document.activeElement === document.body) element.focus();
}

function FirstGame({ game }: { game: string }) {
  const lesson = useModel((scope) => new Lesson(scope, game, () => learningOf(game)!));
  const panel = useRef<HTMLDivElement>(null);
  /* The button that was pressed is gone at the end, and at a new beginning. */
  const { over } = lesson;
  const wasOver = useRef(over);
  useEffect(() => {
    if (wasOver.current !== over) catchFocus(panel.current!);
    wasOver.current = over;
  }, [over]);
  return (
    <main id="main" class="lesson" tabIndex={-1}>
      <div class="stage">
        <Board model={lesson.board} />
      </div>
      <div ref={panel} class="lesson-panel" tabIndex={-1}>
        <Progress lesson={lesson} />
        <Said lesson={lesson} />
        {!over && <Tray lesson={lesson} />}
        {!over && <Ways lesson={lesson} />}
        <LiveRegion>{lesson.board.spoken}</LiveRegion>
      </div>
    </main>
  );
}

function Page({ game }: { game: string }) {
  useTitle(t("lesson.title", { game: titleOf(game) }));
  return (
    <div class="page lessonpage">
      <Bar title={titleOf(game)} detail={t("lesson.name")}>
        <div class="tools">
          <Link class="btn btn--quiet" href={`/rules/${game}`}>
            <Icon name="book" />
            {t("lesson.rules")}
          </Link>
        </div>
      </Bar>
      <FirstGame game={game} />
    </div>
  );
}

export function LessonPage({ game }: { game: string }) {
  if (!gameFacts(game)) return <NoSuchGame />;
  if (!canLearn()) return <Loading load={needLearning} onReady={() => {}} />;
  return learningOf(game)?.lesson ? <Page game={game} /> : <NoSuchGame />;
}
