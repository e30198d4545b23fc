/* src/wasm/answers.txt, which says what crosses between the page and the modules: as types for the page, and as a check
   for the tests. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const source = resolve(import.meta.dirname, "../../src/wasm/answers.txt");
const made = resolve(import.meta.dirname, "../src/core/types.ts");

interface Member {
  doc: string;
  /** "why?", or "games()" of an export. */
  name: string;
  type: string;
}

interface Item {
  doc: string;
  name: string;
  /** Another name for this; else it has members. */
  alias?: string;
  members: Member[];
}

export function readAnswers(): Item[] {
  const items: Item[] = [];
  let doc: string[] = [];
  const taken = () => doc.splice(0).join(" ");
  for (const line of readFileSync(source, "utf8").split("\n")) {
    const text = line.trim();
    const member = /^ {2}(\w+\??(?:\(.*\))?): (.+)$/.exec(line);
    const item = /^(\w+):?(?: = (.+))?$/.exec(line);
    if (text.startsWith("#")) doc.push(text.slice(1).trim());
    else if (text === "") doc = [];
    else if (member) items.at(-1)!.members.push({ doc: taken(), name: member[1]!, type: member[2]! });
    else if (item) items.push({ doc: taken(), name: item[1]!, ...(item[2] && { alias: item[2] }), members: [] });
    else throw new Error(`answers.txt has no sense in: ${line}`);
  }
  return items;
}

/** The types of the page. */
export function answerTypes(): string {
  const note = (doc: string, indent = "") => (doc === "" ? "" : `${indent}/** ${doc} */\n`);
  const texts = readAnswers().map(({ doc, name, alias, members }) => {
    if (alias !== undefined) return `${note(doc)}export type ${name} = ${alias};\n`;
    const lines = members.map((member) => `${note(member.doc, "  ")}  ${member.name}: ${member.type};\n`);
    return `${note(doc)}export interface ${name} {\n${lines.join("")}}\n`;
  });
  return `/* Made from src/wasm/answers.txt by web/build/answers.ts. */\n\n${texts.join("\n")}`;
}

/** A plugin: writes the types when they are others. */
export function answers(): Plugin {
  return {
    name: "ascona-answers",
    buildStart() {
      this.addWatchFile(source);
      const text = answerTypes();
      if (!existsSync(made) || readFileSync(made, "utf8") !== text) writeFileSync(made, text);
    },
  };
}

/* ---- whether a value fits ---- */

/** Where a value does not fit its type, and why; undefined: it fits. */
type Fit = (value: unknown, at: string) => string | undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const plain = (name: string, is: (value: unknown) => boolean): Fit => {
  return (value, at) => (is(value) ? undefined : `${at} is no ${name}: ${JSON.stringify(value)}`);
};

const first = (faults: Iterable<string | undefined>) => {
  for (const fault of faults) if (fault !== undefined) return fault;
  return undefined;
};

function fitsObject(members: { name: string; optional: boolean; fit: Fit }[]): Fit {
  const known = new Set(members.map(({ name }) => name));
  return (value, at) => {
    if (!isObject(value)) return `${at} is no object: ${JSON.stringify(value)}`;
    const unknown = Object.keys(value).find((name) => !known.has(name));
    if (unknown !== undefined) return `${at}.${unknown} is not described`;
    return first(
      members.map(({ name, optional, fit }) => {
        if (name in value) return fit(value[name], `${at}.${name}`);
        return optional ? undefined : `${at}.${name} is missing`;
      }),
    );
  };
}

/** Reads types as answers.txt has them. */
class Types {
  readonly #items = new Map(readAnswers().map((item) => [item.name, item]));
  readonly #known = new Map<string, Fit>();
  #tokens: string[] = [];

  fit(type: string): Fit {
    const outer = this.#tokens;
    this.#tokens = type.match(/"[^"]*"|\w+|\[\]|[[\]{}()<>|,:?]/g) ?? [];
    const fit = this.#union();
    if (this.#tokens.length > 0) throw new Error(`in the type ${type}: ${this.#tokens[0]}`);
    this.#tokens = outer;
    return fit;
  }

  #take(wanted?: string): string {
    const token = this.#tokens.shift();
    if (token === undefined || (wanted !== undefined && token !== wanted)) throw new Error(`${token} for ${wanted}`);
    return token;
  }

  #union(): Fit {
    const fits = [this.#list()];
    while (this.#tokens[0] === "|") {
      this.#take();
      fits.push(this.#list());
    }
    if (fits.length === 1) return fits[0]!;
    return (value, at) => {
      const faults = fits.map((fit) => fit(value, at));
      return faults.includes(undefined) ? undefined : faults.join("; ");
    };
  }

  #list(): Fit {
    let fit = this.#one();
    while (this.#tokens[0] === "[]") {
      this.#take();
      const each = fit;
      fit = (value, at) =>
        Array.isArray(value)
          ? first(value.map((one, index) => each(one, `${at}[${index}]`)))
          : `${at} is no list: ${JSON.stringify(value)}`;
    }
    return fit;
  }

  #one(): Fit {
    const token = this.#take();
    if (token.startsWith('"')) return plain(token, (value) => value === JSON.parse(token));
    if (token === "(") {
      const fit = this.#union();
      this.#take(")");
      return fit;
    }
    if (token === "[") return this.#tuple();
    if (token === "{") return this.#object();
    if (token === "Record") return this.#record();
    if (token === "null") return plain("null", (value) => value === null);
    if (token === "unknown") return () => undefined;
    if (["string", "number", "boolean"].includes(token)) return plain(token, (value) => typeof value === token);
    return (value, at) => this.#named(token)(value, at);
  }

  #tuple(): Fit {
    const fits: Fit[] = [];
    do fits.push(this.#union());
    while (this.#take() === ",");
    return (value, at) =>
      Array.isArray(value) && value.length === fits.length
        ? first(fits.map((fit, index) => fit(value[index], `${at}[${index}]`)))
        : `${at} is no list of ${fits.length}`;
  }

  #object(): Fit {
    const members: { name: string; optional: boolean; fit: Fit }[] = [];
    do {
      const name = this.#take();
      this.#take(":");
      members.push({ name, optional: false, fit: this.#union() });
    } while (this.#take() === ",");
    return fitsObject(members);
  }

  #record(): Fit {
    this.#take("<");
    const key = this.#union();
    this.#take(",");
    const each = this.#union();
    this.#take(">");
    return (value, at) =>
      isObject(value)
        ? first(Object.entries(value).map(([name, one]) => key(name, `a key of ${at}`) ?? each(one, `${at}.${name}`)))
        : `${at} is no object: ${JSON.stringify(value)}`;
  }

  #named(name: string): Fit {
    let fit = this.#known.get(name);
    if (fit) return fit;
    const item = this.#items.get(name);
    if (!item) throw new Error(`answers.txt does not say what ${name} is`);
    const member = ({ name, type }: Member) => ({
      name: name.replace("?", ""),
      optional: name.endsWith("?"),
      fit: this.fit(type),
    });
    fit = item.alias === undefined ? fitsObject(item.members.map(member)) : this.fit(item.alias);
    this.#known.set(name, fit);
    return fit;
  }
}

/** The exports that answer so: their names, and for each where an answer does not fit. */
export function exportsOf(group: "Answers" | "Numbers"): Map<string, (answer: unknown) => string | undefined> {
  const types = new Types();
  const item = readAnswers().find(({ name }) => name === group)!;
  return new Map(
    item.members.map(({ name, type }) => {
      const called = name.replace(/\(.*/, "");
      if (group === "Numbers") return [called, () => undefined];
      const fit = types.fit(type);
      return [called, (answer) => fit(answer, called)];
    }),
  );
}
