/* The languages by their own names; two letters on a phone, with the whole name for screen readers. */
import { settings } from "../app/settings";
import { languages } from "../i18n/languages";
import { t } from "../i18n/texts";
import { choose } from "./Alarm";

export function Languages() {
  const { language } = settings.choices;
  return (
    <nav class="langs" aria-label={t("nav.language")}>
      {languages.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-current={code === language ? "true" : undefined}
          onClick={() => choose({ language: code })}
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
