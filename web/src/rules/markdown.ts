/* The Markdown that the rules pages are written in, and no more of it: headings, paragraphs, lists of one level, tables,
   fenced code; strong, emphasis and code within a line. A line <!-- diagram NAME --> says that a diagram stands there.
   Anything else stays text. */

export type Inline = string | { kind: "strong" | "em"; content: Inline[] } | { kind: "code"; text: string };

export type Block =
  | { kind: "heading"; level: number; content: Inline[] }
  | { kind: "paragraph"; content: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string }
  | { kind: "diagram"; name: string };

export interface Section {
  title: Inline[];
  blocks: Block[];
}

/** A page: its title, what stands before the first section, and the sections, which begin with `##`. */
export interface Page {
  title: Inline[];
  intro: Block[];
  sections: Section[];
}

/* Code first, so that a star in it is a star. A star before a blank opens nothing. */
const MARKS = /`([^`]+)`|\*\*(?!\s)(.+?)\*\*|\*(?!\s)([^*]+?)\*/;

export function parseInline(text: string): Inline[] {
  const content: Inline[] = [];
  for (let rest = text; rest !== ""; ) {
    const found = MARKS.exec(rest);
    if (!found) {
      content.push(rest);
      break;
    }
    if (found.index > 0) content.push(rest.slice(0, found.index));
    const [all, code, strong, em] = found;
    if (code !== undefined) content.push({ kind: "code", text: code });
    else if (strong !== undefined) content.push({ kind: "strong", content: parseInline(strong) });
    else content.push({ kind: "em", content: parseInline(em!) });
    rest = rest.slice(found.index + all.length);
  }
  return content;
}

/** The words alone. */
export function plain(content: Inline[]): string {
  return content
    .map((part) => (typeof part === "string" ? part : part.kind === "code" ? part.text : plain(part.content)))
    .join("");
}

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^(?:[-*]|(\d+)\.)\s+(.*)$/;
const FENCE = /^```/;
const DIAGRAM = /^<!-- diagram ([a-z0-9-]+) -->$/;

/* A number begins a list inside a paragraph only with 1, so that a line may begin with a year. */
function endsParagraph(line: string): boolean {
  const item = ITEM.exec(line);
  const list = item !== null && (item[1] === undefined || item[1] === "1");
  const starts = HEADING.test(line) || FENCE.test(line) || DIAGRAM.test(line) || line.startsWith("|");
  return line.trim() === "" || list || starts;
}

function cells(line: string): Inline[][] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => parseInline(cell.trim()));
}

/** Reads lines from the front and hands out a block at a time. */
class Reader {
  #at = 0;
  constructor(readonly lines: string[]) {}

  blocks(): Block[] {
    const blocks: Block[] = [];
    while (this.#at < this.lines.length) {
      if (this.#line.trim() === "") this.#at++;
      else blocks.push(this.#block());
    }
    return blocks;
  }

  get #line(): string {
    return this.lines[this.#at] ?? "";
  }

  #block(): Block {
    const heading = HEADING.exec(this.#line);
    if (heading) {
      this.#at++;
      return { kind: "heading", level: heading[1]!.length, content: parseInline(heading[2]!.trim()) };
    }
    const diagram = DIAGRAM.exec(this.#line);
    if (diagram) {
      this.#at++;
      return { kind: "diagram", name: diagram[1]! };
    }
    if (FENCE.test(this.#line)) return this.#code();
    if (this.#line.startsWith("|")) return this.#table();
    if (ITEM.test(this.#line)) return this.#list();
    return { kind: "paragraph", content: parseInline(this.#running([])) };
  }

  #code(): Block {
    const text: string[] = [];
    for (this.#at++; this.#at < this.lines.length && !FENCE.test(this.#line); this.#at++) text.push(this.#line);
    this.#at++;
    return { kind: "code", text: text.join("\n") };
  }

  #table(): Block {
    const rows: string[] = [];
    for (; this.#line.startsWith("|"); this.#at++) rows.push(this.#line);
    const [head = "", ...rest] = rows;
    return { kind: "table", head: cells(head), rows: rest.filter((row) => !/^[|\s:-]+$/.test(row)).map(cells) };
  }

  #list(): Block {
    const ordered = ITEM.exec(this.#line)![1] !== undefined;
    const items: Inline[][] = [];
    for (;;) {
      const item = ITEM.exec(this.#line);
      if (!item || (item[1] !== undefined) !== ordered) break;
      this.#at++;
      items.push(parseInline(this.#running([item[2]!])));
    }
    return { kind: "list", ordered, items };
  }

  /* The lines that run on; an item of the same list ends them too. */
  #running(begun: string[]): string {
    const inList = begun.length > 0;
    const text = [...begun];
    while (this.#at < this.lines.length && !(text.length > 0 && endsParagraph(this.#line))) {
      if (inList && ITEM.test(this.#line)) break;
      text.push(this.#line.trim());
      this.#at++;
    }
    return text.join(" ");
  }
}

export function parseMarkdown(text: string): Block[] {
  return new Reader(text.split(/\r?\n/)).blocks();
}

export function parsePage(text: string): Page {
  const page: Page = { title: [], intro: [], sections: [] };
  for (const block of parseMarkdown(text)) {
    if (block.kind === "heading" && block.level === 1) page.title = block.content;
    else if (block.kind === "heading" && block.level === 2) page.sections.push({ title: block.content, blocks: [] });
    else (page.sections.at(-1)?.blocks ?? page.intro).push(block);
  }
  return page;
}

/** Some blocks, and the diagrams that follow them. */
export interface Passage {
  said: Block[];
  shown: string[];
}

/** A section's blocks, cut where diagrams stand: they belong to what is said right before them. */
export function passages(blocks: Block[]): Passage[] {
  const cut: Passage[] = [];
  for (const block of blocks) {
    const last = cut.at(-1);
    if (block.kind === "diagram") {
      if (last) last.shown.push(block.name);
      else cut.push({ said: [], shown: [block.name] });
    } else if (last && last.shown.length === 0) last.said.push(block);
    else cut.push({ said: [block], shown: [] });
  }
  return cut;
}

/** An item that begins with marked words: those as its title, and the rest. A title that does not end a sentence runs on. */
export function titled(item: Inline[]): { title: Inline[]; runsOn: boolean; rest: Inline[] } {
  const [first, ...rest] = item;
  if (first === undefined || typeof first === "string" || first.kind === "code")
    return { title: [], runsOn: true, rest: item };
  const runsOn = !/[.?!…]["»“]?$/.test(plain(first.content));
  const next = rest[0];
  if (!runsOn && typeof next === "string") rest[0] = next.trimStart();
  return { title: first.content, runsOn, rest };
}
