/* Live regions stay silent when the language changes: their text is the same in other words. */
import { useState } from "preact/hooks";
import { currentLanguage } from "../i18n/texts";
import { useScope } from "./useScope";

const QUIET = 1000; /* ms; screen readers have read the page by then */

/** The `aria-live` of a region. */
export function useLive(): "polite" | "off" {
  const language = currentLanguage();
  const [heard, setHeard] = useState(language);
  useScope((scope) => language !== heard && scope.timeout(QUIET, () => setHeard(language)), [language, heard]);
  return language === heard ? "polite" : "off";
}
