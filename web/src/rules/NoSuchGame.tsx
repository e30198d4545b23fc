/* An address that names no game. */
import { t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import "../styles/rules.css";

export function NoSuchGame() {
  return (
    <div class="page">
      <Bar />
      <main id="main" class="rules" tabIndex={-1}>
        <div class="empty">
          <h1>{t("rules.no-game")}</h1>
          <Link class="btn btn--go" href="/">
            {t("rules.home")}
          </Link>
        </div>
      </main>
    </div>
  );
}
