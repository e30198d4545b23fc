/* Without a mouse, and without seeing: a whole game of each by keys alone, and every word that is announced.

   What is heard in a game stands in the folder `heard`: a line for each move. ASCONA_WRITE_HEARD=1 writes it anew;
   read it then as somebody who cannot see the board. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keys } from "./keys";
import { Referee, recorded, say, t, vector, type Known } from "./referee";
import { expect, test } from "./support";

test.use({ trace: "off" });

function expectHeard(name: string, lines: string[]): void {
  const file = join(import.meta.dirname, "heard", `${name}.txt`);
  if (process.env["ASCONA_WRITE_HEARD"]) writeFileSync(file, `${lines.join("\n")}\n`);
  expect(lines).toEqual(readFileSync(file, "utf8").trimEnd().split("\n"));
}

const games: Record<string, () => Known | Promise<Known>> = {
  delta: () => vector("delta"),
  "neo-delta": () => vector("neo-delta"),
  kulami: () => vector("kulami:board=irregular,level=2"),
  delfino: () => recorded("delfino.txt"),
  "circle-delta": () => vector("circle-delta:rings=2,petals=3,men=3,reds=1,greens=1"),
};

for (const [name, known] of Object.entries(games))
  test(`a whole game of ${name} by keyboard, and what is announced`, async ({ table, page }) => {
    const { spec, moves, points, seed } = await known();
    const keys = new Keys(page, table);
    const referee = await Referee.open(spec);
    if (seed !== undefined) await table.loadDice(seed);
    await keys.begin(spec);
    const start = await table.heard();
    expect(start.join(" ")).toContain(say(referee.state.id, referee.state.view.prompt!));
    const lines = [`start | ${start.join(" | ")}`];
    for (const move of moves) {
      await keys.play(move, referee);
      const heard = await table.heard();
      const mover = referee.events().at(-1)!.seat;
      expect(heard.join(" ")).toContain(`Player ${mover}`);
      for (const { from, to } of referee.state.last!.motions) for (const id of [from, to]) expect(heard.join(" ")).toContain(id);
      lines.push(`${move} | ${heard.join(" | ")}`);
    }
    expect(lines.at(-1)).toContain(referee.winner > 0 ? `Player ${referee.winner} wins.` : "A draw.");
    expectHeard(name, lines);
    await table.expectResult(referee, points);
  });
