/* /study is the current study, /study/review its review, /study/new the place to start one; an address may name a position,
   a game or a study. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { router } from "../app/router";
import type { Scope } from "../app/scope";
import { CoreError, type Fault } from "../core/module";
import { needReasons } from "../i18n/texts";
import { Wrong } from "../records/Wrong";
import { opening } from "../storage/study";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Loading } from "../ui/later";
import { Link } from "../ui/Link";
import { useModel, useScope } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { Damaged } from "./address";
import { Opener } from "./Opener";
import { resumeReview, resumeStudy } from "./resume";
import type { GameReview } from "./review/review";
import { ReviewDesk } from "./review/ReviewDesk";
import { Absent, toStudy } from "./source";
import { Study } from "./study";
import { StudyDesk } from "./StudyDesk";
import { needStudyWords, studyText } from "./words";
import "../styles/lesson.css";
import "../styles/records.css";
import "../styles/later.css";
import "../styles/value.css";
import "../styles/tree.css";
import "../styles/study.css";
import "../styles/review.css";
import "../styles/explorer.css";

type Found = { study: Study } | { review: GameReview } | { fault: Fault } | "damaged" | "absent" | "none";

/* How many lines the panel has room for. */
const defaultLines = () => (matchMedia("(max-aspect-ratio: 11/10)").matches ? 3 : 4);

async function open(scope: Scope, isReview: boolean): Promise<Found> {
  await needStudyWords();
  try {
    const text = await toStudy(scope.signal);
    if (text === undefined) return "none";
    const study = new Study(scope, text, defaultLines());
    if (isReview) return { review: resumeReview(scope, study) };
    resumeStudy(scope, study);
    const ply = opening.takePly();
    if (ply !== undefined) study.go(study.mainLine[ply - 1]?.node ?? 0);
    return { study };
  } catch (error) {
    if (error instanceof CoreError) {
      await needReasons();
      return { fault: error.fault };
    }
    if (error instanceof Damaged) return "damaged";
    if (error instanceof Absent) return "absent";
    throw error;
  }
}

function Bad({ children }: { children: ComponentChildren }) {
  useTitle(studyText("title"));
  return (
    <div class="page">
      <Bar />
      <main id="main" class="study-open" tabIndex={-1}>
        <h1>{studyText("open.bad")}</h1>
        <div class="msg msg--bad">
          <Icon name="bad" />
          <div>{children}</div>
        </div>
        <Link class="btn btn--go" href="/study/new">
          {studyText("new")}
        </Link>
      </main>
    </div>
  );
}

function Desk({ isReview }: { isReview: boolean }) {
  const scope = useModel((own) => own);
  const [found, find] = useState<Found>();
  if (!found) return <Loading load={async () => find(await open(scope, isReview))} onReady={() => undefined} />;
  if (found === "none") return <Opener />;
  if (found === "damaged" || found === "absent")
    return (
      <Bad>
        <p>{studyText(`open.${found}`)}</p>
      </Bad>
    );
  if ("fault" in found)
    return (
      <Bad>
        <Wrong fault={found.fault} />
      </Bad>
    );
  return "review" in found ? <ReviewDesk review={found.review} /> : <StudyDesk study={found.study} />;
}

function New() {
  const [isReady, ready] = useState(false);
  return isReady ? <Opener /> : <Loading load={needStudyWords} onReady={() => ready(true)} />;
}

export function StudyPage() {
  const { parts } = router;
  const address = parts.join("/");
  /* A link to another study that is followed here changes only the part behind the #. */
  useScope((scope) => scope.listen(window, "hashchange", () => location.hash !== "" && opening.open()), []);
  if (parts[1] === "new") return <New />;
  return <Desk key={`${address} ${opening.times}`} isReview={address === "study/review"} />;
}
