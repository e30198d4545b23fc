/* The last layer, where pawns are only moved about: how long wins take, and what it is worth to be the one to move. */
import { picture, summaryAdd } from "./page.mjs";
import { ask, last, positionsOf, relayPoints } from "./tables.mjs";
import { code, count, lineText, percent, plural, row, sum } from "./words.mjs";

/* A win in 2k - 1 plies is k moves of the winner, and so is a loss in 2k. */
function pliesTable() {
  const all = [relayPoints, -relayPoints, 1, -1];
  let text = `| moves of the winner | wins ${relayPoints} | loses ${relayPoints} | wins 1 | loses 1 |\n|---:|---:|---:|---:|---:|\n`;
  const most = Math.max(...last.values.map(({ plies }) => plies));
  for (let moves = 0; 2 * moves - 1 <= most; moves++) {
    const counts = all.map((points) => {
      const plies = points > 0 ? 2 * moves - 1 : 2 * moves;
      return positionsOf(last, (value) => value.points === points && value.plies === plies);
    });
    if (sum(counts) > 0) text += row(moves, ...counts.map((positions) => (positions === 0 ? "" : count(positions))));
  }
  return `${text}\n`;
}

/* The value with the most plies of those with these points; undefined if there is none. */
function longestValue(points) {
  const values = last.values.filter((value) => value.points === points);
  return values.length > 0 ? values.reduce((a, b) => (b.plies > a.plies ? b : a)) : undefined;
}

/* The positions that take longest, and for a picture also a line. */
async function longest(points, name) {
  const SHOWN = 3;
  const value = longestValue(points);
  if (value === undefined) return "";
  const positions = await ask("positions", value.value);
  const size = plural(Math.abs(points), "point");
  let text = `**The longest ${points > 0 ? "win" : "loss"} of ${size} takes ${value.plies} plies**: ${plural(positions.length, "position")}, symmetries left out.\n\n`;
  for (const position of positions.slice(0, SHOWN)) text += `- ${code(position)}\n`;
  if (positions.length > SHOWN) text += `- and ${positions.length - SHOWN} more\n`;
  text += "\n";
  if (name === undefined) return text;
  const words = `White to move ${points > 0 ? "wins" : "loses"} ${size} in ${value.plies} plies`;
  return text + picture(name, words, positions[0]) + lineText(await ask("line", positions[0]));
}

export async function allPawns() {
  const stuck = positionsOf(last, ({ points, plies }) => points === -1 && plies === 0);
  summaryAdd(`- The longest forced win takes ${Math.max(...last.values.map(({ plies }) => plies))} plies.\n`);
  return `## With all pawns on the board

Pawns are only moved about now, and the tables also say how many plies the winner needs when the loser holds
out and neither gives up a point. For the player to move:

${pliesTable()}With no move at all the player is stuck now: ${count(stuck)} positions, ${percent(stuck, positionsOf(last))} of them all.

${await longest(-1, "longest")}${await longest(1)}${await longest(relayPoints, "longest-relay")}${await longest(-relayPoints)}`;
}

function zugzwangText(turns, positions) {
  if (turns.zugzwangs === 0) return "There are no mutual zugzwangs.\n\n";
  const { position, white, black } = turns.deepest;
  const both = (own, other) => positions((count) => count.own === own && count.other === other);
  return `There are ${count(turns.zugzwangs)} mutual zugzwangs, symmetries and the exchange of colours left out. Of all boards with one, the
player to move loses ${relayPoints} points whoever it is on ${count(both(-relayPoints, -relayPoints))}, 1 point on ${count(both(-1, -1))}, and on ${count(2 * both(-relayPoints, -1))} one would lose ${relayPoints} and the
other 1.

In the deepest one White to move loses ${-white.points} in ${white.plies} plies, and Black to move loses ${-black.points} in ${black.plies}. Each would rather pass:

${picture("zugzwang", "The deepest mutual zugzwang", position)}${code(position)}

`;
}

/* What it is worth to be the one to move, and mutual zugzwangs, where it is a burden. Positions that the side to move
   wins are not in the counts: they follow from the rest. */
export async function whoIsToMove() {
  const turns = await ask("turns");
  const positions = (fits) => sum(turns.counts.filter(fits), (count) => count.positions);
  const all = positionsOf(last);
  const bothWin = positionsOf(last, ({ points }) => points > 0) - positions(({ other }) => other > 0);
  const bothLose = positions(({ own, other }) => own < 0 && other < 0);
  const rows = [
    ["whoever is to move wins", bothWin],
    ["the same side wins, whoever is to move", 2 * positions(({ own, other }) => own < 0 && other > 0)],
    ["whoever is to move loses: a mutual zugzwang", bothLose],
    ["one wins if he is to move, else it is a draw", 2 * positions(({ own, other }) => own === 0 && other > 0)],
    ["one loses if he is to move, else it is a draw", 2 * positions(({ own, other }) => own === 0 && other < 0)],
    ["a draw, whoever is to move", positions(({ own, other }) => own === 0 && other === 0)],
  ];
  summaryAdd(`- With all pawns on the board the move is worth a lot: who has it wins ${percent(bothWin, all)} of the boards whichever side it is. Yet on ${percent(bothLose, all)}
  of them it is a burden: a mutual zugzwang.\n`);
  return `## Who is to move

With all pawns on the board the same pawns can stand with either player to move. (Before, the number of pawns
says whose turn it is, so there are no mutual zugzwangs.) Of all boards:

| | boards | |
|---|---:|---:|
${rows.map(([words, boards]) => row(words, count(boards), percent(boards, all))).join("")}
${zugzwangText(turns, positions)}`;
}
