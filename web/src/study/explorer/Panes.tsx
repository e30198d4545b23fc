/* The tabs under the board: the explorer, the moves, the player's own games. */
import { useRef } from "preact/hooks";
import { Icon } from "../../ui/Icon";
import type { Study } from "../study";
import { Things } from "../Things";
import { Steps, TreeMoves } from "../Tree";
import { studyText } from "../words";
import type { Tab } from "./explorer";
import { GamesPane } from "./Games";
import { ExplorerPane } from "./Values";

const TABS: Tab[] = ["explorer", "moves", "games"];

function Tabs({ study }: { study: Study }) {
  const list = useRef<HTMLDivElement>(null);
  const { explorer } = study;
  const go = (tab: Tab) => {
    explorer.show(tab);
    list.current!.querySelector<HTMLElement>(`#tab-${tab}`)!.focus();
  };
  const press = (key: string): boolean => {
    const at = TABS.indexOf(explorer.tab);
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -at, End: TABS.length - 1 - at }[key];
    if (by === undefined) return false;
    go(TABS[(at + by + TABS.length) % TABS.length]!);
    return true;
  };
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={studyText("tabs")}
      ref={list}
      onKeyDown={(event) => press(event.key) && event.preventDefault()}
    >
      {TABS.map((tab) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          aria-selected={explorer.tab === tab}
          aria-controls={explorer.tab === tab ? "pane" : undefined}
          tabIndex={explorer.tab === tab ? 0 : -1}
          onClick={() => explorer.show(tab)}
        >
          {tab === "explorer" && <Icon name="book" />}
          {studyText(`tab.${tab}`)}
        </button>
      ))}
    </div>
  );
}

export function Panes({ study }: { study: Study }) {
  const { tab } = study.explorer;
  const panel = { id: "pane", role: "tabpanel", "aria-labelledby": `tab-${tab}` } as const;
  return (
    <section class="treebox card grow" aria-label={studyText(tab === "moves" ? "tree" : `tab.${tab}`)}>
      <Tabs study={study} />
      {tab === "moves" && <TreeMoves study={study} isPanel />}
      {tab === "explorer" && <ExplorerPane study={study} panel={panel} />}
      {tab === "games" && <GamesPane study={study} panel={panel} />}
      {/* They come and go from step to step, and move nothing else here. */}
      <Things study={study} />
      <Steps study={study} />
    </section>
  );
}
