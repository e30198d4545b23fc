/* The engine in its worker: answers one question after the other. */
import { CoreError, CoreModule } from "../core/module";
import type { Report } from "../core/types";
import type { FromWorker, ProblemQuestion, Question, ToWorker } from "./protocol";

let engine: Promise<CoreModule>;
let current = 0; /* the number of the question that is being answered */

const tell = (message: FromWorker) => postMessage(message);

function answer(core: CoreModule, question: Question | ProblemQuestion): unknown {
  if (question.kind === "problem") {
    const { about, spec, problem, moves } = question;
    if (about === "solution") return core.ask("problem_solution", spec, problem);
    return core.ask(`problem_${about}`, spec, problem, moves.join(" "));
  }
  const { spec, position, moves } = question.game;
  const played = moves.join(" ");
  if (question.kind === "choose")
    return core.ask("engine_choose", spec, position, played, question.player, question.milliseconds, question.seed);
  return core.ask("engine_analyse", spec, position, played, question.lines, question.milliseconds, question.megabytes);
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") {
    const { stop } = data;
    engine = CoreModule.open(data.module, {
      stopped: () => stop !== null && Atomics.load(stop, 0) >= current,
      report: (json) => tell({ kind: "report", number: current, report: JSON.parse(json) as Report }),
    });
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
