/* A part of the page that is loaded, with what it says, when it is first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { needLater } from "../i18n/texts";

/* The place of a page that is not there yet. */
export const Empty = () => <main id="main" class="later" aria-busy="true" />;

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Page: ComponentType<P> | undefined;
  return function Later(props: P) {
    const [, ready] = useState(() => Page);
    useEffect(() => {
      if (Page) return;
      void Promise.all([load(), needLater()]).then(([loaded]) => {
        Page = loaded;
        ready(() => loaded);
      });
    }, []);
    return Page ? <Page {...props} /> : <Empty />;
  };
}
