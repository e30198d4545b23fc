/* A dialog of the browser: keys stay inside, Escape closes it, and the focus goes back where it was. */
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n/texts";
import { Icon } from "./Icon";

interface Props {
  title: string;
  children: ComponentChildren;
  /** Escape, the cross, or a touch beside it: always the safe answer. */
  onClose(): void;
  /** A question has its own answers and no cross. */
  question?: boolean;
}

/** What is marked with data-first has the focus when the dialog opens; else its title. */
export function Dialog({ title, children, onClose, question = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = dialog.current!;
    element.showModal();
    [...element.querySelectorAll<HTMLElement>("[data-first]")].at(-1)?.focus(); /* the title is before any other */
    return () => {
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
        opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-in">
        <header>
          <h2 id={id} tabIndex={-1} data-first={question ? undefined : true}>
            {title}
          </h2>
          {!question && (
            <button class="btn btn--quiet" type="button" onClick={onClose}>
              <Icon name="close" />
              {t("dialog.close")}
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
