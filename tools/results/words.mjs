/* Words and numbers. */
export const sum = (list, number = (item) => item) => list.reduce((total, item) => total + number(item), 0);
export const count = (number) => number.toLocaleString("en-US");
export const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
export const signed = (points) => (points > 0 ? `+${points}` : `${points}`);
export const code = (text) => `\`${text}\``;
export const row = (...cells) => `| ${cells.join(" | ")} |\n`;
export const player = (number) => (number === 1 ? "White" : "Black");

/* Like "%.*f" of C: a tie goes to the even digit, where toFixed goes up. */
export function fixed(number, decimals) {
  const text = number.toFixed(decimals);
  const isTie = Math.abs((number * 2 ** (decimals + 1)) % 2) === 1;
  return isTie && Number(text.at(-1)) % 2 === 1 ? (number - 10 ** -(decimals + 2)).toFixed(decimals) : text;
}

/* As many decimals as it takes to see something. */
export function percent(part, whole) {
  const number = whole === 0 ? 0 : (100 * part) / whole;
  if (number > 0 && number < 0.00005) return "less than 0.0001 %";
  const decimals = number === 0 || number >= 0.95 ? 1 : number >= 0.095 ? 2 : number >= 0.0095 ? 3 : 4;
  return `${fixed(number, decimals)} %`;
}

/* `white` is the value for White. */
export const verdict = (white) =>
  white === 0 ? "a draw" : `${player(white > 0 ? 1 : 2)} wins ${plural(Math.abs(white), "point")}`;

export const bestMoves = (list) =>
  list.moves.filter((move) => move.value === list.moves[0].value).map(({ move }) => move);

/* "`c3`, `b4` and 3 more", or "any". */
export function bestText(list, max) {
  const best = bestMoves(list);
  if (best.length === list.moves.length && best.length > 1) return "any";
  const shown = best.length <= max ? best : best.slice(0, max - 1);
  return shown.map(code).join(", ") + (shown.length < best.length ? ` and ${best.length - shown.length} more` : "");
}

/* A paragraph of moves. */
export function lineText(moves) {
  let text = "";
  let width = 0;
  for (const move of moves) {
    const isFull = width + move.length >= 116;
    text += (width === 0 ? "" : isFull ? "\n" : " ") + move;
    width = isFull ? move.length : width + move.length + 1;
  }
  return `\`\`\`\n${text}\n\`\`\`\n\n`;
}
