/* Where the focus goes when its element is gone: to the move that is shown, or the next best place. */
const PLACES = [".tree [aria-current]", ".tree .ply", '[role="tab"][aria-selected="true"]', "#main"];

/** After the next drawing; `from`: also when the focus is still there. */
export function refocus(from = "body"): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.matches(from)) return;
    for (const place of PLACES) {
      const element = document.querySelector<HTMLElement>(place);
      if (element) return element.focus({ preventScroll: true });
    }
  });
}
