import { t } from "../i18n/texts";
import { Icon } from "./Icon";
import { Link } from "./Link";

/** The way to the rules of a game, in the bar above it. */
export function RulesLink({ game }: { game: string }) {
  return (
    <Link class="btn btn--quiet wide-only" href={`/rules/${game}`}>
      <Icon name="book" />
      {t("nav.rules")}
    </Link>
  );
}
