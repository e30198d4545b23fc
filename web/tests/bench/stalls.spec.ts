/* How long the tasks of the page take while the engine thinks and moves are played, with the processor at a quarter of
   its speed; 50 ms is the aim. What counts is the time of the processor that the page's own thread used, so that other
   programs do not spoil it. */
import { expect, test } from "../browser/support";
import type { Table } from "../browser/table";
import { anyMove, myTurn } from "../browser/walk";
import { tasksOf, traced, type TraceEvent } from "./trace";

test.use({ trace: "off", motion: "no-preference" });

const LONG = 50; /* milliseconds */
const MOVES = 4;

interface Task {
  /** By the clock, and of the processor. */
  wall: number;
  used: number;
  /** What took long in it. */
  what: string[];
}

/* The tasks in milliseconds, with what took long in each. */
function tasks(events: TraceEvent[]): Task[] {
  const whole = tasksOf(events);
  return whole.map((task) => {
    const inside = events.filter(
      (event) =>
        event.ph === "X" &&
        event.tid === task.tid &&
        event.name !== "ThreadControllerImpl::RunTask" &&
        event !== task &&
        event.ts >= task.ts &&
        event.ts <= task.ts + task.dur! &&
        (event.dur ?? 0) > 5000,
    );
    const what = inside.map(
      (event) =>
        `${event.name} ${event.args.data?.type ?? event.args.data?.functionName ?? ""} ${Math.round((event.tdur ?? 0) / 1000)}`,
    );
    return { wall: task.dur! / 1000, used: (task.tdur ?? 0) / 1000, what };
  });
}

/** Some moves against the engine; the longest tasks first. */
async function slowest(table: Table): Promise<Task[]> {
  const events = await traced(table.page, async () => {
    for (let move = 0; move < MOVES; move++) {
      if ((await myTurn(table)).over) await table.button("Rematch").click();
      await myTurn(table);
      await anyMove(table);
    }
    await myTurn(table);
  });
  return tasks(events).sort((a, b) => b.used - a.used);
}

for (const game of ["delta", "neo-delta", "kulami", "delfino", "circle-delta"])
  test(`${game} against the engine`, async ({ table, page }) => {
    await table.begin(game, { players: ["Person", 3] });
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const found = await slowest(table);
    const long = found
      .filter(({ used }) => used >= LONG)
      .map(({ used, what }) => `\n  ${used.toFixed(0)}: ${what.join("; ")}`);
    console.log(
      `${game}: the longest of ${found.length} tasks used ${found[0]!.used.toFixed(0)} ms (${found[0]!.wall.toFixed(0)} by the clock)${long.join("")}`,
    );
    expect(found.length).toBeGreaterThan(0);
  });
