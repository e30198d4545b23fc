/* Menu: what does not fit on the screen, and what is wanted rarely. */
import { settings } from "../app/settings";
import { has, t } from "../i18n/texts";
import { Dialog } from "../ui/Dialog";
import { Icon, type IconName } from "../ui/Icon";
import { Link } from "../ui/Link";
import { reading } from "../ui/later";
import { AskDraw, AskResign } from "./Ask";
import { offNow } from "./Controls";
import { Legend } from "./Info";
import { Moves } from "./Moves";
import type { Session } from "../match/session";
import { Settings } from "../ui/settings/Settings";
import { overlay, type Open } from "../app/overlay";
import { openStudy } from "../storage/study";

export interface Item {
  /** Stays when the language changes. */
  id: string;
  icon: IconName;
  label: string;
  /** Why it cannot be done now. */
  off?: string | undefined;
  class?: string;
  onDo(): void;
}

function items(session: Session): Item[] {
  const open = (what: Open) => () => overlay.show(what);
  const why = offNow(session);
  const off = why && t(why);
  const now = (does: () => void) => () => {
    overlay.show(undefined);
    does();
  };
  const redo = session.game.now.redoable === 0 ? t("note.nothing-to-redo") : undefined;
  /* What the game has to show to those who want to see it. */
  const extra = (what: "leads" | "threats", there: boolean): Item[] => {
    const shown = settings.choices[what];
    const choose = now(() => void settings.choose({ [what]: !shown }));
    return there
      ? [{ id: what, icon: "eye", label: t(shown ? `menu.${what}-off` : `menu.${what}`), onDo: choose }]
      : [];
  };
  return [
    { id: "moves", icon: "list", label: t("moves.name"), class: "short-only", onDo: open("moves") },
    { id: "type", icon: "keys", label: t("play.type"), off, onDo: () => overlay.type(session.game) },
    { id: "redo", icon: "redo", label: t("play.redo"), off: redo, onDo: now(() => session.redo()) },
    { id: "draw", icon: "draw", label: t("draw.offer"), off, onDo: open("draw") },
    ...extra("leads", has("mark.lead-1", session.game.now.id)),
    ...extra("threats", has("mark.prey", session.game.now.id)),
    { id: "study", icon: "study", label: t("menu.study"), onDo: () => openStudy(session.match.record()) },
    { id: "export", icon: "save", label: t("menu.export"), onDo: open("export") },
    { id: "marks", icon: "ring", label: t("info.marks"), onDo: open("marks") },
    { id: "settings", icon: "settings", label: t("settings.title"), onDo: open("settings") },
    { id: "keys", icon: "info", label: t("keys.title"), onDo: open("keys") },
  ];
}

export function Menu({ session, all = items(session) }: { session: Session; all?: Item[] }) {
  return (
    <Dialog title={t("menu.title")} onClose={() => overlay.show(undefined)}>
      <ul class="menu-list">
        {all.map(({ id, icon, label, off, class: more = "", onDo }) => (
          <li key={id} class={more}>
            <button class="btn btn--quiet" type="button" disabled={off !== undefined} onClick={onDo}>
              <Icon name={icon} />
              <span>
                {label}
                {off !== undefined && <small>{off}</small>}
              </span>
            </button>
          </li>
        ))}
        <li>
          <Link class="btn btn--quiet" href={`/rules/${session.game.now.id}`}>
            <Icon name="book" />
            {t("nav.rules")}
          </Link>
        </li>
        <li>
          <Link class="btn btn--quiet" href={`/setup/${session.game.now.id}`}>
            <Icon name="plus" />
            {t("menu.new")}
          </Link>
        </li>
      </ul>
    </Dialog>
  );
}

const KEYS = [
  "arrows",
  "enter",
  "escape",
  "undo",
  "hint",
  "flip",
  "moves",
  "type",
  "last",
  "men",
  "row",
  "targets",
  "points",
  "zoom",
  "help",
] as const;

/** `more` are keys with what they do. */
export function Keys({ more = [] }: { more?: [string, string][] }) {
  return (
    <Dialog title={t("keys.title")} onClose={() => overlay.show(undefined)}>
      <p>{t("keys.where")}</p>
      <dl class="keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{t(`keys.${key}.key`)}</kbd>
            </dt>
            <dd>{t(`keys.${key}`)}</dd>
          </div>
        ))}
        {more.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/* Saving is wanted rarely: it is loaded when it is. */
const ExportPanel = reading(async () => (await import("../records/Export")).ExportPanel, true);

function Export({ session }: { session: Session }) {
  return (
    <Dialog title={t("menu.export")} onClose={() => overlay.show(undefined)}>
      <ExportPanel session={session} />
    </Dialog>
  );
}

/** The dialog that is open, if any. */
export function PlayDialogs({ session }: { session: Session }) {
  switch (overlay.open) {
    case "menu":
      return <Menu key="menu" session={session} />;
    case "settings":
      return <Settings key="settings" />;
    case "keys":
      return <Keys key="keys" />;
    case "marks":
      return (
        <Dialog key="marks" title={t("info.marks")} onClose={() => overlay.show(undefined)}>
          <Legend session={session} />
        </Dialog>
      );
    case "export":
      return <Export key="export" session={session} />;
    case "resign":
      return <AskResign key="resign" session={session} />;
    case "draw":
      return <AskDraw key="draw" session={session} />;
    case "moves":
      return (
        <Dialog key="moves" title={t("moves.name")} onClose={() => overlay.show(undefined)}>
          <Moves session={session} />
        </Dialog>
      );
    default:
      return null;
  }
}
