/* The menu of a live game, the seats of a game of three or four, and questions before something that cannot be undone. */
import { useState } from "preact/hooks";
import { router } from "../../app/router";
import { overlay, type Open } from "../../app/overlay";
import { t } from "../../i18n/texts";
import { openStudy } from "../../storage/study";
import type { Session } from "../../match/session";
import { PlayDialogs, Keys, Menu, type Item } from "../../play/Menu";
import { Dialog } from "../../ui/Dialog";
import { Alert } from "../../ui/Status";
import { person } from "../line/me";
import { quiet } from "../mine/quiet";
import type { LiveGame } from "./live";
import { beingOf, Disc, PresenceOf } from "./Presence";
import { copyFrom } from "../common/share";
import { onlineText, wrong } from "../common/words";

const GIVEN = { time: 60, days: 86_400 } as const;

function items(live: LiveGame, session: Session): Item[] {
  const show = (what: Open) => () => overlay.show(what);
  const now = (does: () => void) => () => {
    overlay.show(undefined);
    does();
  };
  const { info, you } = live;
  const seated = you > 0;
  const off = session.game.over || session.match.closed ? t("play.off-over") : undefined;
  const list: Item[] = [
    { id: "moves", icon: "list", label: t("moves.name"), class: "short-only", onDo: show("moves") },
    { id: "flip", icon: "flip", label: t("play.flip"), onDo: now(() => session.flip()) },
  ];
  if (seated) {
    list.push({ id: "type", icon: "keys", label: t("play.type"), off, onDo: () => overlay.type(session.game) });
    if (session.match.seats.length > 2) {
      for (const [icon, label, offer] of [
        ["draw", t("draw.offer"), "draw"],
        ["undo", t("play.undo"), "takeback"],
      ] as const)
        list.push({ id: offer, icon, label, off: off ?? live.whyNot(offer)?.(), onDo: now(() => live.offer(offer)) });
      list.push({
        id: "leave",
        icon: "end",
        label: onlineText("leave-table"),
        off,
        onDo: now(() => live.send("leave")),
      });
    }
    if (info.clock.kind !== "none" && live.other > 0) {
      const { kind } = info.clock;
      const label = onlineText(`give-time.${kind}`, { who: session.match.nameAt(live.other) });
      const give = () => live.send("give-time", { seat: live.other, seconds: GIVEN[kind as "time" | "days"] });
      list.push({ id: "give-time", icon: "clock", label, off, onDo: now(give) });
    }
    if (!info.private)
      list.push({
        id: "make-private",
        icon: "eye",
        label: onlineText("make-private"),
        off,
        onDo: now(() => live.send("make-private")),
      });
  }
  if (!info.private) {
    const link = `${person.address}/g/${live.id}`;
    const copy = async () => {
      const isCopied = await copyFrom(link);
      live.remark(() => (isCopied ? onlineText("watch-copied") : link));
    };
    list.push({ id: "watch-link", icon: "copy", label: onlineText("watch-link"), onDo: now(() => void copy()) });
  }
  if (seated && live.other > 0)
    list.push({
      id: "block",
      icon: "why",
      label: onlineText("block", { who: session.match.nameAt(live.other) }),
      onDo: show("block"),
    });
  return [
    ...list,
    {
      id: "study",
      icon: "study",
      label: t("menu.study"),
      off: seated && live.isRunning ? onlineText("study-closed") : undefined,
      onDo: now(() => openStudy(session.match.record())),
    },
    { id: "export", icon: "save", label: t("menu.export"), onDo: show("export") },
    { id: "settings", icon: "settings", label: t("settings.title"), onDo: show("settings") },
    { id: "keys", icon: "info", label: t("keys.title"), onDo: show("keys") },
    { id: "games", icon: "clock", label: onlineText("games.title"), onDo: now(() => router.go("/games")) },
  ];
}

function Seats({ live, session }: { live: LiveGame; session: Session }) {
  const able = (seat: number) => {
    const { person, level, away } = live.info.seats[seat - 1]!;
    const gone = away || beingOf(live, seat) !== "here";
    return live.isRunning && seat !== live.you && person !== undefined && level === undefined && gone;
  };
  return (
    <Dialog title={onlineText("seats")} onClose={() => overlay.show(undefined)}>
      <ul class="choices">
        {session.match.seats.map((seat) => (
          <li key={seat}>
            <p>
              {session.match.nameAt(seat)}
              <small>
                {seat === live.you ? <Disc being="here" /> : <PresenceOf live={live} seat={seat} />}
                {seat === live.you && onlineText("here")}
              </small>
            </p>
            {able(seat) && (
              <button
                class="btn"
                type="button"
                onClick={() => {
                  overlay.show(undefined);
                  live.offer("engine", { seat });
                }}
              >
                {onlineText("program-button")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="hint">{onlineText("seats-why")}</p>
    </Dialog>
  );
}

function AskBlock({ live, session }: { live: LiveGame; session: Session }) {
  const [fault, setFault] = useState<unknown>();
  const seat = live.other;
  const blocked = live.info.seats[seat - 1]?.person;
  const who = session.match.nameAt(seat);
  const close = () => overlay.show(undefined);
  const block = async () => {
    try {
      await quiet.block(blocked!, true);
      close();
      live.remark(() => onlineText("blocked", { who: session.match.nameAt(seat) }));
    } catch (error) {
      setFault(error);
    }
  };
  return (
    <Dialog title={onlineText("block-title", { who })} question onClose={close}>
      <p>{onlineText("block-what")}</p>
      {fault !== undefined && (
        <Alert as="p" class="">
          {wrong(fault)}
        </Alert>
      )}
      <div class="row">
        <button class="btn" type="button" data-first onClick={close}>
          {t("resign.no")}
        </button>
        <button class="btn btn--danger" type="button" onClick={() => void block()}>
          {onlineText("block", { who })}
        </button>
      </div>
    </Dialog>
  );
}

/* Spectators neither say nor hear phrases. */
const keysFor = ({ you }: LiveGame) => (you > 0 ? (["s", "k", "q", "n"] as const) : (["k", "n"] as const));

export function LiveDialogs({ live, session }: { live: LiveGame; session: Session }) {
  switch (overlay.open) {
    case undefined:
      return null;
    case "menu":
      return <Menu key="menu" session={session} all={items(live, session)} />;
    case "seats":
      return <Seats key="seats" live={live} session={session} />;
    case "block":
      return live.other > 0 ? <AskBlock key="block" live={live} session={session} /> : null;
    case "keys":
      return <Keys key="keys" more={keysFor(live).map((key) => [key, onlineText(`key.${key}`)])} />;
    default:
      return <PlayDialogs session={session} />;
  }
}
