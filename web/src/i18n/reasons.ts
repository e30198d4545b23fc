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

/* `{1, select, White {Blanc} Black {Noir}}` follows a word of the core. */
function select(sentence: string, args: Record<string, string>): string {
  return sentence.replace(/\{(\d), select,((?: \w+ \{[^{}]*\})+)\}/g, (_, name: string, forms: string) => {
    const found = [...forms.matchAll(/(\w+) \{([^{}]*)\}/g)].find(([, word]) => word === args[name]);
    return found?.[2] ?? args[name]!;
  });
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
      const args: Record<string, string> = {};
      for (const [index, text] of found.slice(1).entries()) args[index + 1] = translate(text) ?? text;
      return fill(select(sentence, args), args, language);
    }
    return undefined;
  };
  return translate;
}
