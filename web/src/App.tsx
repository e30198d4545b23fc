/* The pages by path. What is not needed for the first board is loaded when it is wanted. */
import { useState } from "preact/hooks";
import { Home } from "./home/Home";
import { PlayPage } from "./play/PlayPage";
import { SetupPage } from "./setup/SetupPage";
import { Notice } from "./offline/Notice";
import { canPlay, canRead, gameFacts, gameOf, games, needCores, needReaders } from "./core/table";
import { linkIn } from "./game/link";
import { canSpeak, has, needGames } from "./i18n/texts";
import { Alarm } from "./ui/Alarm";
import { Boundary } from "./ui/Failure";
import { later, Loading, reading } from "./ui/later";
import { useScope } from "./ui/useScope";
import { gameStorage } from "./storage/games";
import { readLocal } from "./app/local";
import { router } from "./app/router";

/* The game that a link names. */
const linkedGame = () => gameOf((linkIn(location.hash) ?? router.query).get("game") ?? "");

/** The games that this page plays, or shows as they stand. Those that read have a module for all. */
export function played(): string[] {
  const [section, name] = router.parts;
  const matches = gameStorage.matches.filter(({ id, over }) => (section === undefined ? !over : id === name));
  const wanted = new Set(matches.map(({ plan }) => gameOf(String(plan?.spec ?? ""))));
  if (section === "play") wanted.add(linkedGame());
  else if (section === "setup") wanted.add(name ?? "");
  else if (section !== undefined) return [];
  return [...wanted].filter((id) => gameFacts(id));
}

/** The games whose sentences a page needs. */
function speakers(section: string | undefined, name: string | undefined): string[] {
  const all = games().map(({ id }) => id);
  switch (section) {
    case "rules":
    case "problems":
    case "learn":
    case "editor":
      return all.filter((id) => id === name);
    case "records":
    case "study":
      return all;
    case "setup":
    case "play":
      return played();
    default:
      return [...new Set([...played(), ...all.filter((id) => !has(`home.about.${id}`))])];
  }
}

const RulesPage = reading(async () => (await import("./rules/RulesPage")).RulesPage);
const LessonPage = reading(async () => (await import("./rules/LessonPage")).LessonPage);
const ProblemsPage = reading(async () => (await import("./rules/LessonPage")).ProblemsPage);
const RecordsPage = reading(async () => (await import("./records/RecordsPage")).RecordsPage);
const OnlinePage = reading(async () => (await import("./online/OnlinePage")).OnlinePage);
const EditorPage = reading(async () => (await import("./editor/EditorPage")).EditorPage);
const StudyPage = reading(async () => (await import("./study/StudyPage")).StudyPage);
const NoSuchPage = later(async () => (await import("./ui/NoSuchGame")).NoSuchPage);
const AboutPage = later(async () => (await import("./home/AboutPage")).AboutPage);

function Page() {
  const { parts } = router;
  const [section, name] = parts;
  const [, ready] = useState(0);
  const wanted = speakers(section, name);
  /* Home shows every saved match: one that goes on from a record must be read for that. */
  const { matches } = gameStorage;
  /* A game in a link is a record; why one cannot be opened, the module that has all can tell. */
  const sent = section === "play" && (location.hash !== "" || (router.query.has("game") && !gameFacts(linkedGame())));
  const reads = canRead() || !(sent || (section === undefined && matches.some(({ again }) => !again)));
  const cores = played();
  const load = () => Promise.all([needGames(wanted), reads ? needCores(cores) : needReaders()]);
  if (!canSpeak(wanted) || !reads || !canPlay(cores))
    return (
      <Loading key={[...wanted, ...cores, reads].join(" ")} load={load} onReady={() => ready((count) => count + 1)} />
    );
  switch (section) {
    case "setup":
      return <SetupPage key={name} game={name ?? ""} />;
    case "play":
      return <PlayPage />;
    case "rules":
      return <RulesPage key={name} game={name ?? ""} />;
    case "learn":
      return <LessonPage key={name} game={name ?? ""} />;
    case "problems":
      return <ProblemsPage key={name} game={name ?? ""} />;
    case "editor":
      return <EditorPage key={name} game={name ?? ""} />;
    case "records":
      return <RecordsPage />;
    case "study":
      return <StudyPage />;
    case "about":
      return parts.length === 1 ? <AboutPage /> : <NoSuchPage />;
    case "friend":
    case "g":
    case "games":
    case "you":
      return <OnlinePage />;
    case undefined:
      return <Home />;
    default:
      return <NoSuchPage />;
  }
}

/* Players with games online are told that it is their turn on every page. */
const SETTLED = 3000; /* milliseconds: not while the first page is being made */

function useTurns(): void {
  useScope((scope) => {
    if (readLocal("person") === undefined) return;
    scope.timeout(SETTLED, () => {
      void import("./online/mine/games").then(
        ({ myGames }) => myGames.begin(),
        () => undefined /* without it everything works */,
      );
    });
  }, []);
}

export function App() {
  useTurns();
  const { parts, path } = router;
  return (
    <>
      <Notice isMidGame={parts[0] === "play" || parts[0] === "g"} />
      <Boundary path={path}>
        <Page />
      </Boundary>
      <Alarm />
    </>
  );
}
