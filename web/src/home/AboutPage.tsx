/* About Ascona: the authors of the games, and the results that are known. Loaded when it is opened. */
import { Fragment } from "preact";
import { useEffect } from "preact/hooks";
import { version } from "../../package.json";
import { games } from "../core/table";
import { has, maybe, t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";

/* Facts about each game: author, publisher and year, age, translator of the sheet. */
const FACTS = ["by", "box", "age", "sheet"] as const;

function Authors() {
  const known = games().filter(({ id }) => has(`about.by.${id}`));
  return (
    <dl>
      {known.map(({ id }) => (
        <Fragment key={id}>
          <dt>
            <Link href={`/rules/${id}`}>{titleOf(id)}</Link>
          </dt>
          <dd>
            {FACTS.map((fact) => (
              <div key={fact}>{maybe(`about.${fact}.${id}`)}</div>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

export function AboutPage() {
  useTitle(t("nav.about"));
  useEffect(() => {
    if (location.hash !== "") document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div class="page">
      <Bar title={t("nav.about")}>
        <Languages />
      </Bar>
      <main id="main" class="text about" tabIndex={-1}>
        <h2>{t("about.what")}</h2>
        <p>{t("about.what-1")}</p>
        <p>{t("about.what-2")}</p>

        <h2>{t("about.whose")}</h2>
        <Authors />
        <p>{t("about.whose-1")}</p>
        <p>{t("about.whose-2")}</p>

        <h2 id="solved">{t("home.solved")}</h2>
        <p>{t("about.solved-1")}</p>
        <ul class="plain">
          <li>{t("about.solved-delta")}</li>
          <li>{t("about.solved-neo-delta")}</li>
          <li>{t("about.solved-kulami")}</li>
          <li>{t("about.solved-others")}</li>
        </ul>
        <p>{t("about.solved-2")}</p>

        <h2>{t("about.private")}</h2>
        <p>{t("about.private-1")}</p>
        <p>{t("about.private-2")}</p>

        <h2>{t("about.licence")}</h2>
        <p>{t("about.licence-1")}</p>
        <p>{t("about.version", { version })}</p>
      </main>
    </div>
  );
}
