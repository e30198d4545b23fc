/* Live regions: screen readers read what changes in them. They stay silent when the language changes: their text is the
   same in other words. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { currentLanguage } from "../i18n/texts";
import { useScope } from "./useScope";

const QUIET = 1000; /* ms; screen readers have read the page by then */

interface Props {
  as?: "div" | "p" | "section" | "span";
  id?: string;
  class?: string | undefined;
  lang?: string;
  elementRef?: (element: HTMLElement | null) => void;
  children?: ComponentChildren;
}

/** Its changes are read. It is always there, for screen readers miss one that comes together with its text; without a class
    it takes no room. */
export function LiveRegion({
  as: Tag = "div",
  role,
  class: look = "sr",
  elementRef,
  ...rest
}: Props & { role?: "status" | "alert" }) {
  const language = currentLanguage();
  const [heard, setHeard] = useState(language);
  useScope((scope) => language !== heard && scope.timeout(QUIET, () => setHeard(language)), [language, heard]);
  const live = role === "alert" ? "assertive" : "polite";
  const heed = language === heard ? live : "off";
  return <Tag ref={elementRef} class={look} role={role} aria-live={heed} {...rest} />;
}

/** It is read as a whole. */
export const Status = (props: Props) => <LiveRegion role="status" {...props} />;

/** An error: it is read at once, also if it comes together with its text. */
export const Alert = (props: Props) => <LiveRegion role="alert" class="msg msg--bad" {...props} />;
