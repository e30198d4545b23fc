/* What stands in the place of something that cannot be: what happened, in plain words, and Try again. What it
   says at the start is built in, for it may be the words that could not be loaded. */
import { Component, type ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { builtIn } from "virtual:catalogues";
import { settings } from "../app/settings";
import { canTalk, t, type PlainKey } from "../i18n/texts";
import { Bar } from "./Bar";
import { Icon } from "./Icon";
import { Alert, Status } from "./Status";

/** Something could not be loaded; the browser cannot run it; the page itself is at fault. */
export type Trouble = "load" | "old" | "crash";

type Named<Key> = Key extends `failure.${infer Name}` ? Name : never;

export function failureText(name: Named<PlainKey>): string {
  const key = `failure.${name}` as const;
  return builtIn[settings.choices.language]![key] ?? t(key);
}

/* Whether the server answers: only then may the page be loaded anew, or there would be nothing at all. */
const isThere = () =>
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

interface Props {
  trouble: Trouble;
  /** A part of a page or dialog, and not the whole page. */
  part?: boolean;
  /** What failed, once more. When it fails again, the page is loaded anew: the server may have another version. */
  onAgain(): Promise<unknown>;
}

export function Failure({ trouble, part = false, onAgain }: Props) {
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    const done = await onAgain().then(
      () => true,
      () => false,
    );
    if (!done && (await isThere())) return location.reload();
    setBusy(false);
    if (!done) setTries((count) => count + 1);
  };
  const body = (
    <>
      {part ? <p>{failureText("part")}</p> : <h1>{failureText(`${trouble}.title`)}</h1>}
      {!part && <p>{failureText(trouble)}</p>}
      <button class="btn btn--go" type="button" aria-disabled={busy} onClick={() => !busy && void again()}>
        <Icon name="redo" />
        {failureText("again")}
      </button>
      <Status as="p" class="note">
        {tries > 0 && !busy && failureText("still")}
      </Status>
    </>
  );
  const { language } = settings.choices;
  if (part)
    return (
      <Alert class="failure" lang={language}>
        {body}
      </Alert>
    );
  return (
    <div class="page">
      {canTalk() && <Bar />}
      <main id="main" class="empty failure" lang={language} tabIndex={-1}>
        {body}
      </main>
    </div>
  );
}

/** A page that broke while it was drawn: it is drawn once more, then loaded anew. Another address is another page. */
export class Boundary extends Component<{ path: string; children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };
  #tries = 0;

  static override getDerivedStateFromError() {
    return { broken: true };
  }
  override componentDidCatch(error: unknown): void {
    console.error(error);
  }
  override componentDidUpdate({ path }: { path: string }): void {
    if (path === this.props.path) return;
    this.#tries = 0;
    if (this.state.broken) this.setState({ broken: false });
  }

  #again = async () => {
    if (this.#tries++ > 0) throw new Error("broken again");
    this.setState({ broken: false });
  };

  override render() {
    return this.state.broken ? <Failure trouble="crash" onAgain={this.#again} /> : this.props.children;
  }
}
