/* The server's clock, estimated from questions for the time. The quickest answer is the most precise: its error is at
   most half the time that it took. */

const SAMPLES = 6;

interface Sample {
  offset: number;
  took: number;
}

export class ServerClock {
  #samples: Sample[] = [];
  #isOld = false; /* the next answer replaces them */

  /** Adds the answer to a question that was sent and answered at these local times. */
  heard(sent: number, received: number, said: number): void {
    const sample = { offset: said - (sent + received) / 2, took: received - sent };
    this.#samples = [...(this.#isOld ? [] : this.#samples), sample].slice(-SAMPLES);
    this.#isOld = false;
  }

  /** The machine may have slept, or its clock may have been set: the next answer replaces all others. */
  doubt(): void {
    this.#isOld = true;
  }

  get isKnown(): boolean {
    return this.#samples.length > 0 && !this.#isOld;
  }

  /** The server's time now. */
  now(): number {
    const best = this.#samples.reduce<Sample | undefined>(
      (found, sample) => (found && found.took <= sample.took ? found : sample),
      undefined,
    );
    return Date.now() + (best?.offset ?? 0);
  }
}

/** Milliseconds on the clocks at a time of the server, and the seat whose clock runs from then on; 0: none. */
export interface Clocks {
  at: number;
  left: number[];
  running: number;
}

/** Milliseconds that a seat has left. */
export function leftOf({ at, left, running }: Clocks, seat: number, now: number): number {
  const spent = running === seat ? Math.max(0, now - at) : 0;
  return Math.max(0, (left[seat - 1] ?? 0) - spent);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** "4:32", "1:04:32": whole seconds, rounded up, so that 0:00 is the end. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How much in the largest whole unit: 2 days, 14 hours, 5 minutes. */
export function spanOf(milliseconds: number): { unit: "days" | "hours" | "minutes"; count: number } {
  if (milliseconds >= 2 * DAY - HOUR) return { unit: "days", count: Math.round(milliseconds / DAY) };
  if (milliseconds >= HOUR) return { unit: "hours", count: Math.round(milliseconds / HOUR) };
  return { unit: "minutes", count: Math.max(1, Math.ceil(milliseconds / MINUTE)) };
}
