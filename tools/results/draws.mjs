/* Draws: how rare they are, how they come about, and the earliest of them. */
import { picture, summaryAdd } from "./page.mjs";
import { ask, drawnOf, layers, probe } from "./tables.mjs";
import { code, count, percent, sum } from "./words.mjs";

/* Drawing moves that lead back to the very same position in so many plies; null if there are none. */
async function roundFind(position, plies, moves = []) {
  const now = await probe(position, ...moves);
  if (moves.length === plies) return now.position === position ? moves : null;
  for (const { move } of now.moves.filter(({ value }) => value === 0)) {
    const found = await roundFind(position, plies, [...moves, move]);
    if (found) return found;
  }
  return null;
}

/* The first drawn position from which play goes round in four plies, the fewest possible. */
async function roundExample(positions) {
  for (const position of positions) {
    const moves = await roundFind(position, 4);
    if (!moves) continue;
    return `One of them, White to move: ${moves.map(code).join(" ")}, and everything stands as before.
${code(position)}

${picture("draw", "A drawn position: play goes round in four plies", position)}`;
  }
  return "";
}

/* The first layers with draws, up to one that a game leads to. */
async function earliestDraws() {
  const MOST_PAWNS = 9; // more would take long
  let text = "";
  const first = layers.findIndex((layer) => drawnOf(layer) > 0);
  for (let n = first; n > 0 && n < layers.length - 1 && n <= MOST_PAWNS; n++) {
    text += `With ${n} pawns on the board ${count(drawnOf(layers[n]))} positions are drawn.\n`;
    const moves = await ask("game-to-draw", n);
    if (!moves) {
      text += "No game leads to one of them.\n";
      continue;
    }
    const line = moves.join(" ");
    summaryAdd(`- The earliest even position that play leads to has ${n} pawns on the board: ${code(line)}.\n`);
    text += `Play leads to such positions, for example by ${code(line)}:\n\n`;
    const { position } = await probe("start", ...moves);
    return text + picture("draw-early", `After ${line}: a draw with best play`, position);
  }
  return text;
}

export async function draws() {
  const MOST_LISTED = 63; // positions of a cycle
  const { positions, with_one_move, cycles, on_shortest } = await ask("draws");
  if (positions === 0) return "## Draws\n\nThere are none.\n\n";
  let text = `## Draws

With all pawns on the board ${count(positions)} positions are drawn, symmetries left out. In ${percent(with_one_move, positions)} of these only one move keeps the
draw. `;
  const onCycles = count(sum(cycles, (cycle) => cycle.positions));
  if (cycles.some((cycle) => cycle.size > MOST_LISTED)) {
    text += `Play can go round for ever from ${onCycles} of them.\n\n`;
  } else {
    const rounds = cycles.map((cycle) => ({ size: cycle.size, count: cycle.positions / cycle.size }));
    text += `All of them come down to ${count(sum(rounds, (round) => round.count))} rounds, in which the same few positions return for ever (${onCycles} lie on one, the
rest lead there).
Rounds by their number of positions: ${rounds.map((round) => `${round.count} of ${round.size}`).join(", ")}.

`;
  }
  return text + (await roundExample(on_shortest)) + (await earliestDraws());
}
