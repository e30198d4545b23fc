/* An address that names no game. */
import { t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";

export function NoSuchGame() {
  return (
    <div class="page">
      <Bar />
      <main id="main" class="empty" tabIndex={-1}>
        <h1>{t("rules.no-game")}</h1>
        <Link class="btn btn--go" href="/">
          {t("rules.home")}
        </Link>
      </main>
    </div>
  );
}
