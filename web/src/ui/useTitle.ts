/* What the tab and the history of the browser call this page. */
import { useEffect } from "preact/hooks";

export function useTitle(...parts: string[]): void {
  const title = [...parts, "Ascona"].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
