/* Parts of all pages of games between people: the bar, and a card for when the server cannot be reached. */
import { isolated } from "../../i18n/isolate";
import { t } from "../../i18n/texts";
import { Bar } from "../../ui/Bar";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { Alert } from "../../ui/Status";
import type { Unreachable } from "../line/api";
import { person } from "../line/me";
import { onlineText } from "./words";

export function OnlineBar({ title, detail }: { title: string; detail?: string }) {
  const { name, isKnown } = person;
  return (
    <Bar title={title} {...(detail !== undefined && { detail })}>
      {isKnown && (
        <nav class="tools" aria-label={onlineText("people")}>
          <Link class="btn btn--quiet" href="/games" aria-label={onlineText("games.title")}>
            <Icon name="clock" />
            <span class="wide-only">{onlineText("games.title")}</span>
          </Link>
          <Link class="btn btn--quiet" href="/you" aria-label={onlineText("you.title")}>
            <Icon name="person" />
            <span class="wide-only">{name === "" ? onlineText("you.title") : isolated(name)}</span>
          </Link>
        </nav>
      )}
    </Bar>
  );
}

/** The server cannot be reached: why, and what to do instead. */
export function Unreached({ error, onAgain }: { error: Unreachable; onAgain(): void }) {
  return (
    <Alert as="section" class="card unreached">
      <h2>{onlineText(error.why === "none" ? "no-server-title" : "unreachable-title")}</h2>
      <p>{onlineText(error.why === "none" ? "no-server" : "unreachable")}</p>
      <div class="acts">
        <button class="btn btn--go" type="button" onClick={onAgain}>
          {onlineText("try-again")}
        </button>
        <Link class="btn" href="/">
          {t("play.choose")}
        </Link>
      </div>
    </Alert>
  );
}
