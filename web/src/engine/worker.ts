/* The engine in its worker: answers one question after the other. */
import { CoreError, CoreModule } from "../core/module";
import type { AnyQuestion, AnyReport, FromWorker, ToWorker } from "./protocol";

let engine: Promise<CoreModule>;
let current = 0; /* the number of the question that is being answered */

const tell = (message: FromWorker) => postMessage(message);

function answer(core: CoreModule, question: AnyQuestion): unknown {
  if (question.kind === "problem") {
    const { about, spec, problem, moves } = question;
    if (about === "solution") return core.ask("problem_solution", spec, problem);
    return core.ask(`problem_${about}`, spec, problem, moves.join(" "));
  }
  if (question.kind === "review" || question.kind === "review-ply") {
    const { record, nodes, megabytes } = question;
    const found = question.found.map((line) => `${line}\n`).join("");
    if (question.kind === "review") return core.ask("engine_review", record, nodes, megabytes, found);
    return core.ask("engine_review_ply", record, nodes, megabytes, found, question.back);
  }
  const { spec, position, moves } = question.game;
  const played = moves.join(" ");
  if (question.kind === "choose")
    return core.ask("engine_choose", spec, position, played, question.player, question.milliseconds, question.seed);
  if (question.kind === "explore")
    return core.ask("engine_explore", spec, position, played, question.milliseconds, question.megabytes);
  if (question.kind === "threat")
    return core.ask("engine_threat", spec, position, played, question.milliseconds, question.megabytes);
  const { lines, milliseconds, megabytes } = question;
  if (question.kind === "study")
    return core.ask(
      "engine_study",
      spec,
      position,
      played,
      lines,
      milliseconds,
      megabytes,
      question.shares ?? 1,
      question.share ?? 0,
    );
  return core.ask("engine_analyse", spec, position, played, lines, milliseconds, megabytes);
}

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "start") {
    const { stop } = data;
    engine = CoreModule.open(data.module, {
      stopped: () => stop !== null && Atomics.load(stop, 0) >= current,
      report: (json) => tell({ kind: "report", number: current, report: JSON.parse(json) as AnyReport }),
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
