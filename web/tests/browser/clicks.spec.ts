/* Two people at one screen: a whole game of each by clicks. The moves are those of known games, made by touching what
   the page offers, and the result is theirs. */
import { Referee, recorded, vector, type Known } from "./referee";
import { expect, test } from "./support";
import type { Table } from "./table";

async function whole(table: Table, { spec, moves, points, seed }: Known): Promise<void> {
  const referee = await Referee.open(spec);
  if (seed !== undefined) await table.loadDice(seed);
  await table.begin(spec, { players: Array.from({ length: referee.state.players }, () => "Person" as const) });
  for (const move of moves) await table.play(move, referee);
  await table.expectResult(referee, points);
}

for (const spec of ["delta", "neo-delta", "kulami", "circle-delta:rings=2,petals=3,men=3,reds=1,greens=1"])
  test(`a whole game of ${spec}`, async ({ table }) => whole(table, vector(spec)));

test("a whole game of Delfino, the die rolled by the page", async ({ table }) => whole(table, await recorded("delfino.txt")));

test("a whole game of Delfino with three players", async ({ table }) => whole(table, await recorded("delfino-3.txt")));
