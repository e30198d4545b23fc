/* Set phrases: a sheet at the place of the moves, and what was said last, below them. Everybody reads them in his own
   language. */
import { useEffect, useRef } from "preact/hooks";
import { Store, useStore } from "../../app/store";
import { Icon } from "../../ui/Icon";
import type { LiveGame } from "./live";
import { useTick } from "../common/time";
import { PHRASES } from "../line/types";
import { quiet } from "../mine/quiet";
import { o } from "../common/words";

const STANDS = 60_000;

class Sheet extends Store {
  open = false;
  show(open: boolean): void {
    this.open = open;
    this.changed();
  }
}

export const sheet = new Sheet();

/* Two columns, through which the arrows lead. */
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

export function SayButtons({ live }: { live: LiveGame }) {
  useStore(quiet);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>("[data-phrase]")?.focus({ preventScroll: true }), []);
  const other = live.info.seats[live.other - 1]?.person;
  const muted = quiet.isMuted(other);
  const who = live.session?.match.nameAt(live.other) ?? "";
  return (
    <div class="card moves phrases-card" role="group" aria-label={o("say.title")} ref={box} onKeyDown={arrows}>
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
            {o(`say.${phrase}`)}
          </button>
        ))}
      </div>
      <div class="said">
        {other !== undefined && (
          <button class="btn btn--quiet" type="button" onClick={() => quiet.mute(other, !muted)}>
            {o(muted ? "unmute" : "mute", { who })}
          </button>
        )}
        <button class="btn btn--quiet" type="button" onClick={() => sheet.show(false)}>
          <Icon name="close" />
          {o("close")}
        </button>
      </div>
    </div>
  );
}

/** What was said last, for a minute. */
export function SaidLine({ live }: { live: LiveGame }) {
  useStore(quiet);
  const { said, session } = live;
  const fresh = said !== undefined && Date.now() - said.came < STANDS;
  useTick(5000, fresh);
  const person = said && live.info.seats[said.seat - 1]?.person;
  const shown = fresh && said && !(said.seat !== live.you && quiet.hides(person));
  const who = said && session ? session.match.nameAt(said.seat) : "";
  const text = said ? o(`say.${said.phrase}`) : "";
  useEffect(() => {
    if (shown && said.seat !== live.you) session?.speak(o("said", { who, text }));
  }, [said]);
  if (!shown) return null;
  return (
    <p class="said">
      <b>{o("said-by", { who })}</b> {text}
    </p>
  );
}
