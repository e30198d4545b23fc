/* The board, what is said of the move, the moves, and the way to Ascona. */
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Look } from "../board/Look";
import { Picture } from "../board/Picture";
import type { StudyNode } from "../core/types";
import { shownName } from "../game/plan";
import { gameText, number } from "../i18n/texts";
import type { StudyTable } from "../study/table";
import { s } from "../study/words";
import { Icon, type IconName } from "../ui/Icon";
import { titleOf } from "../ui/titles";

interface Tree {
  nodes: StudyNode[];
  at: number;
  go(node: number): void;
}

const childrenOf = ({ nodes }: Tree, node: number) => nodes.filter(({ parent }) => parent === node);

function Board({ table, label, marks }: { table: StudyTable; label: string; marks: string }) {
  const svg = useRef<SVGSVGElement>(null);
  const picture = useRef<Picture>();
  const [look] = useState(() => new Look());
  const showing = { prefix: look.prefix };
  const drawing = table.draw(showing);
  const backdrop = table.backdrop(showing, drawing.backdrop);
  useLayoutEffect(() => {
    look.use(backdrop.style);
    picture.current ??= new Picture(svg.current!, look.prefix);
    picture.current.show(backdrop, drawing, { leads: table.state().end !== "open" });
    picture.current.marks(table.marks(marks, look.prefix, false));
  });
  const [, , width, height] = backdrop.box;
  return (
    <svg
      ref={svg}
      class="board"
      viewBox={backdrop.box.join(" ")}
      {...{ width, height }}
      role="img"
      aria-label={label}
      focusable="false"
    />
  );
}

/* A line with what could have been played instead of its moves. */
function Line({ tree, from, main }: { tree: Tree; from: StudyNode; main: boolean }) {
  const plies: StudyNode[] = [];
  for (let node: StudyNode | undefined = from; node; node = childrenOf(tree, node.node)[0]) plies.push(node);
  return (
    <ol class={main ? "line" : "line var"}>
      {plies.map((node, index) => (
        <li key={node.node}>
          {(node.opens || index === 0) && node.round > 0 && <span class="no">{number(node.round)}</span>}
          <button
            class="ply"
            type="button"
            aria-current={tree.at === node.node ? "true" : undefined}
            onClick={() => tree.go(node.node)}
          >
            {node.move}
          </button>
          {(main || index > 0) &&
            childrenOf(tree, node.parent)
              .slice(1)
              .map((other) => <Line key={other.node} tree={tree} from={other} main={false} />)}
        </li>
      ))}
    </ol>
  );
}

function Steps({ tree }: { tree: Tree }) {
  const next = childrenOf(tree, tree.at)[0]?.node;
  const before = tree.nodes.find(({ node }) => node === tree.at)!.parent;
  let last = tree.at;
  for (let on = next; on !== undefined; on = childrenOf(tree, on)[0]?.node) last = on;
  const to = (icon: IconName, label: string, node: number | undefined) => (
    <button
      class="btn btn--quiet btn--icon"
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={node === undefined ? "true" : undefined}
      onClick={() => node !== undefined && tree.go(node)}
    >
      <Icon name={icon} />
    </button>
  );
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      const node = { ArrowLeft: before < 0 ? undefined : before, ArrowRight: next, Home: 0, End: last }[key];
      if (node !== undefined) tree.go(node);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
  return (
    <div class="embed-steps" role="group" aria-label={s("tree.steps")}>
      {to("first", s("tree.first"), tree.at === 0 ? undefined : 0)}
      {to("previous", s("tree.back"), before < 0 ? undefined : before)}
      {to("next", s("tree.on"), next)}
      {to("last", s("tree.last"), last === tree.at ? undefined : last)}
    </div>
  );
}

interface EmbedProps {
  table: StudyTable;
  tags: Record<string, string>;
  address: string;
}

export function Embed({ table, tags, address }: EmbedProps) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const moves = useRef<HTMLDivElement>(null);
  const { id, players } = useMemo(() => table.state(), []);
  const { at, nodes } = table.tree();
  const tree: Tree = {
    at,
    nodes,
    go: (node) => {
      table.go(node);
      redraw(0);
    },
  };
  const here = nodes.find(({ node }) => node === at)!;
  const [first] = childrenOf(tree, 0);
  const seats = Array.from({ length: players }, (_, index) => index + 1);
  const named = seats.some((seat) => tags[`Player${seat}`] !== undefined);
  const nameOf = (seat: number) => {
    const name = tags[`Player${seat}`];
    return name === undefined ? gameText(id, `player.${seat}`) : shownName(name);
  };
  const now = at === 0 ? s("embed.at-start") : s("embed.at", { number: number(here.round), move: here.move });
  const marks = here.marks
    .split(" ")
    .filter((mark) => mark !== "")
    .map((mark) => `own - ${mark}`)
    .join("\n");
  useEffect(() => {
    document.title = `${titleOf(id)}, Ascona`;
  }, []);
  useEffect(() => {
    const list = moves.current;
    const current = list?.querySelector<HTMLElement>("[aria-current]");
    if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    else if (list) list.scrollTop = 0;
  }, [at]);
  return (
    <main class="embed">
      <header class="embed-head">
        <h1>{titleOf(id)}</h1>
        {named && <p>{seats.map(nameOf).join(", ")}</p>}
      </header>
      <div class="embed-board">
        <Board table={table} label={`${s("embed.shows", { game: titleOf(id) })}. ${now}`} marks={marks} />
      </div>
      <div class="embed-side">
        <p class="sr" aria-live="polite">
          {now}
        </p>
        {here.comment !== "" && <p class="embed-say">{here.comment}</p>}
        {first && (
          <div class="tree" ref={moves}>
            <Line tree={tree} from={first} main />
          </div>
        )}
      </div>
      <footer class="embed-foot">
        {first && <Steps tree={tree} />}
        <a class="btn btn--quiet" href={address} target="_blank" rel="noopener">
          {s("embed.open")}
        </a>
      </footer>
    </main>
  );
}
