/* The top bar: home at the left, where one is, and what the page adds at the right. The first stop of the keyboard leads
   over it. */
import type { ComponentChildren } from "preact";
import { t } from "../i18n/texts";
import { Link } from "./Link";
import { Skip } from "./Skip";

export function Bar({ title, detail, children }: { title?: string; detail?: string; children?: ComponentChildren }) {
  return (
    <header class="bar">
      <Skip />
      <Link class="brand" href="/" aria-label={t("nav.home")}>
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <path class="brand-hill" d="M16 3 28 16H4Z" />
          <path class="brand-lake" d="M4 18h24L16 29Z" />
          <path class="brand-waves" d="M8.5 21.7h15M12 25h8" />
        </svg>
        <b class="word">Ascona</b>
      </Link>
      {title !== undefined && (
        <div class="where">
          <h1>{title}</h1>
          {detail !== undefined && <span>{detail}</span>}
        </div>
      )}
      {children}
    </header>
  );
}
