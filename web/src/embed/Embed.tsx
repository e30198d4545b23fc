/* The board, the comment of the move, the moves, and a link to Ascona. */
import { useEffect, useRef } from "preact/hooks";
import { useLook } from "../board/Look";
import { StillBoard } from "../board/StillBoard";
import type { StudyNode } from "../core/types";
import { shownName } from "../game/plan";
import { gameText, number } from "../i18n/texts";
import { studyText } from "../study/words";
import { Icon, type IconName } from "../ui/Icon";
import { titleOf } from "../ui/titles";
import { useScope } from "../ui/useScope";
import type { EmbeddedGame } from "./model";

/* A line with its variations. */
function Line({ game, from, isMain }: { game: EmbeddedGame; from: StudyNode; isMain: boolean }) {
  const plies: StudyNode[] = [];
  for (let node: StudyNode | undefined = from; node; node = game.childrenOf(node.node)[0]) plies.push(node);
  return (
    <ol class={isMain ? "line" : "line var"}>
      {plies.map((node, index) => (
        <li key={node.node}>
          {(node.opens || index === 0) && node.round > 0 && <span class="no">{number(node.round)}</span>}
          <button
            class="ply"
            type="button"
            aria-current={game.node === node.node ? "true" : undefined}
            onClick={() => game.go(node.node)}
          >
            {node.move}
          </button>
          {(isMain || index > 0) &&
            game
              .childrenOf(node.parent)
              .slice(1)
              .map((other) => <Line key={other.node} game={game} from={other} isMain={false} />)}
        </li>
      ))}
    </ol>
  );
}

function Steps({ game }: { game: EmbeddedGame }) {
  const { node: at, previous, next, last } = game;
  const to = (icon: IconName, label: string, node: number | undefined) => (
    <button
      class="btn btn--quiet btn--icon"
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={node === undefined ? "true" : undefined}
      onClick={() => node !== undefined && game.go(node)}
    >
      <Icon name={icon} />
    </button>
  );
  useScope(
    (scope) =>
      scope.listen(window, "keydown", ({ key }) => {
        const node = { ArrowLeft: game.previous, ArrowRight: game.next, Home: 0, End: game.last }[key];
        if (node !== undefined) game.go(node);
      }),
    [game],
  );
  return (
    <div class="embed-steps" role="group" aria-label={studyText("tree.steps")}>
      {to("first", studyText("tree.first"), at === 0 ? undefined : 0)}
      {to("previous", studyText("tree.back"), previous)}
      {to("next", studyText("tree.on"), next)}
      {to("last", studyText("tree.last"), last === at ? undefined : last)}
    </div>
  );
}

interface EmbedProps {
  game: EmbeddedGame;
  tags: Record<string, string>;
  /** The same game in Ascona. */
  address: string;
}

export function Embed({ game, tags, address }: EmbedProps) {
  const moves = useRef<HTMLDivElement>(null);
  const look = useLook();
  const { id, players, node, here } = game;
  const [first] = game.childrenOf(0);
  const seats = Array.from({ length: players }, (_, index) => index + 1);
  const isNamed = seats.some((seat) => tags[`Player${seat}`] !== undefined);
  const nameOf = (seat: number) => {
    const name = tags[`Player${seat}`];
    return name === undefined ? gameText(id, `player.${seat}`) : shownName(name);
  };
  useEffect(() => {
    document.title = `${titleOf(id)}, Ascona`;
  }, [id]);
  /* The current move is in sight. */
  useEffect(() => {
    const list = moves.current;
    const current = list?.querySelector<HTMLElement>("[aria-current]");
    if (list) list.scrollTop = node > 0 && current ? current.offsetTop - list.clientHeight / 2 : 0;
  }, [node]);
  return (
    <main class="embed">
      <header class="embed-head">
        <h1>{titleOf(id)}</h1>
        {isNamed && <p>{seats.map(nameOf).join(", ")}</p>}
      </header>
      <div class="embed-board">
        <StillBoard model={game} look={look} />
      </div>
      <div class="embed-side">
        <p class="sr" aria-live="polite">
          {game.place}
        </p>
        {here.comment !== "" && <p class="embed-say">{here.comment}</p>}
        {first && (
          <div class="tree" ref={moves}>
            <Line game={game} from={first} isMain />
          </div>
        )}
      </div>
      <footer class="embed-foot">
        {first && <Steps game={game} />}
        <a class="btn btn--quiet" href={address} target="_blank" rel="noopener">
          {studyText("embed.open")}
        </a>
      </footer>
    </main>
  );
}
