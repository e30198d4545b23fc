/* What the tab and the history of the browser call this page. */
import { useEffect } from "preact/hooks";

let title = "Ascona";
let waiting = 0;

function show(): void {
  document.title = waiting > 0 ? `(${waiting}) ${title}` : title;
}

/** How many games wait for one's move: it stands in front of whatever the page is called. */
export function countInTitle(count: number): void {
  waiting = count;
  show();
  /* On the icon of an installed page, where there is one. */
  void navigator.setAppBadge?.(count).catch(() => undefined);
}

export function useTitle(...parts: string[]): void {
  const own = [...parts, "Ascona"].join(" · ");
  useEffect(() => {
    title = own;
    show();
  }, [own]);
}
