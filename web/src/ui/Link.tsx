/* A link within the page: a real one, so that it can be opened elsewhere, that does not load the page anew. */
import type { JSX } from "preact";
import { router } from "../app/router";

/** A click that wants no other tab or window. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export function Link({ href, ...rest }: JSX.AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        router.go(href);
      }}
    />
  );
}
