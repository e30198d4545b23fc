/* Set phrases: a sheet in place of the moves, and below them the last phrase. Each player reads them in their own
   language. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Session } from "../../match/session";
import { nextFrame } from "../../ui/deferred";
import { Icon } from "../../ui/Icon";
import { useScope } from "../../ui/useScope";
import type { LiveGame } from "./live";
import { useTick } from "../common/time";
import { PHRASES } from "../line/types";
import { quiet } from "../mine/quiet";
import { onlineText } from "../common/words";

const SHOWN = 60_000; /* ms */

class Sheet {
  readonly #isOpen = signal(false);

  get isOpen(): boolean {
    return this.#isOpen.value;
  }
  show(isOpen: boolean): void {
    this.#isOpen.value = isOpen;
  }
}

export const sheet = new Sheet();

/* The arrows move through two columns. */
function arrows(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 2, ArrowUp: -2 }[event.key];
  if (event.key === "Escape") return sheet.show(false);
  if (step === undefined) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[data-phrase]")];
  const at = buttons.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  buttons[at + step]?.focus();
}

export const SayButtons = nextFrame(function SayButtons({ live }: { live: LiveGame }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("[data-phrase]")?.focus({ preventScroll: true }), []);
  const other = live.info.seats[live.other - 1]?.person;
  const muted = quiet.isMuted(other);
  const who = live.session?.match.nameAt(live.other) ?? "";
  return (
    <div class="card moves phrases-card" role="group" aria-label={onlineText("say.title")} ref={box} onKeyDown={arrows}>
      <div class="phrases">
        {PHRASES.map((phrase) => (
          <button
            key={phrase}
            type="button"
            data-phrase={phrase}
            onClick={() => {
              sheet.show(false);
              void live.say(phrase);
            }}
          >
            {onlineText(`say.${phrase}`)}
          </button>
        ))}
      </div>
      <div class="said">
        {other !== undefined && (
          <button class="btn btn--quiet" type="button" onClick={() => quiet.mute(other, !muted)}>
            {onlineText(muted ? "unmute" : "mute", { who })}
          </button>
        )}
        <button class="btn btn--quiet" type="button" onClick={() => sheet.show(false)}>
          <Icon name="close" />
          {onlineText("close")}
        </button>
      </div>
    </div>
  );
});

const isHidden = (live: LiveGame, seat: number) => seat !== live.you && quiet.hides(live.info.seats[seat - 1]?.person);

/** Speaks the phrases of others. */
export function useSaidSpoken(live: LiveGame, session: Session): void {
  useScope(
    (scope) =>
      scope.watch(
        () => live.said,
        (said) => {
          if (!said || said.seat === live.you || isHidden(live, said.seat)) return;
          const text = onlineText(`say.${said.phrase}`);
          session.speak(onlineText("said", { who: session.match.nameAt(said.seat), text }));
        },
      ),
    [live, session],
  );
}

/** The last phrase, for a minute. */
export const SaidLine = nextFrame(function SaidLine({ live }: { live: LiveGame }) {
  const { said, session } = live;
  const isNew = said !== undefined && Date.now() - said.came < SHOWN;
  useTick(5000, isNew);
  if (!isNew || !session || isHidden(live, said.seat)) return null;
  return (
    <p class="said">
      <b>{onlineText("said-by", { who: session.match.nameAt(said.seat) })}</b> {onlineText(`say.${said.phrase}`)}
    </p>
  );
});
