/* Stopping the engine, with shared memory and without. */
import type { Page } from "@playwright/test";

/* As a page that may not share memory: over plain http. */
export function alone(): void {
  Object.defineProperty(globalThis, "crossOriginIsolated", { value: false });
  Object.defineProperty(globalThis, "SharedArrayBuffer", { value: undefined });
}

/** Presses a button as soon as it is there. Milliseconds from then until the list of moves has changed, as the page
    itself sees them. */
export function pressed(page: Page, button: string): Promise<number> {
  return page.evaluate(
    (name) =>
      new Promise<number>((done) => {
        let began = 0;
        const watch = new MutationObserver((changes) => {
          const found = [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === name);
          if (began === 0 && found) {
            setTimeout(() => {
              began = performance.now();
              found.click();
            });
            began = Infinity;
          }
          if (began > 0 && began < Infinity && changes.some(({ target }) => (target as Element).closest(".moves"))) {
            watch.disconnect();
            done(performance.now() - began);
          }
        });
        watch.observe(document.body, { childList: true, subtree: true });
      }),
    button,
  );
}
