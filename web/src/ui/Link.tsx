/* A link within the page: a real one, so that it can be opened elsewhere, that does not load the page anew. */
import type { JSX } from "preact";
import { router } from "../app/router";

export function Link({ href, ...rest }: JSX.AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        router.go(href);
      }}
    />
  );
}
