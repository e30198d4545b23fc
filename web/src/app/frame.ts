/* Waiting until what was drawn is seen. */

const HIDDEN = 100; /* milliseconds: a page that nobody sees has no frames */

/** Does something after the next frame, in a task of its own. Returns how to call it off. */
export function afterFrame(does: () => void): () => void {
  let timer = setTimeout(() => {
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(does);
    });
    timer = setTimeout(() => {
      cancelAnimationFrame(frame);
      does();
    }, HIDDEN);
  });
  return () => clearTimeout(timer);
}

const waiting = new Set<() => void>();
const go = () => {
  for (const each of waiting) each();
};
if (typeof addEventListener === "function") addEventListener("pagehide", go);

/** When the next frame is seen; at once when the page goes. */
export function frameSeen(): Promise<void> {
  if (typeof requestAnimationFrame !== "function") return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      waiting.delete(end);
      forget();
      resolve();
    };
    const forget = afterFrame(end);
    waiting.add(end);
  });
}
