/* The moves with their variations and comments: nested lists of links. Keys go through them; a long press or the right
   button opens the menu of a move. A step redraws the two moves that it is about, and a report of the engine nothing. */
import type { ComponentChildren } from "preact";
import { useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { overlay } from "../app/overlay";
import { Man } from "../board/Man";
import type { StudyNode } from "../core/types";
import { Icon, type IconName } from "../ui/Icon";
import { number } from "../i18n/texts";
import { GradeSign } from "./Grade";
import type { Study } from "./study";
import { useTimer } from "./useTimer";
import { studyText } from "./words";

const DEEP = 3; /* a variation within so many is folded */

/** The moves of a line and all its variations. */
function sizeOf(study: Study, node: StudyNode): number {
  return study.childrenOf(node.node).reduce((sum, child) => sum + sizeOf(study, child), 1);
}

/* Two players take turns ply by ply: a number opens a round. If a turn has several plies, or more than two play, the piece
   of the player stands before them. */
function Round({ study, node, first }: { study: Study; node: StudyNode; first: boolean }) {
  if (node.round === 0) return null;
  const before = node.parent > 0 ? study.node(node.parent) : undefined;
  const turns = study.players > 2 || before?.player === node.player;
  const opens = node.opens || before === undefined;
  const piece = study.pieceOf(node.player);
  if (turns) {
    if (!first && before?.player === node.player) return null;
    return (
      <>
        {(opens || first) && <span class="no">{number(node.round)}</span>}
        {piece !== null && <Man class="dotm" game={study.spec} kind={piece} />}
      </>
    );
  }
  if (!opens && !first) return null;
  return <span class="no">{opens || node.player === 1 ? number(node.round) : `${number(node.round)}…`}</span>;
}

const LONG_PRESS = 500; /* ms */
const STRAY_MAX = 10; /* px a finger may move meanwhile */

/* The menu of a move: by the right button, the key for menus, or a finger that rests. Some phones report that by themselves:
   the first of the two counts. The click that follows it is ignored. */
function useMenu(open: () => void) {
  const timer = useTimer();
  const press = useRef({ x: 0, y: 0 });
  const done = useRef(false);
  const show = () => {
    timer.stop();
    if (done.current) return;
    done.current = true;
    open();
  };
  return {
    /** True: it ended a long press. */
    clicked: () => done.current,
    onPointerDown: (event: PointerEvent) => {
      timer.stop();
      done.current = false;
      if (event.pointerType === "mouse") return;
      press.current = { x: event.clientX, y: event.clientY };
      timer.start(LONG_PRESS, show);
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = press.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > STRAY_MAX) timer.stop();
    },
    onPointerUp: timer.stop,
    onPointerCancel: timer.stop,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      show();
    },
  };
}

/* `first`: at the start of the game, the focus comes to this move. */
function Ply({ study, node, first }: { study: Study; node: StudyNode; first: boolean }) {
  const isCurrent = useComputed(() => study.marked === node.node).value;
  const isReached = useComputed(() => first && study.marked === 0).value;
  const grade = useComputed(() => study.overlay?.grades.get(node.node)).value;
  const left = /^p(\d)resigns$/.exec(node.move);
  const text = left
    ? studyText("tree.resigns", { who: study.nameOf(Number(left[1])) })
    : node.move === "draw-agreed"
      ? studyText("tree.agreed")
      : node.move;
  const { clicked, ...menu } = useMenu(() => {
    study.go(node.node);
    overlay.show("menu");
  });
  return (
    <a
      class="ply"
      href={`#move-${node.node}`}
      data-node={node.node}
      tabIndex={isReached || isCurrent ? 0 : -1}
      aria-current={isCurrent ? "true" : undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!clicked()) study.go(node.node);
      }}
      {...menu}
    >
      {text}
      <GradeSign grade={grade} />
    </a>
  );
}

function Folded({ count, children }: { count: number; children: ComponentChildren }) {
  const [open, show] = useState(false);
  if (open) return <>{children}</>;
  return (
    <button class="btn btn--quiet folded" type="button" onClick={() => show(true)}>
      {studyText("tree.folded", { count })}
    </button>
  );
}

/** A line: its plies, each with its comment and its variations. */
function Line({ study, from, depth }: { study: Study; from: StudyNode; depth: number }) {
  const plies: StudyNode[] = [];
  for (let node: StudyNode | undefined = from; node; node = study.childrenOf(node.node)[0]) plies.push(node);
  let broken = true; /* a comment or a variation has ended the running text */
  return (
    <ol class={depth === 0 ? "line" : "line var"}>
      {plies.map((node, index) => {
        const first = broken;
        const others = index === 0 && depth > 0 ? [] : study.childrenOf(node.parent).slice(1);
        broken = node.comment !== "" || others.length > 0;
        return (
          <li key={node.node}>
            <span class="whole">
              <Round study={study} node={node} first={first} />
              <Ply study={study} node={node} first={depth === 0 && index === 0} />
            </span>
            {node.comment !== "" && <p class="say">{node.comment}</p>}
            {others.map((other) => {
              const line = <Line key={other.node} study={study} from={other} depth={depth + 1} />;
              return depth < DEEP ? line : <Folded count={sizeOf(study, other)}>{line}</Folded>;
            })}
          </li>
        );
      })}
    </ol>
  );
}

export function Steps({ study }: { study: Study }) {
  const { preview } = study;
  const back = preview ? preview.step > 0 : study.at !== 0;
  const on = preview ? preview.step < preview.line.line.length : study.childrenOf(study.at).length > 0;
  const button = (icon: IconName, label: string, able: boolean, does: () => void) => (
    <button
      class="btn btn--quiet btn--icon"
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={able ? undefined : "true"}
      onClick={() => able && does()}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="step5" role="group" aria-label={studyText("tree.steps")}>
      {button("first", studyText("tree.first"), !preview && study.at !== 0, () => study.toStart())}
      {button("previous", studyText("tree.back"), back, () => study.step(-1))}
      {button("next", studyText("tree.on"), on, () => study.step(1))}
      {button("last", studyText("tree.last"), !preview && on, () => study.toEnd())}
      <button
        class="btn btn--quiet btn--icon"
        type="button"
        aria-haspopup="dialog"
        aria-label={studyText("more")}
        title={studyText("more")}
        onClick={() => overlay.show("menu")}
      >
        <svg class="icon icon--more" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M6 12v.01M12 12v.01M18 12v.01" />
        </svg>
      </button>
    </div>
  );
}

/** True: the key was meant for the moves. */
function press(study: Study, key: string): boolean {
  if (key === "ArrowLeft") study.step(-1);
  else if (key === "ArrowRight") study.step(1);
  else if (key === "ArrowUp") study.across(-1);
  else if (key === "ArrowDown") study.across(1);
  else if (key === "Home") study.toStart();
  else if (key === "End") study.toEnd();
  else if (key === "Escape") study.release();
  else return false;
  return true;
}

const moveIn = (list: HTMLElement, node: number) => list.querySelector<HTMLElement>(`[data-node="${node}"]`);

const PANEL = { id: "pane", role: "tabpanel", "aria-labelledby": "tab-moves" } as const;

/** The moves without the arrows. */
export function TreeMoves({ study, isPanel = false }: { study: Study; isPanel?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const { marked, preview } = study;
  const [first] = study.childrenOf(0);
  const root = study.node(0);
  /* The current move is in sight, and a focus in the list goes along. Only the list scrolls; on a phone the arrows may lie
     over it. */
  useLayoutEffect(() => {
    const list = box.current!;
    const element = moveIn(list, marked) ?? (marked === 0 ? list.querySelector<HTMLElement>(".ply") : null);
    if (element && list.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, [marked]);
  useEffect(() => {
    const list = box.current!;
    const move = moveIn(list, marked)?.getBoundingClientRect();
    if (!move) return void (list.scrollTop = 0);
    const area = list.getBoundingClientRect();
    const arrows = list.parentElement!.querySelector(".step5")!.getBoundingClientRect();
    const foot = Math.min(area.bottom, arrows.top);
    const spare = foot - area.top - move.height;
    if (move.top < area.top || spare < move.height)
      list.scrollTop += move.top - area.top - Math.max(0, Math.min(8, spare / 2));
    else if (move.bottom > foot - 8) list.scrollTop += move.bottom - foot + 16;
  }, [marked, first, preview === undefined]);
  return (
    <div
      class="tree"
      ref={box}
      data-keys="moves"
      {...(isPanel && PANEL)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (press(study, event.key)) event.preventDefault();
      }}
    >
      {root.comment !== "" && <p class="say">{root.comment}</p>}
      {first ? <Line study={study} from={first} depth={0} /> : <p class="none">{studyText("tree.empty")}</p>}
    </div>
  );
}

export function Tree({ study }: { study: Study }) {
  return (
    <section class="treebox card grow" aria-label={studyText("tree")}>
      <TreeMoves study={study} />
      <Steps study={study} />
    </section>
  );
}
