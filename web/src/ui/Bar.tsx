/* The top bar: home at the left, the way back to a game, the title of the page or links to others, and what the page adds
   at the right. The first stop of the keyboard skips it. */
import type { ComponentChildren } from "preact";
import { overlay } from "../app/overlay";
import { router } from "../app/router";
import { t } from "../i18n/texts";
import { problemGame } from "../app/problems";
import { Icon } from "./Icon";
import { isPlain, Link } from "./Link";
import { Settings } from "./settings/Settings";
import { SettingsButton } from "./settings/SettingsButton";
import { Skip } from "./Skip";

/* To the very entry of the history, so that going back from there does not lead here again. */
function ToGame() {
  return (
    <a
      class="btn btn--quiet to-game"
      href="/play"
      aria-label={t("nav.game")}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        router.backToGame();
      }}
    >
      <Icon name="previous" />
      <span class="long">{t("nav.game")}</span>
      <span class="short">{t("nav.game-short")}</span>
    </a>
  );
}

/* From the pages that are not about one game. */
function Ways() {
  const here = router.path;
  const way = (href: string, label: string) => (
    <Link class="btn btn--quiet" href={href} aria-current={here.startsWith(href) ? "page" : undefined}>
      {label}
    </Link>
  );
  const game = problemGame();
  return (
    <nav class="ways" aria-label={t("nav.ways")}>
      {game !== undefined && way(`/problems/${game}`, t("home.problems"))}
      {way("/study", t("menu.study"))}
      {way("/records", t("home.records"))}
    </nav>
  );
}

interface Props {
  title?: string;
  detail?: string;
  /** The page has a menu, which leads to the settings; the page shows them itself. */
  hasMenu?: boolean;
  children?: ComponentChildren;
}

export function Bar({ title, detail, hasMenu = false, children }: Props) {
  return (
    <>
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
        {router.fromGame && <ToGame />}
        {title !== undefined && (
          <div class="where">
            <h1>{title}</h1>
            {detail !== undefined && <span>{detail}</span>}
          </div>
        )}
        {title === undefined && <Ways />}
        {children}
        {!hasMenu && <SettingsButton />}
      </header>
      {!hasMenu && overlay.open === "settings" && <Settings />}
    </>
  );
}
