/* The tray: the die and the points left, men in hand that can be touched, and the controls of the game. Which of them
   there are comes from the view; no game is known by name. */
import { useMemo } from "preact/hooks";
import { Die } from "../board/Die";
import { Man } from "../board/Man";
import { usualStock } from "../board/stock";
import { gameFacts } from "../core/table";
import type { State } from "../core/types";
import { say, t } from "../i18n/texts";
import { Icon, type IconName } from "../ui/Icon";
import { lastFace, pointsLeft } from "../game/roll";
import type { Session } from "../match/session";

/** Whether the game has a tray: it has dice, or men in hand that are touched. Where not, controls stand in the message. */
export function hasTray(start: State): boolean {
  return gameFacts(start.id)?.dice === true || start.view.stocks.some(({ id }) => id !== "");
}

export function traysControls(session: Session): boolean {
  return session.game.now.view.controls.length === 0 || hasTray(session.game.table.state(0));
}

/* Known ids get a picture; the words are the game's own. */
const icons: Record<string, IconName> = { turn: "turn", end: "end" };

/** One thing to touch. When it cannot be touched now, a touch still says why not. */
function Touch({ session, id, label, kind }: { session: Session; id: string; label: string; kind?: string | null }) {
  const { touchable } = session;
  const { touched } = session.touching;
  const usual = id === usualStock(session.game.now.view, touched, touchable);
  const able = usual || touchable.has(id);
  const held = touched.includes(id) || (usual && touched.length === 0);
  const hinted = session.touching.hint.includes(id);
  const icon = icons[id];
  return (
    <button
      class={`btn${hinted ? " is-hinted" : ""}`}
      type="button"
      aria-disabled={able || held ? undefined : "true"}
      aria-pressed={held || undefined}
      onClick={() => (usual ? session.release() : session.touch(id))}
    >
      {kind && <Man game={session.game.now.game} kind={kind} />}
      {icon && <Icon name={icon} />}
      <span>{label}</span>
    </button>
  );
}

/** The controls of the game as buttons; before a roll, one to roll. */
export function Tools({ session }: { session: Session }) {
  const { now } = session.game;
  if (now.turn === "chance") {
    const own = session.match.personToMove > 0;
    return (
      <button
        class={`btn${own ? " btn--go" : ""}`}
        type="button"
        aria-disabled={own ? undefined : "true"}
        onClick={() => (own ? session.roll() : session.touch(""))}
      >
        {t("play.roll")}
      </button>
    );
  }
  return (
    <>
      {now.view.controls.map(({ id, name }) => (
        <Touch key={id} session={session} id={id} label={say(now.id, name)} />
      ))}
    </>
  );
}

/* The face of the roll that is being spent, and how much of it is left. */
function useRoll(session: Session): { face: number | null; left: number } {
  const { now, events, table } = session.game;
  const face = useMemo(() => lastFace(table, events), [table, events]);
  if (face === null || now.turn === "chance" || now.turn === "none") return { face: null, left: 0 };
  return { face, left: pointsLeft(now) };
}

function Dice({ session }: { session: Session }) {
  const { face, left } = useRoll(session);
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
}

export function Tray({ session }: { session: Session }) {
  const { touchable } = session;
  const { now } = session.game;
  const { touched } = session.touching;
  const usual = usualStock(now.view, touched, touchable);
  const stocks = now.view.stocks.filter(
    ({ id }) => id !== "" && (id === usual || touchable.has(id) || touched.includes(id)),
  );
  const empty = stocks.length + now.view.controls.length === 0 && now.turn !== "chance";
  return (
    <div class={`card tray${empty ? " is-empty" : ""}`} role="group" aria-label={t("tray.name")}>
      {gameFacts(now.id)?.dice && <Dice session={session} />}
      <div class="do">
        {stocks.map(({ id, kind, name }) => (
          <Touch key={id} session={session} id={id} label={say(now.id, name)} kind={kind} />
        ))}
        {!session.game.over && <Tools session={session} />}
      </div>
    </div>
  );
}
