/* Take back, Hint, Flip, Resign; and the field for a move in notation, which takes their place while it is open. */
import { nextFrame } from "../ui/deferred";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t, type PlainKey } from "../i18n/texts";
import { Icon, type IconName } from "../ui/Icon";
import type { Session } from "../match/session";
import { focusBoard, overlay } from "../app/overlay";

export function ControlButton({
  icon,
  label,
  off,
  busy,
  onDo,
}: {
  icon: IconName;
  label: string;
  off?: string | undefined;
  busy?: boolean;
  onDo(): void;
}) {
  return (
    <button
      class="btn"
      type="button"
      aria-disabled={off === undefined ? undefined : "true"}
      aria-busy={busy || undefined}
      title={off}
      onClick={onDo}
    >
      <Icon name={icon} />
      {label}
    </button>
  );
}

export function TypeMove({ session }: { session: Session }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current!.focus(), []);
  const close = () => {
    overlay.type(undefined);
    focusBoard();
  };
  return (
    <form
      class="ctrl typing"
      onSubmit={(event) => {
        event.preventDefault();
        const input = field.current!;
        if (session.type(input.value)) input.value = "";
        else input.select();
      }}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <label class="sr" for="typed">
        {t("play.type")}
      </label>
      <input
        class="field not"
        id="typed"
        ref={field}
        type="text"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        enterkeyhint="go"
        placeholder={t("play.type-example", { move: session.game.now.steps[0]?.move ?? "" })}
      />
      <button class="btn" type="submit">
        {t("play.confirm")}
      </button>
      <button class="btn btn--quiet" type="button" onClick={close}>
        {t("dialog.close")}
      </button>
    </form>
  );
}

/** Why the player can't resign or offer a draw now; undefined if they can. */
export function offNow(session: Session): PlainKey | undefined {
  if (session.game.over) return "play.off-over";
  return session.match.self === 0 ? "note.not-your-turn" : undefined;
}

function whyNoHint(session: Session): PlainKey | undefined {
  if (session.game.over) return "play.off-over";
  if (session.match.personToMove === 0) return "note.not-your-turn";
  return session.game.now.turn === "chance" ? "note.roll-first" : undefined;
}

export const Controls = nextFrame(function Controls({ session }: { session: Session }) {
  if (overlay.typing === session.game && !session.game.over) return <TypeMove session={session} />;
  const noHint = whyNoHint(session);
  const unless = (off: PlainKey | undefined, does: () => void) => () =>
    off === undefined ? does() : session.remark(() => t(off));
  const text = (off: PlainKey | undefined) => off && t(off);
  return (
    <div class="ctrl" role="group" aria-label={t("play.controls")}>
      <ControlButton
        icon="undo"
        label={t("play.undo")}
        off={session.match.undoable ? undefined : t("note.nothing-to-undo")}
        onDo={() => session.undo()}
      />
      <ControlButton
        icon="hint"
        label={t("play.hint")}
        off={text(noHint)}
        busy={session.computerPlayers.asking}
        onDo={unless(noHint, () => void session.suggest())}
      />
      <ControlButton icon="flip" label={t("play.flip")} onDo={() => session.flip()} />
      <ControlButton
        icon="flag"
        label={t("play.resign")}
        off={text(offNow(session))}
        onDo={unless(offNow(session), () => overlay.show("resign"))}
      />
    </div>
  );
});
