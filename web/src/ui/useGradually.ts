/* Drawing one thing a frame, so that a slow machine can answer in between. */
import { useEffect, useState } from "preact/hooks";

/** How many of the things may be drawn by now. */
export function useGradually(most: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (count >= most) return;
    const frame = requestAnimationFrame(() => setCount(count + 1));
    return () => cancelAnimationFrame(frame);
  }, [count, most]);
  return count;
}
