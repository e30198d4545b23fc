/* Why the core refused something, as a sentence. */
import { useEffect, useState } from "preact/hooks";
import { canReason, currentLanguage, needReasons, reason } from "../i18n/texts";

/** Whether reasons can be told; they are loaded where they are first needed. Without translations they stay English. */
export function useReasons(): boolean {
  const [tried, setTried] = useState("");
  const language = currentLanguage();
  useEffect(() => void needReasons().then(() => setTried(language)), [language]);
  return canReason() || tried === language;
}

export function Reason({ english }: { english: string }) {
  if (!useReasons()) return null;
  const { text, lang } = reason(english);
  return <span lang={lang}>{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</span>;
}
