/* One line over the page about an error in the background: one that no code expected, or a part that could not be loaded.
   The page stays as it is. */
import { signal } from "@preact/signals";
import { pageScope } from "../app/scope";
import { settings, type Choices } from "../app/settings";
import { failureText } from "./Failure";
import { Icon } from "./Icon";
import { Alert } from "./Status";

interface Told {
  /** Keys of failure.*: what happened, and what the button says. */
  text: "notice" | "part";
  button: "anew" | "again";
  onDo(): void;
}

class Alarms {
  readonly #told = signal<Told | undefined>(undefined);

  constructor() {
    pageScope.listen(window, "error", ({ error }) => this.#unexpected(error));
    pageScope.listen(window, "unhandledrejection", ({ reason }) => this.#unexpected(reason));
  }

  get told(): Told | undefined {
    return this.#told.value;
  }

  tell(told: Told | undefined): void {
    this.#told.value = told;
  }

  /* Browsers report a few things as errors that are none, and without an Error. */
  #unexpected(error: unknown): void {
    if (error instanceof Error) this.tell({ text: "notice", button: "anew", onDo: () => location.reload() });
  }
}

export const alarms = new Alarms();

/** Runs something that needs files. If one can't be had, the page says so, and offers to try again. */
export function inBackground(run: () => Promise<unknown>): void {
  run().catch(() => alarms.tell({ text: "part", button: "again", onDo: () => inBackground(run) }));
}

/** Chooses settings; another language needs its texts. */
export function choose(change: Partial<Choices>): void {
  inBackground(() => settings.choose(change));
}

export function Alarm() {
  const { told } = alarms;
  if (!told) return null;
  const close = (then?: () => void) => () => {
    alarms.tell(undefined);
    then?.();
  };
  return (
    <Alert class="msg msg--bad alarm">
      <Icon name="bad" />
      <p>{failureText(told.text)}</p>
      <button class="btn" type="button" onClick={close(told.onDo)}>
        {failureText(told.button)}
      </button>
      <button class="btn btn--quiet btn--icon" type="button" aria-label={failureText("close")} onClick={close()}>
        <Icon name="close" />
      </button>
    </Alert>
  );
}
