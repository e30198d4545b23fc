/* The tables: what ascona-survey, which is found in PATH, says about them, and the board they are for. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { sum } from "./words.mjs";

const STATUS_INPUT = 2;
export const STATUS_MACHINE = 3;

export function fail(message, status = STATUS_MACHINE) {
  process.stderr.write(`results: ${message}\n`);
  process.exit(status);
}

const [tables, out, game = "delta", threads, ...rest] = process.argv.slice(2);
if (out === undefined || rest.length > 0) fail("usage: node main.mjs DIR OUT [GAME [THREADS]]", STATUS_INPUT);

export { game, out };

/* One request at a time. */
const survey = spawn("ascona-survey", [tables, game, ...(threads ? [threads] : [])], {
  stdio: ["pipe", "pipe", "inherit"],
});
const surveyEnd = new Promise((resolve) => survey.on("exit", (status, signal) => resolve({ status, signal })));
survey.on("error", (error) => fail(`ascona-survey: ${error.message}`));
survey.stdin.on("error", () => {}); // the missing answer is noticed
const answers = createInterface({ input: survey.stdout })[Symbol.asyncIterator]();

/* Ends the script with the status of the survey, which has said what is wrong. */
async function surveyEnded() {
  const { status, signal } = await surveyEnd;
  if (!status) fail(`ascona-survey ended early${signal ? `: ${signal}` : ""}`);
  process.exit(status);
}

export async function ask(...words) {
  survey.stdin.write(`${words.join(" ")}\n`);
  const { value, done } = await answers.next();
  try {
    if (!done) return JSON.parse(value);
  } catch {
    // The survey was killed while it wrote the answer.
  }
  return surveyEnded();
}
export const surveyClose = () => survey.stdin.end();
export const probe = (position, ...moves) => ask("probe", position, ...moves);

/* The board. Squares are numbered row by row from a1. */
export const start = await probe("start");
export const layers = await ask("layers");
export const size = start.position.split("/").length;
export const pawns = (layers.length - 1) / 2;
export const squares = Array.from({ length: size * size }, (_, square) => square);
export const squareName = (square) => "abcde"[square % size] + (Math.floor(square / size) + 1);
export const squareNumber = (name) => "abcde".indexOf(name[0]) + size * (Number(name[1]) - 1);

/* The eight images of a square, each at the index of its symmetry. */
export function images(square) {
  const [file, rank] = [square % size, Math.floor(square / size)];
  const mirrored = [file, size - 1 - file].flatMap((x) => [rank, size - 1 - rank].map((y) => [x, y]));
  return mirrored.flatMap(([x, y]) => [y * size + x, x * size + y]);
}
export const firstSquares = squares.filter((square) => Math.min(...images(square)) === square);

/* Counts of a layer. `values` are those of ascona-survey. */
export const last = layers.at(-1);
export const relayPoints = size * size - 2 * pawns;
export const positionsOf = (layer, fits = () => true) => sum(layer.values.filter(fits), (value) => value.positions);
export const drawnOf = (layer) => positionsOf(layer, ({ points }) => points === 0);
