/* Work that can wait, one piece a frame, so that the page answers in between. */

const waiting = new Set<() => void>();
let asked = false; /* a frame is coming */

function ask(): void {
  if (asked || waiting.size === 0) return;
  asked = true;
  requestAnimationFrame(work);
}

function work(): void {
  asked = false;
  const [job] = waiting;
  if (job) {
    waiting.delete(job);
    job();
  }
  ask();
}

/** Does it in a frame of its own, after what waits already. Returns how to call it off. */
export function inFrame(job: () => void): () => void {
  waiting.add(job);
  ask();
  return () => void waiting.delete(job);
}
