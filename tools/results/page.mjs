/* The pictures of the page, and the summary above its sections. */
import { spawnSync } from "node:child_process";
import { fail, game, STATUS_MACHINE, squareName, squares } from "./tables.mjs";

export const pictures = new Map(); // by file name

/* A value on every square, drawn as the coordinates are; the best is lit. */
function valuesAdd(svg, values) {
  const labels = [...svg.matchAll(/<g><text x="([\d.]+)" y="([\d.]+)" class="(\w+-)cf">(\w)<\/text><\/g>\n/g)];
  const label = (text) => labels.find((match) => match[4] === text);
  const added = squares.map((square) => {
    const name = squareName(square);
    const [x, y, style] = [label(name[0])[1], label(name[1])[2], label(name[0])[3]];
    const isBest = values[square] === Math.max(...values);
    const disc = isBest ? `<circle cx="${x}" cy="${Number((y - 4.4).toFixed(1))}" r="8.2" class="${style}lk"/>` : "";
    return `<g>${disc}<text x="${x}" y="${y}" class="${style}c${isBest ? "l" : "r"}">${values[square]}</text></g>\n`;
  });
  const end = labels.at(-1).index + labels.at(-1)[0].length;
  return svg.slice(0, end) + added.join("") + svg.slice(end);
}

export function picture(name, words, position, values) {
  const options = ["show", game, "--position", position, "--no-targets", "--svg", "-"];
  const { error, status, stdout } = spawnSync("ascona", options, { encoding: "utf8", stdio: [0, "pipe", 2] });
  if (error) fail(`ascona show: ${error.message}`);
  if (status !== 0) process.exit(status ?? STATUS_MACHINE);
  pictures.set(`results-${name}.svg`, values ? valuesAdd(stdout, values) : stdout);
  return `<img src="pictures/results-${name}.svg" width="${values ? 420 : 300}" alt="${words}">\n\n`;
}

/* What the sections have added, in their order. */
export let summary = "";
export function summaryAdd(text) {
  summary += text;
}
