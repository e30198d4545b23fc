/* The table of study: the board with its marks, and beside or below it verdict, lines, message, moves, actions. */
import { useEffect, useRef, useState } from "preact/hooks";
import { screen } from "../app/screen";
import { settings } from "../app/settings";
import { useStore } from "../app/store";
import { Board } from "../board/Board";
import { say, t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Icon, type IconName } from "../ui/Icon";
import { MenuButton } from "../ui/MenuButton";
import { isShortcut, keyOf } from "../ui/keys";
import { RulesLink } from "../ui/RulesLink";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { StudyDialogs } from "./Dialogs";
import { refocus } from "./focus";
import { Lines, Rolls } from "./Lines";
import { isMarked, marksOf, marksSpoken, threatWords } from "./marks";
import type { Study } from "./study";
import { Panes } from "./explorer/Panes";
import { Verdict } from "./Verdict";
import { s } from "./words";

/* What a drag with the right button marks. */
function useMarking(study: Study) {
  const from = useRef<string>();
  const placeAt = (event: PointerEvent) =>
    document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => (element as HTMLElement).dataset?.["place"])
      .find((id) => id !== undefined);
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      if (event.button !== 2) return;
      event.stopPropagation();
      from.current = placeAt(event);
    },
    onPointerUpCapture: (event: PointerEvent) => {
      const begun = from.current;
      from.current = undefined;
      const to = event.button === 2 ? placeAt(event) : undefined;
      if (begun === undefined || to === undefined) return;
      event.stopPropagation();
      study.mark(begun === to ? begun : `${begun},${to}`);
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}

export function StudyBoard({ study, onSpeak }: { study: Study; onSpeak(text: string): void }) {
  const { board, state, moved, flipped, locked, touching } = study;
  const { touched, hint, refused } = touching;
  const { leads, threats } = useStore(settings).choices;
  const touchable = study.touchable;
  const text = marksOf(study);
  const marks = { key: text, draw: (prefix: string, turned: boolean) => study.table.marks(text, prefix, turned) };
  const marking = useMarking(study);
  return (
    <div class={isMarked(study) ? "stage is-marked" : "stage"} {...marking}>
      <Board
        table={board}
        {...{ state, touched, touchable, flipped, hint, refused, moved, leads, threats, marks, onSpeak }}
        locked={locked && study.marking === undefined}
        onTouch={(id) => study.touch(id)}
        onRelease={() => study.release()}
        label={[t("play.board", { game: titleOf(state.id) }), marksSpoken(study)].join(" ").trim()}
      />
    </div>
  );
}

function Message({ study }: { study: Study }) {
  const { preview, note } = study;
  if (preview) {
    const { rank, step, line } = preview;
    return (
      <div class="msg msg--line" role="status">
        <p>{step === 0 ? s("line.shown", { rank }) : s("line.at", { rank, move: step, moves: line.line.length })}</p>
        <span class="msg-acts">
          <button class="btn" type="button" onClick={() => study.back()}>
            {s("line.back")}
          </button>
          <button class="btn" type="button" onClick={() => study.keepLine()}>
            {s("line.keep")}
          </button>
        </span>
      </div>
    );
  }
  const threat = threatWords(study);
  if (!note && threat === "") return null;
  if (!note)
    return (
      <div class={study.threats.of(study.at)?.moves.length ? "msg msg--threat" : "msg"} role="status">
        <Icon name="eye" />
        <p>{threat}</p>
      </div>
    );
  return <StudyNote study={study} />;
}

/** What is to be said of what was done, with what can be done about it. */
export function StudyNote({ study }: { study: Study }) {
  if (!study.note) return null;
  const { tone, text, act } = study.note;
  return (
    <div class={`msg msg--${tone}`} role="status">
      <Icon name={tone} />
      <p>{text}</p>
      {act && (
        <button class="btn" type="button" onClick={() => act.does()}>
          {act.label}
        </button>
      )}
    </div>
  );
}

/** What the game lets one do beside the board: end a turn, a man in hand. */
export function Things({ study }: { study: Study }) {
  const { now, touchable, touching, locked } = study;
  if (locked || now.turn === "chance") return null;
  const things = [...now.view.controls, ...now.view.stocks.filter(({ id, count }) => id !== "" && count > 0)].filter(
    ({ id }) => touchable.has(id) || touching.touched.includes(id),
  );
  if (things.length === 0) return null;
  return (
    <div class="things">
      {things.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          class={touching.hint.includes(id) ? "btn is-hinted" : "btn"}
          aria-pressed={touching.touched.includes(id)}
          onClick={() => study.touch(id)}
        >
          {say(now.id, name)}
          {touching.hint.includes(id) && <span class="sr">, {t("cell.hint")}</span>}
        </button>
      ))}
    </div>
  );
}

function Acts({ study }: { study: Study }) {
  const act = (icon: IconName, label: string, does: () => void, pressed?: boolean) => (
    <button class="btn" type="button" aria-pressed={pressed} onClick={does}>
      <Icon name={icon} />
      {label}
    </button>
  );
  const marking = study.marking !== undefined;
  return (
    <div class="acts4" role="group" aria-label={s("acts")}>
      {act("eye", s("threats"), () => study.threaten(!study.threats.on), study.threats.on)}
      {act("say", s("comment"), () => screen.show("comment"))}
      {act("ring", s("mark"), () => (marking ? study.release() : study.beginMark()), marking)}
      {act("share", s("share"), () => screen.show("share"))}
    </div>
  );
}

type Keys = Record<string, (() => void) | undefined>;

/** The keys of study; a desk may have more, or others, or none in the place of some. */
export function useKeys(study: Study, more?: Keys): void {
  useEffect(() => {
    const keys: Keys = {
      "[": () => study.step(-1),
      "]": () => study.step(1),
      e: () => study.analyst.turn(!study.analyst.on),
      x: () => {
        study.explorer.show(study.explorer.tab === "explorer" ? "moves" : "explorer");
        refocus("[role=tab]");
      },
      t: () => study.threaten(!study.threats.on),
      c: () => screen.show("comment"),
      f: () => study.flip(),
      "?": () => screen.show("keys"),
    };
    for (let rank = 1; rank <= 5; rank++)
      keys[String(rank)] = () => {
        const line = study.preview?.rank === rank ? study.preview.line : study.analyst.shown[rank - 1];
        if (line) study.pin(line, rank);
      };
    Object.assign(keys, more);
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || isShortcut(event)) return;
      if (screen.open !== undefined || target.closest("input, textarea, select, dialog")) return;
      if (!settings.choices.keysAnywhere && !target.closest(".stage, .treebox")) return;
      const act = keys[keyOf(event)];
      if (!act) return;
      event.preventDefault();
      act();
    };
    /* Before the board, which has a key of its own for `t`. */
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [study]);
}

/* Through the line that is shown, else through the moves, wherever the focus is; the board, what stands under it and the
   tabs have arrows of their own, and only a line goes before those of the first two. */
function useArrows(study: Study): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const looking = study.preview !== undefined || study.peek !== undefined || study.marking !== undefined;
      const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
      if (event.defaultPrevented || isShortcut(event) || screen.open !== undefined) return;
      if (target.closest("input, textarea, select, dialog, [role=tablist]")) return;
      if (target !== document.body && !target.closest("#main")) return;
      if (event.key === "Escape" && looking) study.release();
      else if (by !== 0 && (study.preview || !target.closest(".stage, [role=tabpanel]"))) study.step(by);
      else return;
      event.preventDefault();
      event.stopPropagation();
      refocus();
    };
    document.addEventListener("keydown", press, true);
    return () => document.removeEventListener("keydown", press, true);
  }, [study]);
}

/** Who is to move, or what happened. */
function detailOf(study: Study): string {
  const { now, over } = study;
  if (over) return s("detail.over");
  const who = study.nameOf(now.seat);
  return s(now.turn === "chance" ? "detail.roll" : "detail.move", { who });
}

export function StudyDesk({ study }: { study: Study }) {
  useStore(study);
  useStore(screen);
  useKeys(study);
  useArrows(study);
  const [spoken, speak] = useState("");
  const { now, over, analyst } = study;
  const title = titleOf(now.id);
  useTitle(s("title"), title);
  const rolling = now.turn === "chance" && !over;
  return (
    <div class="studypage">
      <Bar title={title} detail={detailOf(study)}>
        <div class="tools">
          <RulesLink game={now.id} />
          <MenuButton />
        </div>
      </Bar>
      <main id="main" class="study" tabIndex={-1}>
        <StudyBoard study={study} onSpeak={speak} />
        <div class="panel">
          <Verdict study={study} />
          {rolling ? (
            <Rolls study={study} />
          ) : (
            !study.explorer.active && (analyst.on || (!over && analyst.analysis)) && <Lines study={study} />
          )}
          <Message study={study} />
          {/* What comes and goes from step to step stands where it moves nothing else. */}
          <Panes study={study}>
            <Things study={study} />
          </Panes>
          <Acts study={study} />
        </div>
      </main>
      <div class="sr" aria-live="polite">
        {spoken}
      </div>
      <StudyDialogs study={study} />
    </div>
  );
}
