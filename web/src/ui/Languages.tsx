/* The languages by their own names; two letters on a phone, with the whole name for the ear. A change draws the page
   anew: the focus stays on the language that was chosen. */
import { useEffect, useRef } from "preact/hooks";
import { settings } from "../app/settings";
import { useStore } from "../app/store";
import { languages } from "../i18n/languages";
import { t } from "../i18n/texts";

let chosen = false;

export function Languages() {
  const { language } = useStore(settings).choices;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) nav.current?.querySelector<HTMLElement>("[aria-current]")?.focus();
    chosen = false;
  }, []);
  return (
    <nav ref={nav} class="langs" aria-label={t("nav.language")}>
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-current={code === language ? "true" : undefined}
          onClick={() => {
            chosen = code !== language;
            void settings.choose({ language: code });
          }}
        >
          <span class="long">{name}</span>
          <span class="short" aria-hidden="true">
            {code.toUpperCase()}
          </span>
          <span class="sr short">{name}</span>
        </button>
      ))}
    </nav>
  );
}
