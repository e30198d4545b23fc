/* How many positions each layer has, what they are worth, and a digest of them all. */
import { summaryAdd } from "./page.mjs";
import { drawnOf, last, layers, positionsOf } from "./tables.mjs";
import { count, percent, player, row, signed, sum } from "./words.mjs";

function layerCounts() {
  let text = "";
  const all = { entries: 0, positions: 0, drawn: 0, stuck: 0 };
  layers.forEach((layer, n) => {
    const toMove = layer === last ? "either" : player(n % 2 === 0 ? 1 : 2);
    const entries = sum(layer.values, (value) => value.entries);
    const positions = positionsOf(layer);
    const drawn = drawnOf(layer);
    const stuck = positionsOf(layer, ({ points }) => Math.abs(points) === 1);
    const won = positionsOf(layer, ({ points }) => points > 0);
    const shares = [won, drawn, positions - won - drawn, stuck].map((part) => percent(part, positions));
    text += row(n, toMove, layer.rows, layer.columns, count(entries), count(positions), ...shares);
    all.entries += entries;
    all.positions += positions;
    all.drawn += drawn;
    all.stuck += stuck;
  });
  const [drawn, stuck] = [percent(all.drawn, all.positions), percent(all.stuck, all.positions)];
  summaryAdd(
    `- Of ${count(all.positions)} positions ${drawn} are drawn; being stuck decides ${stuck}, a relay the rest.\n`,
  );
  return `${text}| all | | | | ${count(all.entries)} | ${count(all.positions)} | | ${drawn} | | ${stuck} |\n`;
}

function layerValues(layer) {
  const byPoints = new Map();
  for (const { points, positions } of layer.values) byPoints.set(points, (byPoints.get(points) ?? 0) + positions);
  const list = [...byPoints].sort((a, b) => a[0] - b[0]);
  return list.map(([points, positions]) => `**${signed(points)}**: ${count(positions)}`).join(", ");
}

export function layerByLayer() {
  return `## Layer by layer

A layer holds all positions with so many pawns and no relay, whether or not play leads to them. A table has a
row for each class, under the eight symmetries, of the pawns of the player to move, and a column for each way
the other's can stand; an entry is a column with a position. Positions count all symmetric ones. Won and lost
are for the player to move; in the last layer either player may be that, so there are twice as many with the
colours told apart.

| pawns | to move | rows | columns | entries | positions | won | drawn | lost | decided by being stuck |
|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|
${layerCounts()}
### Positions of every value

Values are for the player to move.

| pawns | value: positions |
|---:|---|
${layers.map((layer, n) => row(n, layerValues(layer))).join("")}
### Digests

XXH3 of 128 bits over all values of a layer, row by row ([formats.md](formats.md#tables-of-solved-positions)).
Whoever solves the game again can compare.

\`\`\`
${layers.map((layer, n) => `${String(n).padStart(2)}  ${layer.digest}\n`).join("")}\`\`\`

`;
}
