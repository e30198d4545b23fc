/* The first page: the games on the table, and the match that was left open. */
import { useState } from "preact/hooks";
import { StillBoard } from "../board/StillBoard";
import { games } from "../core/table";
import { t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { SettingsButton } from "../settings/SettingsButton";
import { titleOf } from "../ui/titles";
import { useGradually } from "../ui/useGradually";
import { useTitle } from "../ui/useTitle";
import { GameCard } from "./GameCard";
import { Lake } from "./Lake";
import { openMatch } from "./resume";

function Resume() {
  const [match] = useState(openMatch);
  if (!match) return null;
  return (
    <section class="card resume" aria-label={t("home.resume")}>
      <StillBoard spec={match.spec} position={match.position} />
      <p>
        <b>{t("home.resume.title", { game: titleOf(match.game), players: match.players })}</b>
        <span>{match.turn}</span>
      </p>
      <Link class="btn" href="/play">
        {t("home.continue")}
      </Link>
    </section>
  );
}

export function Home() {
  useTitle(t("home.title"));
  const all = games();
  const drawn = useGradually(all.length);
  return (
    <div class="page homepage">
      <Bar>
        <Languages />
      </Bar>
      <main id="main" class="home" tabIndex={-1}>
        <div class="hero">
          <div>
            <h1>{t("home.title")}</h1>
            <p>{t("home.lead")}</p>
          </div>
          <div class="vista">
            <Lake />
            <Resume />
          </div>
        </div>
        <h2 class="sr">{t("home.games")}</h2>
        <ul class="games">
          {all.map((facts, index) => (
            <GameCard key={facts.id} facts={facts} drawn={index < drawn} />
          ))}
        </ul>
        <footer class="foot">
          <Link href="/problems/delta">{t("home.problems")}</Link>
          <Link href="/records">{t("home.records")}</Link>
          <Link href="/records#open">{t("home.open")}</Link>
          <Link href="/about#solved">{t("home.solved")}</Link>
          <Link href="/about">{t("nav.about")}</Link>
          <SettingsButton />
        </footer>
      </main>
    </div>
  );
}
