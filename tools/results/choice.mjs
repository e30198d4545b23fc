/* What Black's choice of the fourth ply is worth: a second pawn anywhere, against the best turn. */
import { summaryAdd } from "./page.mjs";
import { firstSquares, pawns, probe, size, squareName, squares, start } from "./tables.mjs";
import { code, count, fixed, percent, row, signed, sum } from "./words.mjs";

/* Every position with two white pawns and a black one, as a position string. */
function choicePositions() {
  const positions = [];
  for (const black of squares)
    for (const one of squares)
      for (const two of squares) {
        if (one >= two || one === black || two === black) continue;
        const men = squares.map((square) => (square === black ? "b" : square === one || square === two ? "w" : "."));
        const ranks = squares
          .filter((square) => square % size === 0)
          .map((square) => men.slice(square, square + size).join(""));
        positions.push(`1:${ranks.reverse().join("/")}:w${pawns - 2}b${pawns - 1}:b4`);
      }
  return positions;
}

/* The best turn and the best second pawn, for Black. Turns are written with a hyphen. If there is none, Black would be
   stuck. */
function choiceEntry({ moves }) {
  const [turns, places] = [true, false].map((isTurn) => moves.filter(({ move }) => move.includes("-") === isTurn));
  return { turn: turns[0]?.value ?? -1, place: places[0].value, kinds: new Set(["all"]) };
}

const CHOICE_KINDS = [
  ["all", "all with two white pawns and a black one"],
  ["played", "those that three plies lead to"],
  ["third best", "White's third ply was his best"],
  ["all best", "all three plies were best"],
];

function choiceRow(entries, [kind, words]) {
  const list = entries.filter(({ kinds }) => kinds.has(kind));
  const gains = list.map(({ turn, place }) => place - turn);
  const share = (fits) => percent(gains.filter(fits).length, list.length);
  const gained = sum(gains.filter((gain) => gain > 0));
  const better = share((gain) => gain > 0);
  const blackWins = list.filter(({ turn, place }) => turn > 0 || place > 0).length;
  if (kind === "played")
    summaryAdd(
      `- Black's choice on the fourth ply is better than any turn in ${better} of the positions that three plies\n  lead to.\n`,
    );
  return row(
    words,
    count(list.length),
    better,
    share((gain) => gain === 0),
    share((gain) => gain < 0),
    fixed(gained / (list.length || 1), 2),
    Math.max(0, ...gains),
    percent(blackWins, list.length),
  );
}

/* Marks the positions that three plies lead to, by whether the plies were best, and returns what each first pawn would
   be worth without the choice. */
async function choiceMark(entries) {
  const without = new Map();
  for (const first of start.moves) {
    const replies = await probe("start", first.move);
    let least = Infinity;
    for (const second of replies.moves) {
      const thirds = await probe("start", first.move, second.move);
      let most = -Infinity;
      for (const third of thirds.moves) {
        const { kinds, turn } = entries.get((await probe(thirds.position, third.move)).position);
        const isBest = third.value === thirds.value;
        kinds.add("played");
        if (isBest) kinds.add("third best");
        if (isBest && second.value === replies.value && first.value === start.value) kinds.add("all best");
        most = Math.max(most, -turn);
      }
      least = Math.min(least, most);
    }
    without.set(first.move, least);
  }
  return without;
}

export async function choice() {
  const table = new Map();
  for (const position of choicePositions()) table.set(position, choiceEntry(await probe(position)));
  const without = await choiceMark(table);
  const entries = [...table.values()];
  const game = Math.max(...without.values());
  const worth = firstSquares.map(squareName).map((name) => ` ${code(name)} ${signed(without.get(name))}`);
  return `## Black's choice

On the fourth ply Black may put a second pawn anywhere instead of making a turn.

| positions | | the second pawn is better | as good | a turn is better | gained on average | at most | Black wins |
|---|---|---|---|---|---|---|---|
${CHOICE_KINDS.map((kind) => choiceRow(entries, kind)).join("")}
Gained is what the choice adds to Black's best turn, in points.

Without it the first pawns would be worth${worth.join(",")}, and the game ${signed(game)}${
    game === start.value ? ", as it is with it" : ""
  }.

`;
}
