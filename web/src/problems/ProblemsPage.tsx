/* /problems/GAME lists the problems of a game, /problems/GAME/NUMBER has one to solve. */
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { useStore } from "../app/store";
import { NoSuchGame } from "../rules/NoSuchGame";
import { hasProblems, loadProblems } from "./list";
import type { ProblemFacts } from "./parse";
import { ProblemList } from "./ProblemList";
import { ProblemTable } from "./ProblemTable";
import { needWords } from "./words";
import "../styles/lesson.css";
import "../styles/problems.css";

export function ProblemsPage({ game }: { game: string }) {
  const [all, found] = useState<ProblemFacts[]>();
  const number = useStore(router).parts[2];
  useEffect(() => {
    let here = true;
    void Promise.all([loadProblems(game), needWords()]).then(([list]) => here && found(list));
    return () => {
      here = false;
    };
  }, [game]);
  if (!hasProblems(game)) return <NoSuchGame />;
  if (!all) return <main id="main" class="later" aria-busy="true" />;
  const facts = all.find((each) => String(each.number) === number);
  return facts ? <ProblemTable key={facts.number} {...{ game, all, facts }} /> : <ProblemList {...{ game, all }} />;
}
