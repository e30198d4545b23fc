/* The moves with their variations and comments: nested lists of links. Keys go through them, the menu of a move is a long
   press or the right button away. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { screen } from "../app/screen";
import { Man } from "../board/Man";
import type { StudyNode } from "../core/types";
import { Icon, type IconName } from "../ui/Icon";
import { number } from "../i18n/texts";
import { GradeSign } from "./Grade";
import type { Study } from "./study";
import { s } from "./words";

const DEEP = 3; /* a variation within so many is folded */

/** The moves of a line and all its variations. */
function sizeOf(study: Study, node: StudyNode): number {
  return study.childrenOf(node.node).reduce((sum, child) => sum + sizeOf(study, child), 1);
}

/* Two take turns ply by ply: a number opens a round. Where a turn has several plies, or more than two play, whose they are
   stands before them. */
function Round({ study, node, first }: { study: Study; node: StudyNode; first: boolean }) {
  if (node.round === 0) return null;
  const before = node.parent > 0 ? study.node(node.parent) : undefined;
  const turns = study.now.players > 2 || before?.player === node.player;
  const opens = node.opens || before === undefined;
  const man = study.manOf(node.player);
  if (turns || study.now.players > 2) {
    if (!first && before?.player === node.player) return null;
    return (
      <>
        {(opens || first) && <span class="no">{number(node.round)}</span>}
        {man !== null && <Man class="dotm" game={study.now.game} kind={man} />}
      </>
    );
  }
  if (!opens && !first) return null;
  return <span class="no">{opens || node.player === 1 ? number(node.round) : `${number(node.round)}…`}</span>;
}

const LONG = 500; /* milliseconds of a long press */
const STILL = 10; /* pixels a finger may stray meanwhile */

/* The menu of a move: by the right button, the key for menus, or a finger that rests. A phone may tell of that by itself or
   not: the first of the two counts. The click that follows it is not one. */
function useMenu(open: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>();
  const done = useRef(false);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  const show = () => {
    end();
    if (done.current) return;
    done.current = true;
    open();
  };
  useEffect(() => end, []);
  return {
    /** True: it ended a long press. */
    clicked: () => done.current,
    onPointerDown: (event: PointerEvent) => {
      end();
      done.current = false;
      if (event.pointerType === "mouse") return;
      press.current = { timer: setTimeout(show, LONG), x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const from = press.current;
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      show();
    },
  };
}

function Ply({ study, node, tab }: { study: Study; node: StudyNode; tab: boolean }) {
  const current = study.marked === node.node;
  const left = /^p(\d)resigns$/.exec(node.move);
  const text = left
    ? s("tree.resigns", { who: study.nameOf(Number(left[1])) })
    : node.move === "draw-agreed"
      ? s("tree.agreed")
      : node.move;
  const { clicked, ...menu } = useMenu(() => {
    study.go(node.node);
    screen.show("menu");
  });
  return (
    <a
      class="ply"
      href={`#move-${node.node}`}
      data-node={node.node}
      tabIndex={tab || current ? 0 : -1}
      aria-current={current ? "true" : undefined}
      onClick={(event) => {
        event.preventDefault();
        if (!clicked()) study.go(node.node);
      }}
      {...menu}
    >
      {text}
      <GradeSign grade={study.grades.get(node.node)} />
    </a>
  );
}

function Folded({ count, children }: { count: number; children: ComponentChildren }) {
  const [open, show] = useState(false);
  if (open) return <>{children}</>;
  return (
    <button class="btn btn--quiet folded" type="button" onClick={() => show(true)}>
      {s("tree.folded", { count })}
    </button>
  );
}

/** A line: its plies, each with what is said of it and what could have been played instead. */
function Line({ study, from, depth }: { study: Study; from: StudyNode; depth: number }) {
  const plies: StudyNode[] = [];
  for (let node: StudyNode | undefined = from; node; node = study.childrenOf(node.node)[0]) plies.push(node);
  let broken = true; /* what stands before has ended the running text */
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
              <Ply study={study} node={node} tab={depth === 0 && index === 0 && study.marked === 0} />
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
    <div class="step5" role="group" aria-label={s("tree.steps")}>
      {button("first", s("tree.first"), !preview && study.at !== 0, () => study.toStart())}
      {button("previous", s("tree.back"), back, () => study.step(-1))}
      {button("next", s("tree.on"), on, () => study.step(1))}
      {button("last", s("tree.last"), !preview && on, () => study.toEnd())}
      <button
        class="btn btn--quiet btn--icon"
        type="button"
        aria-haspopup="dialog"
        aria-label={s("more")}
        title={s("more")}
        onClick={() => screen.show("menu")}
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

/** The moves alone; as the panel of a tab it says so. */
export function TreeMoves({ study, panel = {} }: { study: Study; panel?: object }) {
  const box = useRef<HTMLDivElement>(null);
  const [first] = study.childrenOf(0);
  const root = study.node(0);
  const current = () => box.current!.querySelector<HTMLElement>("[aria-current]");
  /* The current move is in sight, and the focus goes along with whoever uses keys here. Only the list scrolls; on a phone
     the arrows may lie on it. */
  useLayoutEffect(() => {
    const element = current() ?? (study.marked === 0 ? box.current!.querySelector<HTMLElement>(".ply") : null);
    if (element && box.current!.contains(document.activeElement)) element.focus({ preventScroll: true });
  }, [study.marked]);
  useEffect(() => {
    const list = box.current!;
    const move = current()?.getBoundingClientRect();
    if (!move) return void (list.scrollTop = 0);
    const area = list.getBoundingClientRect();
    const arrows = list.parentElement!.querySelector(".step5")!.getBoundingClientRect();
    const foot = Math.min(area.bottom, arrows.top);
    const spare = foot - area.top - move.height;
    if (move.top < area.top || spare < move.height)
      list.scrollTop += move.top - area.top - Math.max(0, Math.min(8, spare / 2));
    else if (move.bottom > foot - 8) list.scrollTop += move.bottom - foot + 16;
  }, [study.marked, first, study.preview === undefined]);
  return (
    <div
      class="tree"
      ref={box}
      data-keys="moves"
      {...panel}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (press(study, event.key)) event.preventDefault();
      }}
    >
      {root.comment !== "" && <p class="say">{root.comment}</p>}
      {first ? <Line study={study} from={first} depth={0} /> : <p class="none">{s("tree.empty")}</p>}
    </div>
  );
}

export function Tree({ study }: { study: Study }) {
  return (
    <section class="treebox card grow" aria-label={s("tree")}>
      <TreeMoves study={study} />
      <Steps study={study} />
    </section>
  );
}
