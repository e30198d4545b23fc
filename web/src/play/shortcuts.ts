/* Keys of the play page, and a focus that is never lost. */
import { useRef } from "preact/hooks";
import { settings } from "../app/settings";
import { isShortcut, keyOf } from "../ui/keys";
import { useScope } from "../ui/useScope";
import type { Session } from "../match/session";
import { focusMain, overlay } from "../app/overlay";

function keys(session: Session): Record<string, () => void> {
  return {
    u: () => session.undo(),
    h: () => void session.suggest(),
    f: () => session.flip(),
    "[": () => session.goTo(session.game.state.at - 1),
    "]": () => session.goTo(session.game.state.at + 1),
    "/": () => !session.game.over && overlay.type(session.game),
    "?": () => overlay.show("keys"),
  };
}

/** Takes the keys, on the board or where the person wants them; not while somebody writes, chooses, or answers a
    question. Who speaks to the machine, or rests a hand on it, types letters without meaning them. */
export function useShortcuts(session: Session, own: Record<string, () => void> = {}): void {
  const added = useRef(own);
  added.current = own;
  useScope(
    (scope) => {
      const known = keys(session);
      scope.listen(document, "keydown", (event) => {
        const target = event.target as HTMLElement;
        if (event.defaultPrevented || isShortcut(event)) return;
        if (overlay.open !== undefined || target.closest("input, textarea, select, dialog")) return;
        if (!settings.choices.keysAnywhere && !target.closest(".stage")) return;
        const act = added.current[keyOf(event)] ?? known[keyOf(event)];
        if (!act) return;
        event.preventDefault();
        act();
      });
    },
    [session],
  );
}

/** A button that goes away while it has the focus leaves it to the board: in a task of its own, for it has the page laid
    out. */
export function useFocusKept(): void {
  useScope((scope) => {
    let last: Element | null = null;
    let isWaiting = false;
    const lost = () =>
      (document.activeElement === null || document.activeElement === document.body) &&
      last !== null &&
      !last.isConnected &&
      overlay.open === undefined;
    const restore = () => {
      isWaiting = false;
      if (lost()) focusMain();
    };
    const watch = new MutationObserver(() => {
      if (isWaiting || !lost()) return;
      isWaiting = true;
      scope.timeout(0, restore);
    });
    scope.listen(document, "focusin", (event) => (last = event.target as Element));
    watch.observe(document.getElementById("app")!, { childList: true, subtree: true });
    scope.onEnd(() => watch.disconnect());
  }, []);
}
