/* Four games of a postal tournament of 1996, each move with the truth. All ended by resignation. */
import { picture } from "./page.mjs";
import { probe, start } from "./tables.mjs";
import { bestMoves, bestText, code, player, plural, row, signed, sum, verdict } from "./words.mjs";

const OLD_GAMES = [
  { winner: 1, moves: "b2 b4 b2-e2 b4-b1 d2-b4 b2-d2 e2-e4 c2-a4 e3-e1 b1-d3 e4-c4" },
  { winner: 1, moves: "b2 c2 b2-e5 c5 d4-b4 c2-e2 e5-a1" },
  {
    winner: 2,
    moves: "b2 c3 b2-b5 b3 b5-e5 b3-d1 b4-e4 c3-a3 d5-a5 a3-c5 a5-a1 c5-c3 a1-c1 c3-e3 d4-b2 d3-d5 c3-e1 c4-e2",
  },
  { winner: 2, moves: "c3 d3 c3-a3 c3 a3-a1 d3-d1 b3-b5 d1-a4 a1-e1 c3-c5 d1-a1 c4-c1 b4-d4 c5-e5 c4-e2 c2-c4" },
];

const forWhite = (list, points) => (list.player === 1 ? points : -points);

/* What would have been better than the move, or whether others were as good. */
function betterText(list, played) {
  const best = bestMoves(list).length;
  if (played.value < list.value) return `${bestText(list, 4)}: ${signed(forWhite(list, list.value))}`;
  if (best === 1) return "the only best move";
  return best === list.moves.length ? "all moves are as good" : "";
}

/* Every ply of a game with the truth: who made it, White's value before and after it, the position before it. */
async function pliesOf(moves) {
  const plies = [];
  for (let i = 0; i < moves.length; i++) {
    const list = await probe("start", ...moves.slice(0, i));
    const { player, position } = list;
    const played = list.moves.find(({ move }) => move === moves[i]);
    const [before, after] = [forWhite(list, list.value), forWhite(list, played.value)];
    const isTurn = Math.sign(before) !== Math.sign(after);
    const better = betterText(list, played);
    plies.push({ number: i + 1, move: moves[i], player, position, before, after, isTurn, better });
  }
  return plies;
}

/* Who resigned, how they stood, and how both had played. */
function gameEnd(plies, end, winner) {
  const white = forWhite(end, end.value);
  let text = `\n${player(3 - winner)} resigned here: with best play ${verdict(white)}`;
  if (end.position.includes(":w0b0:") && white !== 0) text += ` in ${end.plies} more plies`;
  text += Math.sign(white) === (winner === 1 ? 1 : -1) ? "." : ", so he need not have.";
  for (const number of [1, 2]) {
    const own = plies.filter((ply) => ply.player === number);
    const best = own.filter(({ before, after }) => before === after).length;
    const lost = sum(own, ({ before, after }) => Math.abs(before - after));
    text += ` ${player(number)} played ${best} of ${own.length} moves best and gave away ${plural(lost, "point")}.`;
  }
  const turns = plies.filter(({ isTurn }) => isTurn).length;
  return `${text}${turns > 0 ? ` ${plural(turns, "move")} changed who wins.` : ""}\n\n`;
}

async function oldGame({ winner, moves }, number) {
  const tokens = moves.split(" ");
  const plies = await pliesOf(tokens);
  let text = `### Game ${number}: ${winner === 1 ? "1-0" : "0-1"}\n\n`;
  text += "| ply | | move | value after it | better |\n|---:|---|---|---:|---|\n";
  for (const ply of plies) {
    const value = ply.isTurn ? `**${signed(ply.after)}**` : signed(ply.after);
    text += row(ply.number, player(ply.player), code(ply.move), value, ply.better);
  }
  text += gameEnd(plies, await probe("start", ...tokens), winner);
  const turn = plies.find(({ isTurn }) => isTurn);
  if (!turn) return text;
  const words = `Game ${number} before ply ${turn.number}`;
  return `${text}Before ply ${turn.number}:\n\n${picture(`1996-${number}`, words, turn.position)}`;
}

export async function oldGames() {
  if (start.game !== "delta") return ""; // they were played on the ordinary board
  let text =
    "## Four games of 1996\n\nFrom a postal tournament; each ended when a player resigned. Values in bold: the move changed who wins.\n\n";
  for (const [i, game] of OLD_GAMES.entries()) text += await oldGame(game, i + 1);
  return text;
}
