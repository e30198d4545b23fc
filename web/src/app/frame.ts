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
