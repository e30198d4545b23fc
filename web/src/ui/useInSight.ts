/* Whether something has come into sight: what is costly to draw waits for that, and is drawn one a frame. */
import { useEffect, useState } from "preact/hooks";
import { inFrame } from "./frames";

export function useInSight(ref: { current: Element | null }): boolean {
  const [seen, see] = useState(false);
  useEffect(() => {
    let callOff = () => {};
    const watch = new IntersectionObserver((all) => {
      if (!all.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      callOff = inFrame(() => see(true));
    });
    watch.observe(ref.current!);
    return () => {
      watch.disconnect();
      callOff();
    };
  }, [ref]);
  return seen;
}
