/* Why the core refused something, as a sentence. */
import { useEffect, useState } from "preact/hooks";
import { canReason, needReasons, reason } from "../i18n/texts";

/** Whether reasons can be told; they are loaded where they are first needed. */
export function useReasons(): boolean {
  const [ready, set] = useState(canReason);
  useEffect(() => void needReasons().then(() => set(true)), []);
  return ready;
}

export function Reason({ english }: { english: string }) {
  if (!useReasons()) return null;
  const { text, lang } = reason(english);
  return <span lang={lang}>{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</span>;
}
