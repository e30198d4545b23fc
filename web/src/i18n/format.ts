/* Sentences of the catalogues: `{name}` is an argument, `{n, plural, one {# pawn} other {# pawns}}` a word that follows
   a number, by the rules of the language. */

export type Args = Record<string, string | number>;

/** What a sentence of a list wants to be given, after its key; of one among several, what any of them wants. */
export type Given<List, Key extends keyof List> =
  Wanted<List, Key> extends infer Args ? (unknown extends Args ? [] : [args: Args]) : never;
type Wanted<List, Key extends keyof List> = (Key extends unknown ? (args: List[Key]) => void : never) extends (
  args: infer Args,
) => void
  ? Args
  : never;

/* Making one of these takes far longer than using it. */
function once<T>(make: (language: string) => T): (language: string) => T {
  const made = new Map<string, T>();
  return (language) => {
    let one = made.get(language);
    if (one === undefined) made.set(language, (one = make(language)));
    return one;
  };
}

export const numbersOf = once((language) => new Intl.NumberFormat(language));
const pluralsOf = once((language) => new Intl.PluralRules(language));

/** The text inside the brace at `at`, and where it ends. */
function braced(sentence: string, at: number): { inside: string; next: number } {
  let depth = 0;
  for (let i = at; i < sentence.length; i++) {
    if (sentence[i] === "{") depth++;
    if (sentence[i] === "}" && --depth === 0) return { inside: sentence.slice(at + 1, i), next: i + 1 };
  }
  throw new Error(`a brace is not closed in: ${sentence}`);
}

function plural(forms: string, value: number, language: string): string {
  const wanted = pluralsOf(language).select(value);
  const found = new Map<string, string>();
  for (let rest = forms.trim(); rest !== ""; ) {
    const open = rest.indexOf("{");
    if (open < 0) throw new Error(`a plural form is missing in: ${forms}`);
    const { inside, next } = braced(rest, open);
    found.set(rest.slice(0, open).trim(), inside);
    rest = rest.slice(next).trim();
  }
  const form = found.get(wanted) ?? found.get("other");
  if (form === undefined) throw new Error(`no form for ${wanted} in: ${forms}`);
  return form.replaceAll("#", numbersOf(language).format(value));
}

function placeholder(inside: string, args: Args, language: string): string {
  const comma = inside.indexOf(",");
  const name = (comma < 0 ? inside : inside.slice(0, comma)).trim();
  const value = args[name];
  if (value === undefined) throw new Error(`the argument ${name} is missing`);
  if (comma < 0) return typeof value === "number" ? numbersOf(language).format(value) : value;
  const rest = inside.slice(comma + 1).trim();
  if (!rest.startsWith("plural,")) throw new Error(`only plural is known, not: ${rest}`);
  return plural(rest.slice("plural,".length), Number(value), language);
}

export function format(sentence: string, args: Args, language: string): string {
  let text = "";
  for (let at = 0; at < sentence.length; ) {
    if (sentence[at] !== "{") {
      text += sentence[at++];
      continue;
    }
    const { inside, next } = braced(sentence, at);
    text += placeholder(inside, args, language);
    at = next;
  }
  return text;
}
