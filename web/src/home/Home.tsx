/* The first page: the games, and the matches that are going on. */
import { useMemo, useState } from "preact/hooks";
import { readLocal } from "../app/local";
import { PositionBoard } from "../board/StillBoard";
import { games, needReaders } from "../core/table";
import { currentLanguage, t } from "../i18n/texts";
import { gameStorage } from "../storage/games";
import { openMatches } from "../storage/summary";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Languages } from "../ui/Languages";
import { Link } from "../ui/Link";
import { later } from "../ui/later";
import { Status } from "../ui/Status";
import { titleOf } from "../ui/titles";
import { useGradually } from "../ui/useGradually";
import { useScope } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { GameCard } from "./GameCard";
import { Lake } from "./Lake";
import { ProblemCard } from "./ProblemCard";

/* Games with people elsewhere are loaded if this player has ever had one. */
const AtHome = later(
  () =>
    Promise.all([import("../online/AtHome"), needReaders()]).then(
      ([part]) => part.AtHome,
      () => () => null /* home works without it */,
    ),
  true,
);

/* A single match is beside the lake; several have a row. */
const SHOWN = 4;
const LOOK = 3000; /* ms between two checks of what other pages have open */

type Open = ReturnType<typeof openMatches>["open"][number];
interface Shown extends Open {
  /** Another page has it open. */
  elsewhere: boolean;
}

/** The ids of the matches that other pages have open. */
function useElsewhere(): Set<string> {
  const [ids, setIds] = useState(new Set<string>());
  useScope((scope) => {
    const look = () => void gameStorage.lockedElsewhere().then(setIds, () => undefined /* then none are marked */);
    look();
    scope.interval(LOOK, look);
  }, []);
  return ids;
}

function Resume({ id, standing, elsewhere }: Shown) {
  const { game, players, turn, spec, position } = standing;
  const words = { game: titleOf(game), players };
  return (
    <>
      <PositionBoard spec={spec} position={position} />
      <p>
        <b>{t("home.resume.title", words)}</b>
        <span>{elsewhere ? t("home.resume.elsewhere") : turn}</span>
      </p>
      <Link class="btn" href={`/play/${id}`} aria-label={t("home.continue-game", words)}>
        {t("home.continue")}
      </Link>
    </>
  );
}

/* The whole card leads there. */
function Row({ id, standing, elsewhere }: Shown) {
  const { game, players, turn, yours, spec, position } = standing;
  return (
    <Link class={`card${yours && !elsewhere ? " is-turn" : ""}`} href={`/play/${id}`}>
      <PositionBoard spec={spec} position={position} />
      <span class="sr">{t("home.continue")}</span>
      <span>
        <b>{titleOf(game)}</b>
        <span>{players}</span>
        <span class="turn">{elsewhere ? t("home.resume.elsewhere") : turn}</span>
      </span>
    </Link>
  );
}

function Several({ open, elsewhere }: { open: Open[]; elsewhere: Set<string> }) {
  return (
    <section class="resumes" aria-labelledby="resumes">
      <div class="head">
        <h2 id="resumes">{t("home.resume.many")}</h2>
        {open.length > SHOWN && <Link href="/records">{t("home.resume.all", { count: open.length })}</Link>}
      </div>
      <ul>
        {open.slice(0, SHOWN).map((match) => (
          <li key={match.id}>
            <Row {...match} elsewhere={elsewhere.has(match.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/* Problems with stored games. The region is there before its text, so that it is announced. */
function StorageNotice({ spoiled }: { spoiled: number }) {
  const { trouble } = gameStorage;
  if (!trouble && spoiled === 0) return <Status />;
  return (
    <Status class="msg notice">
      <Icon name="info" />
      <p>
        {trouble
          ? t(trouble === "full" ? "keep.full-home" : "keep.refused")
          : t("home.resume.spoiled", { count: spoiled })}
      </p>
      {trouble !== "refused" && (
        <Link class="btn" href="/records">
          {t("home.records")}
        </Link>
      )}
    </Status>
  );
}

export function Home() {
  useTitle(t("home.title"));
  const all = games();
  const drawn = useGradually(all.length);
  const elsewhere = useElsewhere();
  const changes = gameStorage.matches.map(({ changed }) => changed).join();
  const { open, spoiled } = useMemo(openMatches, [changes, currentLanguage()]);
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
            <Link class="btn btn--go friend" href="/friend">
              <Icon name="people" />
              {t("home.friend")}
            </Link>
          </div>
          <div class="vista">
            <Lake />
            {open.length === 1 && (
              <section class="card resume" aria-label={t("home.resume")}>
                <Resume {...open[0]!} elsewhere={elsewhere.has(open[0]!.id)} />
              </section>
            )}
          </div>
        </div>
        <StorageNotice spoiled={spoiled} />
        {open.length > 1 && <Several {...{ open, elsewhere }} />}
        {readLocal("person") !== undefined && <AtHome />}
        <h2 class="sr">{t("home.games")}</h2>
        <ul class="games">
          {all.map((facts, index) => (
            <GameCard key={facts.id} facts={facts} drawn={index < drawn} />
          ))}
          <ProblemCard drawn={drawn >= all.length} />
        </ul>
        <footer class="foot">
          <Link href="/games">{t("home.people")}</Link>
          <Link class="narrow-only" href="/records">
            {t("home.records")}
          </Link>
          <Link href="/records#open">{t("home.open")}</Link>
          <Link href="/about#solved">{t("home.solved")}</Link>
          <Link href="/about">{t("nav.about")}</Link>
        </footer>
      </main>
    </div>
  );
}
