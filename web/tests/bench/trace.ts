/* What the thread that draws pages and runs their scripts did, as the browser itself traces it. */
import type { Page } from "@playwright/test";

export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it took by the clock, and of the processor. */
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string; data?: { functionName?: string; type?: string } };
}

/** The events of the page's own thread while `act` went on. */
export async function traced(page: Page, act: () => Promise<void>): Promise<TraceEvent[]> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, {
    categories: ["toplevel", "blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
}

/** The tasks among them, which do not overlap. */
export function tasksOf(events: TraceEvent[]): TraceEvent[] {
  return events.filter(({ name, ph }) => ph === "X" && name === "RunTask");
}
