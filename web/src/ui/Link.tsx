/* A link within the page: a real one, so that it can be opened elsewhere, that does not load the page anew. */
import type { JSX } from "preact";
import { router } from "../app/router";

/** A click that wants no other tab or window. */
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

interface LinkProps extends JSX.AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Before it is followed in this tab. */
  onFollow?: () => void;
}

export function Link({ href, onFollow, ...rest }: LinkProps) {
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        onFollow?.();
        router.go(href);
      }}
    />
  );
}
