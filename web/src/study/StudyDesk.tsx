/* The analysis: the board with its marks, and beside or below it verdict, lines, message, moves, actions. */
import { useRef } from "preact/hooks";
import { overlay } from "../app/overlay";
import { settings } from "../app/settings";
import { Board } from "../board/Board";
import { Bar } from "../ui/Bar";
import { Icon, type IconName } from "../ui/Icon";
import { MenuButton } from "../ui/MenuButton";
import { isShortcut, keyOf } from "../ui/keys";
import { RulesLink } from "../ui/RulesLink";
import { Settings } from "../ui/settings/Settings";
import { LiveRegion } from "../ui/Status";
import { titleOf } from "../ui/titles";
import { useScope } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { StudyDialogs } from "./Dialogs";
import { Panes } from "./explorer/Panes";
import { refocus } from "./focus";
import { Lines, Rolls } from "./Lines";
import { StudyMessage } from "./Message";
import type { Study } from "./study";
import { Verdict } from "./Verdict";
import { studyText } from "./words";

/* A drag with the right button marks a place or an arrow. */
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
      const start = from.current;
      from.current = undefined;
      const to = event.button === 2 ? placeAt(event) : undefined;
      if (start === undefined || to === undefined) return;
      event.stopPropagation();
      study.mark(start === to ? start : `${start},${to}`);
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
  };
}

export function Stage({ study }: { study: Study }) {
  const { board } = study;
  const marking = useMarking(study);
  return (
    <div class={board.isMarked ? "stage is-marked" : "stage"} {...marking}>
      <Board model={board} />
    </div>
  );
}

/** The answers to the speaking keys of the board. */
export function SpokenAnswer({ study }: { study: Study }) {
  return <LiveRegion>{study.spoken}</LiveRegion>;
}

function Acts({ study }: { study: Study }) {
  const act = (icon: IconName, label: string, does: () => void, pressed?: boolean) => (
    <button class="btn" type="button" aria-pressed={pressed} onClick={does}>
      <Icon name={icon} />
      {label}
    </button>
  );
  const { threats } = study;
  const isMarking = study.marking !== undefined;
  return (
    <div class="acts4" role="group" aria-label={studyText("acts")}>
      {act("eye", studyText("threats"), () => threats.turn(!threats.isOn), threats.isOn)}
      {act("say", studyText("comment"), () => overlay.show("comment"))}
      {act("ring", studyText("mark"), () => (isMarking ? study.release() : study.startMarking()), isMarking)}
      {act("share", studyText("share"), () => overlay.show("share"))}
    </div>
  );
}

type Keys = Record<string, (() => void) | undefined>;

/** The keys of the analysis. A page may have `others` instead, or none; they are the same object at each drawing. */
export function useKeys(study: Study, others?: Keys): void {
  useScope(
    (scope) => {
      const { analyst, explorer, threats } = study;
      const keys: Keys = {
        "[": () => study.step(-1),
        "]": () => study.step(1),
        e: () => analyst.turn(!analyst.isOn),
        x: () => {
          explorer.show(explorer.tab === "explorer" ? "moves" : "explorer");
          refocus("[role=tab]");
        },
        t: () => threats.turn(!threats.isOn),
        c: () => overlay.show("comment"),
        f: () => study.flip(),
        "?": () => overlay.show("keys"),
      };
      for (let rank = 1; rank <= 5; rank++)
        keys[String(rank)] = () => {
          const line = study.preview?.rank === rank ? study.preview.line : analyst.shown[rank - 1];
          if (line) study.pin(line, rank);
        };
      Object.assign(keys, others);
      const press = (event: KeyboardEvent) => {
        const target = event.target as HTMLElement;
        if (event.defaultPrevented || isShortcut(event)) return;
        if (overlay.open !== undefined || target.closest("input, textarea, select, dialog")) return;
        if (!settings.choices.keysAnywhere && !target.closest(".stage, .treebox")) return;
        const act = keys[keyOf(event)];
        if (!act) return;
        event.preventDefault();
        act();
      };
      /* Before the board, which has a key of its own for `t`. */
      scope.listen(document, "keydown", press, { capture: true });
    },
    [study, others],
  );
}

/* Arrows step through the line that is shown, else through the moves, wherever the focus is. The board, the panes under it
   and the tabs have arrows of their own; only a line goes before those of the first two. */
function useArrows(study: Study): void {
  useScope(
    (scope) =>
      scope.listen(
        document,
        "keydown",
        (event) => {
          const target = event.target as HTMLElement;
          const isLooking = study.preview !== undefined || study.peek !== undefined || study.marking !== undefined;
          const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
          if (event.defaultPrevented || isShortcut(event) || overlay.open !== undefined) return;
          if (target.closest("input, textarea, select, dialog, [role=tablist]")) return;
          if (target !== document.body && !target.closest("#main")) return;
          if (event.key === "Escape" && isLooking) study.release();
          else if (by !== 0 && (study.preview || !target.closest(".stage, [role=tabpanel]"))) study.step(by);
          else return;
          event.preventDefault();
          event.stopPropagation();
          refocus();
        },
        { capture: true },
      ),
    [study],
  );
}

/* The player to move, or that the game is over. */
function detailOf(study: Study): string {
  const { now, over } = study;
  if (over) return studyText("detail.over");
  const who = study.nameOf(now.seat);
  return studyText(now.turn === "chance" ? "detail.roll" : "detail.move", { who });
}

/* The rolls or the lines of the engine. */
function Found({ study }: { study: Study }) {
  const { now, over, analyst, explorer } = study;
  if (now.turn === "chance" && !over) return <Rolls study={study} />;
  const isShown = !explorer.active && (analyst.isOn || (!over && analyst.analysis !== undefined));
  return isShown ? <Lines study={study} /> : null;
}

export function StudyDesk({ study }: { study: Study }) {
  useKeys(study);
  useArrows(study);
  const title = titleOf(study.id);
  useTitle(studyText("title"), title);
  return (
    <div class="studypage">
      <Bar title={title} detail={detailOf(study)} hasMenu>
        <div class="tools">
          <RulesLink game={study.id} />
          <MenuButton />
        </div>
      </Bar>
      <main id="main" class="study" tabIndex={-1}>
        <Stage study={study} />
        <div class="panel">
          <Verdict study={study} />
          <Found study={study} />
          <StudyMessage study={study} />
          <Panes study={study} />
          <Acts study={study} />
        </div>
      </main>
      <SpokenAnswer study={study} />
      {overlay.open === "settings" ? <Settings /> : <StudyDialogs study={study} />}
    </div>
  );
}
