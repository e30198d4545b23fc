/* How soon Move now is answered by a move on the screen; 100 ms is the aim. */
import { alone, pressed } from "../browser/stop";
import { expect, test } from "../browser/support";
import { anyMove, myTurn } from "../browser/walk";

const TURNS = 8;

for (const shared of [true, false])
  test(`Move now ${shared ? "with" : "without"} shared memory`, async ({ table, page }) => {
    if (!shared) await page.addInitScript(alone);
    await table.begin("kulami", { players: ["Person", 10] });
    const took: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const time = pressed(page, "Move now");
      await anyMove(table);
      took.push(Math.round(await time));
      await myTurn(table);
    }
    took.sort((a, b) => a - b);
    console.log(
      `Move now ${shared ? "with" : "without"} shared memory: median ${took[TURNS / 2]} ms, most ${took.at(-1)} ms`,
    );
    expect(took).toHaveLength(TURNS);
  });
