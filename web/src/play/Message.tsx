/* The message: one place, one thing at a time, always there. What it says goes to the live region as well. */
import { nextFrame } from "../ui/deferred";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { say, t } from "../i18n/texts";
import { Icon, type IconName } from "../ui/Icon";
import { useScope } from "../ui/useScope";
import { resultReason, resultTitle, resultTone } from "../game/outcome";
import type { Tone } from "../game/narrator";
import type { Session } from "../match/session";
import { Tools, traysControls } from "./Tray";
import { overlay } from "../app/overlay";

const icons: Record<Tone, IconName> = { neutral: "info", why: "why", hint: "hint", good: "good", bad: "bad" };

export interface BoxText {
  tone: Tone;
  text: string;
  does?: ComponentChildren;
  icon?: IconName;
}

export function Do({ label, icon, onDo }: { label: string; icon?: IconName; onDo(): void }) {
  return (
    <button class="btn" type="button" onClick={onDo}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  );
}

/* A quick answer needs no button that comes and goes. */
const SLOW = 900;

function MoveNow({ session, since }: { session: Session; since: number }) {
  const [slow, setSlow] = useState(performance.now() - since > SLOW);
  useScope((scope) => scope.timeout(Math.max(0, SLOW - (performance.now() - since)), () => setSlow(true)), [since]);
  return slow ? <Do label={t("play.move-now")} icon="now" onDo={() => session.computerPlayers.hurry()} /> : null;
}

function said(session: Session): BoxText {
  const { note } = session.narrator;
  const { thinking } = session.computerPlayers;
  const { now, proposed } = session.game;
  if (session.unconfirmed !== undefined && note) {
    const does = (
      <>
        <Do label={t("play.cancel")} onDo={() => session.release()} />
        <button class="btn btn--go" type="button" onClick={() => session.confirm()}>
          {t("play.confirm")}
        </button>
      </>
    );
    return { tone: note.tone, text: note.text(), does };
  }
  if (session.game.past) {
    const at = session.game.state.at;
    const text = at === 0 ? t("play.at-start") : t("play.at", { at, events: now.events });
    return {
      tone: "neutral",
      text: note?.text() ?? text,
      does: <Do label={t("play.back")} onDo={() => session.goTo(now.events)} />,
    };
  }
  if (proposed !== undefined) return { tone: "neutral", text: t("play.proposed", { move: proposed }) };
  const hurry = thinking && <MoveNow key={thinking.since} session={session} since={thinking.since} />;
  if (note) {
    const does = note.retry ? <Do label={t("play.retry")} onDo={() => session.retry()} /> : hurry;
    return { tone: note.tone, text: note.text(), does };
  }
  if (session.game.over) {
    const reviewing = overlay.reviewing === session.game.events;
    const does = reviewing && <Do label={t("play.result")} onDo={() => overlay.review(undefined)} />;
    return {
      tone: resultTone(session.match),
      text: `${t("announce.result", { title: resultTitle(session.match) })} ${resultReason(session.match)}`,
      does,
    };
  }
  if (thinking) {
    return { tone: "neutral", text: t("play.thinking", { who: session.match.nameAt(thinking.seat) }), does: hurry };
  }
  const text = now.view.prompt
    ? say(now.id, now.view.prompt)
    : t("play.your-move", { who: session.match.nameAt(now.seat) });
  const does = traysControls(session) || session.match.personToMove === 0 ? undefined : <Tools session={session} />;
  return { tone: session.gained ? "good" : "neutral", text, does };
}

/** Moves in notation are not broken at their dash. */
function unbroken(text: string): ComponentChildren {
  const parts = text.split(/(\S*\d\S*-\S*\d\S*)/u);
  return parts.map((part, index) => (index % 2 === 0 ? part : <span class="nobr">{part}</span>));
}

/** The first sentence stands out where two follow each other. */
function Sentences({ text, strong }: { text: string; strong: boolean }) {
  const parts = strong ? /^((?:\u2068[^\u2069]*\u2069|[^\u2068])+?[.?])\s+(\S.*)$/su.exec(text) : null;
  if (!parts) return <p>{unbroken(text)}</p>;
  return (
    <p>
      <b>{unbroken(parts[1]!)}</b> {unbroken(parts[2]!)}
    </p>
  );
}

const SMALLEST = 4;

/* The place keeps its size, so the letters give way: as long as the text does not fit, they are a step smaller. */
function fit(box: HTMLElement): void {
  for (let step = 0; step <= SMALLEST; step++) {
    box.style.setProperty("--small", String(step));
    if (box.scrollHeight <= box.clientHeight) return;
  }
}

/** `first` is said instead of what the game says. */
export const MessageBox = nextFrame(function MessageBox({
  session,
  first,
}: {
  session: Session;
  first?: BoxText | undefined;
}) {
  const { tone, text, does, icon = icons[tone] } = first ?? said(session);
  const box = useRef<HTMLDivElement>(null);
  /* An observer calls when the page is laid out anyway, for a new text as for another size of the place. */
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => fit(box.current!));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [text, !does]);
  return (
    <div class="msgs">
      <div class={`msg msg--${tone}`} ref={box}>
        <Icon name={icon} />
        <Sentences text={text} strong={first !== undefined || (tone !== "neutral" && tone !== "hint")} />
        {does && <div class="does">{does}</div>}
      </div>
    </div>
  );
});

/** The one live region of the page. Each thing said is a line of its own, so that none is lost when several come. */
export const Live = nextFrame(function Live({ session }: { session: Session }) {
  return (
    <div class="sr" role="log" aria-live="polite" aria-label={t("play.log")}>
      {session.narrator.spoken.map(({ number, text }) => (
        <p key={number}>{text}</p>
      ))}
    </div>
  );
});
