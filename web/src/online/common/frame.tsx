/* What the pages of games between people have in common: the bar, and what stands there when nobody can be reached. */
import { useState } from "preact/hooks";
import { useStore } from "../../app/store";
import { isolated } from "../../i18n/isolate";
import { t } from "../../i18n/texts";
import { Bar } from "../../ui/Bar";
import { Icon } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import type { Unreachable } from "../line/api";
import { person } from "../line/me";
import { o } from "./words";

export function OnlineBar({ title, detail }: { title: string; detail?: string }) {
  const { name, known } = useStore(person);
  return (
    <Bar title={title} {...(detail !== undefined && { detail })}>
      {known && (
        <nav class="tools" aria-label={o("people")}>
          <Link class="btn btn--quiet" href="/games" aria-label={o("games.title")}>
            <Icon name="clock" />
            <span class="wide-only">{o("games.title")}</span>
          </Link>
          <Link class="btn btn--quiet" href="/you" aria-label={o("you.title")}>
            <Icon name="person" />
            <span class="wide-only">{name === "" ? o("you.title") : isolated(name)}</span>
          </Link>
        </nav>
      )}
    </Bar>
  );
}

/** Nobody can be reached: why, and what one can do instead. */
export function Unreached({ error, onAgain }: { error: Unreachable; onAgain(): void }) {
  const [tries, setTries] = useState(0);
  return (
    <section class="card unreached" role="status">
      <h2>{o(error.why === "none" ? "no-server-title" : "unreachable-title")}</h2>
      <p>{o(error.why === "none" ? "no-server" : "unreachable")}</p>
      <div class="acts">
        <button
          class="btn btn--go"
          type="button"
          onClick={() => {
            setTries(tries + 1);
            onAgain();
          }}
        >
          {o("try-again")}
        </button>
        <Link class="btn" href="/">
          {t("play.choose")}
        </Link>
      </div>
    </section>
  );
}
