/* Why the core refuses something, in other languages than English.

   The core says it in one English line, and that line is the key, as with gettext: `there is no player %d`. It comes
   with its arguments filled in, so they are taken out again here. The core has nothing to do for it, and whoever adds a
   reason writes English and one more entry in `reasons.XX.txt`; the tests say when it is missing, and when one reason
   could be taken for another. `fill` is `format`, handed over so that it stays in the page's first file. */
import type { format } from "./format";

export type Translate = (reason: string) => string | undefined;

/** The conversions of printf that reasons use. */
export const CONVERSION = /%(?:ll?|z)?([cdsu])/;

/* A word that a reason begins with has no spaces, so that it does not swallow half of another reason. */
function patternOf(reason: string): RegExp {
  const parts = reason.split(new RegExp(CONVERSION, "g")).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
    if (part === "s") return index === 1 && reason.startsWith("%s") ? "(\\S+)" : "(.*)";
    return part === "c" ? "(.)" : "(-?\\d+)";
  });
  return new RegExp(`^${parts.join("")}$`);
}

/* How much of a reason is fixed: the one that says most about a line is meant. */
function fixed(reason: string): number {
  return reason.replace(new RegExp(CONVERSION, "g"), "").length;
}

export function translator(sentences: Record<string, string>, language: string, fill: typeof format): Translate {
  const entries = Object.entries(sentences)
    .sort(([one], [other]) => fixed(other) - fixed(one))
    .map(([reason, sentence]) => ({ pattern: patternOf(reason), sentence }));
  /* An argument may be a reason itself. */
  const translate: Translate = (reason) => {
    for (const { pattern, sentence } of entries) {
      const found = pattern.exec(reason);
      if (!found) continue;
      const args = found.slice(1).map((text, index) => [String(index + 1), translate(text) ?? text]);
      return fill(sentence, Object.fromEntries(args) as Record<string, string>, language);
    }
    return undefined;
  };
  return translate;
}
