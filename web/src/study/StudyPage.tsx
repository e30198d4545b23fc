/* /study is the game that is studied, /study/new where one begins; an address may name a position, a game or a study. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { useStore } from "../app/store";
import { CoreError, type Fault } from "../core/module";
import { opening } from "../keep/studied";
import { needReasons } from "../i18n/texts";
import { Wrong } from "../records/Wrong";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { useTitle } from "../ui/useTitle";
import { Damaged } from "./address";
import { Opener } from "./Opener";
import { Absent, toStudy } from "./source";
import { Study } from "./study";
import { ReviewDesk } from "./review/ReviewDesk";
import { StudyDesk } from "./StudyDesk";
import { needStudyWords, s } from "./words";
import "../styles/lesson.css";
import "../styles/records.css";
import "../styles/later.css";
import "../styles/value.css";
import "../styles/tree.css";
import "../styles/study.css";
import "../styles/review.css";
import "../styles/explorer.css";

type Found = { study: Study } | { fault: Fault } | "damaged" | "absent" | "none" | "words";

/** Lines that the panel has room for before anybody chose. */
const usualLines = () => (matchMedia("(max-aspect-ratio: 11/10)").matches ? 3 : 4);

async function open(): Promise<Found> {
  await needStudyWords();
  try {
    const text = await toStudy();
    if (text === undefined) return "none";
    const study = new Study(text, usualLines());
    const { ply } = opening;
    opening.ply = undefined;
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
  useTitle(s("title"));
  return (
    <div class="page">
      <Bar />
      <main id="main" class="study-open" tabIndex={-1}>
        <h1>{s("open.bad")}</h1>
        <div class="msg msg--bad">
          <Icon name="bad" />
          <div>{children}</div>
        </div>
        <Link class="btn btn--go" href="/study/new">
          {s("new")}
        </Link>
      </main>
    </div>
  );
}

function Desk({ address }: { address: string }) {
  const [found, find] = useState<Found>();
  useEffect(() => {
    let here = true;
    let made: Study | undefined;
    void open().then((what) => {
      if (typeof what === "object" && "study" in what) made = what.study;
      if (here) find(what);
      else made?.close();
    });
    return () => {
      here = false;
      made?.close();
    };
  }, [address]);
  if (!found || found === "words") return <main id="main" class="later" aria-busy="true" />;
  if (found === "none") return <Opener />;
  if (found === "damaged" || found === "absent")
    return (
      <Bad>
        <p>{s(`open.${found}`)}</p>
      </Bad>
    );
  if ("fault" in found)
    return (
      <Bad>
        <Wrong fault={found.fault} />
      </Bad>
    );
  return address === "study/review" ? <ReviewDesk study={found.study} /> : <StudyDesk study={found.study} />;
}

function New() {
  const [ready, set] = useState(false);
  useEffect(() => void needStudyWords().then(() => set(true)), []);
  return ready ? <Opener /> : <main id="main" class="later" aria-busy="true" />;
}

export function StudyPage() {
  const { parts } = useStore(router);
  useStore(opening);
  /* A link to another study that is followed here changes what is behind the # only. */
  useEffect(() => {
    const hear = () => location.hash !== "" && opening.open();
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, []);
  return parts[1] === "new" ? <New /> : <Desk key={`${parts.join("/")} ${opening.times}`} address={parts.join("/")} />;
}
