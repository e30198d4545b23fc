/* An address that names no game, or no page. */
import { t } from "../i18n/texts";
import { Bar } from "./Bar";
import { Link } from "./Link";
import { useTitle } from "./useTitle";

function NoSuch({ what }: { what: string }) {
  useTitle(what);
  return (
    <div class="page">
      <Bar />
      <main id="main" class="empty" tabIndex={-1}>
        <h1>{what}</h1>
        <Link class="btn btn--go" href="/">
          {t("rules.home")}
        </Link>
      </main>
    </div>
  );
}

export const NoSuchGame = () => <NoSuch what={t("rules.no-game")} />;
export const NoSuchPage = () => <NoSuch what={t("link.none")} />;
