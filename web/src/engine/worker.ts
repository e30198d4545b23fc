/* The engine in a worker: answers one question after the other. */
import { CoreError, CoreModule } from "../core/module";
import type { FromWorker, Question, ToWorker } from "./protocol";

const STRONGEST = 10;
const STRONGEST_TIME = 2000; /* ms that the strongest level thinks */
const REVIEW_NODES = 100_000; /* positions per ply: far more than level 9 looks at (docs/study.md) */
const REVIEW_MEGABYTES = 16; /* as `ascona review` has */

let engine: Promise<CoreModule>;
let megabytes = 0;
let current = 0; /* the number of the question that is being answered */
const review = { record: "", found: "" };

const tell = (message: FromWorker) => postMessage(message);

function answer(core: CoreModule, question: Question): unknown {
  switch (question.kind) {
    case "problem": {
      const { about, spec, problem, moves } = question;
      if (about === "solution") return core.ask("problem_solution", spec, problem);
      return core.ask(`problem_${about}`, spec, problem, moves.join(" "));
    }
    case "review":
      return core.ask("engine_review", review.record, REVIEW_NODES, REVIEW_MEGABYTES, review.found);
    case "review-ply":
      return core.ask("engine_review_ply", review.record, REVIEW_NODES, REVIEW_MEGABYTES, review.found, question.back);
  }
  const { spec, position } = question.game;
  const moves = question.game.moves.join(" ");
  switch (question.kind) {
    case "choose": {
      const { level, seed } = question;
      const [player, time] = level < STRONGEST ? [String(level), 0] : [`${level},hash=${megabytes}`, STRONGEST_TIME];
      return core.ask("engine_choose", spec, position, moves, player, time, seed);
    }
    case "explore":
      return core.ask("engine_explore", spec, position, moves, question.milliseconds, megabytes);
    case "threat":
      return core.ask("engine_threat", spec, position, moves, question.milliseconds, megabytes);
    case "analyse": {
      const { lines, milliseconds, shares = 1, share = 0 } = question;
      return core.ask("engine_analyse", spec, position, moves, lines, milliseconds, megabytes, shares, share);
    }
  }
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") {
    const { stop } = data;
    megabytes = data.megabytes;
    engine = CoreModule.open(data.module, {
      stopped: () => stop !== null && Atomics.load(stop, 0) >= current,
      report: (json) => tell({ kind: "report", number: current, report: JSON.parse(json) }),
    });
    return;
  }
  if (data.kind === "review") {
    if (data.record !== undefined) Object.assign(review, { record: data.record, found: "" });
    review.found += data.found.map((line) => `${line}\n`).join("");
    return;
  }
  const { number, question } = data;
  try {
    const core = await engine;
    current = number;
    tell({ kind: "answer", number, answer: answer(core, question) });
  } catch (error) {
    if (error instanceof CoreError) tell({ kind: "fault", number, fault: error.fault });
    else tell({ kind: "crash", reason: String(error) });
  }
};
