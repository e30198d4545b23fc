/* A first game: the board at the left, and at the right what to try and what came of it. On a phone it stands below. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useStore } from "../app/store";
import { Board } from "../board/Board";
import { Die } from "../board/Die";
import { Man } from "../board/Man";
import { usualStock } from "../board/stock";
import { gameFacts } from "../core/table";
import { say, t } from "../i18n/texts";
import { hasProblems } from "../app/problems";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { useLearning, type Learning } from "./learning";
import { Lesson } from "./lesson";
import { NoSuchGame } from "../ui/NoSuchGame";
import "../styles/lesson.css";

/* On the same table, and with it in one file: the first board is not to be cut into more pieces. */
export { ProblemsPage } from "../problems/ProblemsPage";

/** What the die showed in this turn. */
function rolled(lesson: Lesson): number | null {
  const events = lesson.table.events();
  const roll = events.findLast((event) => event.roll);
  const shown = roll && lesson.state.turn !== "chance" && events.at(-1)?.turn === roll.turn;
  return shown ? Number(roll.move.replace(/\D/g, "")) : null;
}

/* The die, the things one does besides touching the board, and the men in hand that can be touched. */
function Tray({ lesson }: { lesson: Lesson }) {
  const { state, touchable } = lesson;
  const { touched, hint } = lesson.touching;
  const stocks = state.view.stocks.filter((stock) => stock.id !== "" && stock.count > 0);
  const usual = usualStock(state.view, touched, touchable);
  const controls = state.turn === "chance" ? [] : state.view.controls; /* a die that is due is rolled, not chosen */
  const things = lesson.watching ? [] : [...controls.map((control) => ({ ...control, kind: null })), ...stocks];
  const dice = gameFacts(lesson.game)?.dice === true;
  const face = dice ? rolled(lesson) : null;
  const die = face !== null || (dice && state.turn === "chance");
  if (!die && things.length === 0) return null;
  return (
    <div class="lesson-tray">
      {die && <Die face={face} />}
      {lesson.mayRoll && (
        <button type="button" class="btn btn--go" onClick={() => lesson.roll()}>
          {t("lesson.roll")}
        </button>
      )}
      {things.map(({ id, name, kind }) => (
        <button
          key={id}
          type="button"
          class={hint.includes(id) ? "btn is-hint" : "btn"}
          aria-pressed={touched.includes(id) || (id === usual && touched.length === 0) ? "true" : undefined}
          aria-disabled={touchable.has(id) || id === usual ? undefined : "true"}
          onClick={() => (id === usual ? lesson.release() : lesson.touch(id))}
        >
          {kind !== null && <Man game={state.game} kind={kind} />}
          <span>{say(state.id, name)}</span>
        </button>
      ))}
    </div>
  );
}

function Said({ lesson }: { lesson: Lesson }) {
  const { note, answer, task } = lesson;
  return (
    <div class="lesson-said" aria-live="polite">
      {lesson.watching && <h2>{t("lesson.aim")}</h2>}
      <p class="lesson-task">{task}</p>
      {note && (
        <div class={`msg msg--${note.tone}`}>
          <Icon name={note.tone === "neutral" ? "undo" : note.tone} />
          <p>{note.text}</p>
        </div>
      )}
      {answer !== "" && (
        <div class="msg msg--good">
          <Icon name="good" />
          <p>{answer}</p>
        </div>
      )}
    </div>
  );
}

function Over({ lesson }: { lesson: Lesson }) {
  const { game, skipped } = lesson;
  return (
    <div class="lesson-said" aria-live="polite">
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
    </div>
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
  const { done, index, open, watching } = lesson;
  /* None is ever really disabled: the one that was pressed keeps the focus. */
  return (
    <div class="lesson-ways">
      <button type="button" class="btn" aria-disabled={index === 0 ? "true" : undefined} onClick={() => lesson.back()}>
        {t("lesson.back")}
      </button>
      <button
        type="button"
        class="btn"
        aria-disabled={(!open || lesson.mayRoll) && !watching ? "true" : undefined}
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
function keepFocus(element: HTMLElement): void {
  if (document.activeElement === document.body) element.focus();
}

function FirstGame({ game, learning }: { game: string; learning: Learning }) {
  const [lesson] = useState(() => new Lesson(game, learning));
  const [spoken, speak] = useState("");
  useStore(lesson);
  useEffect(() => () => lesson.close(), []);
  const panel = useRef<HTMLDivElement>(null);
  /* The button that was pressed is gone at the end, and at a new beginning. */
  const { over } = lesson;
  const was = useRef(over);
  useEffect(() => {
    if (was.current !== over) keepFocus(panel.current!);
    was.current = over;
  }, [over]);
  const { table, state, touchable, moved } = lesson;
  const { touched, hint, refused } = lesson.touching;
  return (
    <main id="main" class="lesson" tabIndex={-1}>
      <div class="stage">
        <Board
          {...{ table, state, touched, touchable, hint, refused, moved }}
          flipped={false}
          locked={!lesson.open}
          onTouch={(id) => lesson.touch(id)}
          onRelease={() => lesson.release()}
          onSpeak={speak}
          label={t("lesson.board", { game: titleOf(game) })}
        />
      </div>
      <div ref={panel} class="lesson-panel" tabIndex={-1}>
        <Progress lesson={lesson} />
        {lesson.over ? <Over lesson={lesson} /> : <Said lesson={lesson} />}
        {!lesson.over && <Tray lesson={lesson} />}
        {!lesson.over && <Ways lesson={lesson} />}
        <div class="sr" aria-live="polite">
          {spoken}
        </div>
      </div>
    </main>
  );
}

export function LessonPage({ game }: { game: string }) {
  const learning = useLearning(game);
  useTitle(t("lesson.title", { game: titleOf(game) }));
  if (learning === null || !gameFacts(game) || learning?.lesson === "") return <NoSuchGame />;
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
      {learning ? <FirstGame game={game} learning={learning} /> : <main id="main" class="lesson" aria-busy="true" />}
    </div>
  );
}
