/* A part of the page that is loaded, with what it says, when it is first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { needReaders } from "../core/table";
import { needLater } from "../i18n/texts";
import { Failure } from "./Failure";

/** The place of a page that is not there yet. */
export const Empty = () => <main id="main" class="later" aria-busy="true" />;

/** The place of something that is being loaded: it comes, or says that it cannot and offers to try again. */
export function Loading({
  part = false,
  load,
  onReady,
}: {
  /** A part of a dialog, and not the whole page. */
  part?: boolean;
  load(): Promise<unknown>;
  onReady(): void;
}) {
  const [failed, setFailed] = useState(false);
  const attempt = async () => {
    await load();
    onReady();
  };
  useEffect(() => {
    attempt().catch(() => setFailed(true));
  }, []);
  if (failed) return <Failure trouble="load" part={part} onAgain={attempt} />;
  return part ? <div class="dialog-wait" aria-busy="true" /> : <Empty />;
}

/** The same for a part that reads records, lessons or problems. */
export function reading<P extends object>(load: () => Promise<ComponentType<P>>, part = false): ComponentType<P> {
  return later(async () => (await Promise.all([load(), needReaders()]))[0], part);
}

export function later<P extends object>(load: () => Promise<ComponentType<P>>, part = false): ComponentType<P> {
  let Page: ComponentType<P> | undefined;
  return function Later(props: P) {
    const [, ready] = useState(() => Page);
    if (Page) return <Page {...props} />;
    const whole = async () => ([Page] = await Promise.all([load(), needLater()]));
    return <Loading part={part} load={whole} onReady={() => ready(() => Page)} />;
  };
}
