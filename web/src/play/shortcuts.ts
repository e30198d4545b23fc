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

/** Handles the keys: on the board, or on the whole page if the settings say so, but not in fields and dialogs. On the
    whole page is not the default, because dictation and resting hands type letters that are not meant. */
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

/** Moves the focus to the board when the button that has it goes away. This needs the layout of the page, so it happens in
    a task of its own. */
export function useFocusRestored(): void {
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
