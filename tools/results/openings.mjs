/* The value of the game, of each first pawn, and of the first two plies. */
import { picture, summaryAdd } from "./page.mjs";
import { ask, firstSquares, images, layers, probe, squareName, squareNumber, squares, start } from "./tables.mjs";
import { bestMoves, bestText, code, count, lineText, row, signed, verdict } from "./words.mjs";

/* The value of the game and of each first pawn. */
export async function openings() {
  const value = start.value;
  const best = bestMoves(start);
  summaryAdd(`- With best play: ${verdict(value)}`);
  if (best.length === 1) summaryAdd(`; the first pawn belongs on ${code(best[0])}`);
  summaryAdd(`.${start.moves.at(-1).value > 0 ? " No first pawn throws White's win away." : ""}\n`);

  let text = `## The game\n\n**With best play of both: ${verdict(value)}.** White's best first pawn: ${bestText(start, 8)}.\n\n`;
  text += "| first pawn | squares like it | value | Black's best replies |\n|---|---|---|---|\n";
  const values = [];
  for (const square of firstSquares) {
    const replies = await probe("start", squareName(square));
    const alike = new Set(images(square));
    for (const image of alike) values[image] = -replies.value;
    text += row(code(squareName(square)), alike.size, signed(-replies.value), bestText(replies, 8));
  }
  text += `\n${picture("openings", "The value of a first white pawn on each square", start.position, values)}`;
  const worth = layers[2].values.map(({ points, positions }) => ` ${signed(points)} in ${count(positions)}`).reverse();
  text += `After two plies the value is${worth.join(",")} of the positions.\n\n`;
  if (value === 0) return text;
  const line = await ask("line", "start");
  text += "One game of best play, in which the loser holds out as long as he can:\n\n";
  return `${text}${lineText(line)}It ends on ply ${line.length}.\n\n`;
}

/* The first two plies with the smallest margin. Two plies that symmetries make of each other are listed once. */
async function fairestFind() {
  let margin = Infinity;
  let found = new Map();
  for (const square of firstSquares) {
    for (const reply of (await probe("start", squareName(square))).moves) {
      const points = Math.abs(reply.value);
      if (points < margin) [margin, found] = [points, new Map()];
      const replyImages = images(squareNumber(reply.move));
      const key = Math.min(...images(square).map((image, i) => image * squares.length + replyImages[i]));
      const moves = [squareName(square), reply.move];
      if (points === margin && !found.has(key)) found.set(key, { moves, name: moves.join(" "), value: -reply.value });
    }
  }
  const list = [...found.values()];
  for (const opening of list) opening.line = margin > 0 ? await ask("line", "start", ...opening.moves) : [];
  return list;
}

export async function fairest() {
  const SHOWN = 8;
  const list = await fairestFind();
  const isEven = list[0].value === 0;
  let text = `## The fairest opening\n\n${
    isEven
      ? "These first two plies leave an even game (symmetries left out):"
      : "No first two plies leave an even game. The smallest margin:"
  }\n\n`;
  for (const { name, value, line } of list.slice(0, SHOWN))
    text += `- ${code(name)}: ${verdict(value)}${isEven ? "" : `, on ply ${line.length + 2}`}\n`;
  if (list.length > SHOWN) text += `- and ${list.length - SHOWN} more\n`;

  const names = list.slice(0, 2).map(({ name }) => code(name));
  summaryAdd(`- The fairest first two plies: ${names.join(" and ")}`);
  if (list.length > 2) summaryAdd(` and ${list.length - 2} more`);
  summaryAdd(`: ${verdict(list[0].value)}.\n`);

  const longest = list.reduce((a, b) => (b.line.length > a.line.length ? b : a));
  text += `\n${picture("fairest", `After ${longest.name}`, (await probe("start", ...longest.moves)).position)}`;
  return isEven ? text : `${text}Best play after ${code(longest.name)}:\n\n${lineText(longest.line)}`;
}
