/* One line over the page, about what nobody waited for: an error that no code expected, or a part that did not come.
   The page stays as it is. */
import { Store, useStore } from "../app/store";
import { failureText } from "./Failure";
import { Icon } from "./Icon";

interface Told {
  /** Keys of failure.*: what happened, and what the button says. */
  text: "notice" | "part";
  button: "anew" | "again";
  onDo(): void;
}

class Alarms extends Store {
  #told: Told | undefined;

  constructor() {
    super();
    addEventListener("error", ({ error }) => this.#unexpected(error));
    addEventListener("unhandledrejection", ({ reason }) => this.#unexpected(reason));
  }

  get told(): Told | undefined {
    return this.#told;
  }

  tell(told: Told | undefined): void {
    this.#told = told;
    this.changed();
  }

  /* Browsers report a few things as errors that are none, and without an Error. */
  #unexpected(error: unknown): void {
    if (error instanceof Error) this.tell({ text: "notice", button: "anew", onDo: () => location.reload() });
  }
}

export const alarms = new Alarms();

export function Alarm() {
  const { told } = useStore(alarms);
  if (!told) return null;
  const close = (then?: () => void) => () => {
    alarms.tell(undefined);
    then?.();
  };
  return (
    <div class="msg msg--bad alarm" role="alert">
      <Icon name="bad" />
      <p>{failureText(told.text)}</p>
      <button class="btn" type="button" onClick={close(told.onDo)}>
        {failureText(told.button)}
      </button>
      <button class="btn btn--quiet btn--icon" type="button" aria-label={failureText("close")} onClick={close()}>
        <Icon name="close" />
      </button>
    </div>
  );
}
