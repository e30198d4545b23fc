/* The tray: the die and the points left, the pieces in reserve that can be selected, and the controls of the game. They
   all come from the view; no game is known by name. */
import { useMemo } from "preact/hooks";
import { Die } from "../board/Die";
import { Man } from "../board/Man";
import { usualStock } from "../board/stock";
import { gameFacts } from "../core/table";
import type { Control, State, Stock } from "../core/types";
import { lastFace, pointsLeft } from "../game/roll";
import { say, t } from "../i18n/texts";
import type { Session } from "../match/session";
import { nextFrame } from "../ui/deferred";
import { Icon, type IconName } from "../ui/Icon";

/** The model of a tray: a position, the selection in it, and the actions. A BoardModel is such a model. */
export interface TrayModel {
  readonly state: State;
  readonly selected: string[];
  readonly selectable: ReadonlySet<string>;
  readonly hint: string[];
  tap(id: string): void;
  release(): void;
  /** Rolls the die that is due; undefined if this player may not. */
  roll?: (() => void) | undefined;
}

/* Known ids get a picture; the words are the game's own. */
const icons: Record<string, IconName> = { turn: "turn", end: "end" };

/** One thing to select. If it cannot be selected now, a tap still says why not. */
function Thing({ tray, id, name, kind }: Control & { tray: TrayModel; kind?: string | null }) {
  const { state, selected, selectable } = tray;
  const isUsual = id === usualStock(state.view, selected, selectable);
  const isSelected = selected.includes(id) || (isUsual && selected.length === 0);
  const icon = icons[id];
  return (
    <button
      class={tray.hint.includes(id) ? "btn is-hinted" : "btn"}
      type="button"
      aria-disabled={isUsual || isSelected || selectable.has(id) ? undefined : "true"}
      aria-pressed={isSelected || undefined}
      onClick={() => (isUsual ? tray.release() : tray.tap(id))}
    >
      {kind && <Man game={state.game} kind={kind} />}
      {icon && <Icon name={icon} />}
      <span>{say(state.id, name)}</span>
      {tray.hint.includes(id) && <span class="sr">, {t("cell.hint")}</span>}
    </button>
  );
}

function Roll({ tray }: { tray: TrayModel }) {
  const { roll } = tray;
  return (
    <button
      class={roll ? "btn btn--go" : "btn"}
      type="button"
      aria-disabled={roll ? undefined : "true"}
      onClick={() => (roll ? roll() : tray.tap(""))}
    >
      {t("play.roll")}
    </button>
  );
}

/** These pieces in reserve and controls as buttons; before a roll, a button that rolls instead of the controls. */
export const TrayButtons = nextFrame(function TrayButtons({
  tray,
  stocks = [],
  controls,
}: {
  tray: TrayModel;
  stocks?: Stock[];
  controls: Control[];
}) {
  const { turn, end } = tray.state;
  const isDue = turn === "chance" && end === "open";
  return (
    <>
      {[...stocks, ...(isDue ? [] : controls)].map((thing) => (
        <Thing key={thing.id} tray={tray} {...thing} />
      ))}
      {isDue && <Roll tray={tray} />}
    </>
  );
});

/* ---- in a match ---- */

/** Whether the game has a tray: it has dice, or pieces in reserve that are selected. If not, its controls are in the
    message. */
export function hasTray(start: State): boolean {
  return gameFacts(start.id)?.dice === true || start.view.stocks.some(({ id }) => id !== "");
}

export function traysControls(session: Session): boolean {
  return session.game.now.view.controls.length === 0 || hasTray(session.game.table.state(0));
}

/* As it is now. */
function trayOf(session: Session): TrayModel {
  const { selected, hint } = session.selection;
  return {
    state: session.game.now,
    selected,
    selectable: session.selectable,
    hint,
    tap: (id) => session.tap(id),
    release: () => session.release(),
    roll: session.match.personToMove > 0 ? () => session.roll() : undefined,
  };
}

/** Only the controls. */
export const Tools = nextFrame(function Tools({ session }: { session: Session }) {
  return <TrayButtons tray={trayOf(session)} controls={session.game.now.view.controls} />;
});

const Dice = nextFrame(function Dice({ session }: { session: Session }) {
  const { now, events, table } = session.game;
  const last = useMemo(() => lastFace(table, events), [table, events]);
  const isSpent = now.turn === "chance" || now.turn === "none";
  const face = isSpent ? null : last;
  const left = face === null ? 0 : pointsLeft(now);
  return (
    <>
      <Die face={face} />
      <div class="left">
        <b class="num">{face === null ? t("tray.not-rolled") : t("tray.left", { points: left })}</b>
        {face !== null && (
          <span class="pips" aria-hidden="true">
            {Array.from({ length: Math.max(face, left) }, (_, index) => (
              <i key={index} class={index < left ? "on" : ""} />
            ))}
          </span>
        )}
      </div>
    </>
  );
});

export const Tray = nextFrame(function Tray({ session }: { session: Session }) {
  const tray = trayOf(session);
  const { state, selected, selectable } = tray;
  const { controls, stocks } = state.view;
  const usual = usualStock(state.view, selected, selectable);
  const shown = stocks.filter(({ id }) => id !== "" && (id === usual || selectable.has(id) || selected.includes(id)));
  const isEmpty = shown.length + controls.length === 0 && state.turn !== "chance";
  return (
    <div class={`card tray${isEmpty ? " is-empty" : ""}`} role="group" aria-label={t("tray.name")}>
      {gameFacts(state.id)?.dice && <Dice session={session} />}
      <div class="do">
        <TrayButtons tray={tray} stocks={shown} controls={session.game.over ? [] : controls} />
      </div>
    </div>
  );
});
