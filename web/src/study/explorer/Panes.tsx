/* What stands under the board, one of three: the explorer, the moves, one's own games. */
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Icon } from "../../ui/Icon";
import type { Study } from "../study";
import { Steps, TreeMoves } from "../Tree";
import { s } from "../words";
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
      aria-label={s("tabs")}
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
          {s(`tab.${tab}`)}
        </button>
      ))}
    </div>
  );
}

export function Panes({ study, children }: { study: Study; children?: ComponentChildren }) {
  const { tab } = study.explorer;
  const panel = { id: "pane", role: "tabpanel", "aria-labelledby": `tab-${tab}` } as const;
  return (
    <section class="treebox card grow" aria-label={s(tab === "moves" ? "tree" : `tab.${tab}`)}>
      <Tabs study={study} />
      {tab === "moves" && <TreeMoves study={study} panel={panel} />}
      {tab === "explorer" && <ExplorerPane study={study} panel={panel} />}
      {tab === "games" && <GamesPane study={study} panel={panel} />}
      {children}
      <Steps study={study} />
    </section>
  );
}
