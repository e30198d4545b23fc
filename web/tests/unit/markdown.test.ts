/* The Markdown of the rules pages: the subset they use, and the pages themselves in every language. */
import { describe, expect, test } from "vitest";
import { gameFolders, gameId } from "../../build/catalogue";
import { learningOf } from "../../build/learning";
import { languages } from "../../src/i18n/languages";
import type { Learning } from "../../src/rules/learning";
import {
  parseInline,
  parseMarkdown,
  parsePage,
  passages,
  plain,
  titled,
  type Block,
  type Inline,
} from "../../src/rules/markdown";

describe("within a line", () => {
  test("code, strong and emphasis", () => {
    expect(parseInline("the *relay* on **e5** is `c3-e5`.")).toEqual([
      "the ",
      { kind: "em", content: ["relay"] },
      " on ",
      { kind: "strong", content: ["e5"] },
      " is ",
      { kind: "code", text: "c3-e5" },
      ".",
    ]);
  });
  test("a star in code is a star, and so is one that marks nothing", () => {
    expect(parseInline("`a*b*c`")).toEqual([{ kind: "code", text: "a*b*c" }]);
    expect(parseInline("2 * 3 * 4")).toEqual(["2 * 3 * 4"]);
  });
  test("code within strong words", () => {
    expect(parseInline("**play `keep`**")).toEqual([
      { kind: "strong", content: ["play ", { kind: "code", text: "keep" }] },
    ]);
  });
  test("the words alone", () => {
    expect(plain(parseInline("**Move** a *red* man `a3`"))).toBe("Move a red man a3");
  });
});

describe("blocks", () => {
  const kinds = (text: string) => parseMarkdown(text).map((block) => block.kind);

  test("lines of a paragraph run together, an empty line ends it", () => {
    expect(parseMarkdown("one\ntwo\n\nthree")).toEqual([
      { kind: "paragraph", content: ["one two"] },
      { kind: "paragraph", content: ["three"] },
    ]);
  });
  test("a heading needs no empty line behind it", () => {
    expect(parseMarkdown("## The end\nIt ends.")).toEqual([
      { kind: "heading", level: 2, content: ["The end"] },
      { kind: "paragraph", content: ["It ends."] },
    ]);
  });
  test("items run on in indented lines", () => {
    expect(parseMarkdown("- one\n  goes on\n- two")).toEqual([
      { kind: "list", ordered: false, items: [["one goes on"], ["two"]] },
    ]);
  });
  test("a list may stand right behind a paragraph, but a year begins no list", () => {
    expect(kinds("Here is why.\n1. a\n2. b")).toEqual(["paragraph", "list"]);
    expect(kinds("It came out in\n1975. That was late.")).toEqual(["paragraph"]);
  });
  test("a paragraph behind a list is its own", () => {
    expect(kinds("1. a\n2. b\n\n**Giving up.** Who gives up is last.")).toEqual(["list", "paragraph"]);
  });
  test("ten and more items", () => {
    const [list] = parseMarkdown("9. nine\n10. ten\n    goes on\n11. eleven");
    expect(list).toEqual({ kind: "list", ordered: true, items: [["nine"], ["ten goes on"], ["eleven"]] });
  });
  test("tables, with empty cells", () => {
    expect(parseMarkdown("| option | values | |\n|---|---|---|\n| `die` | `234` | faces |")).toEqual([
      {
        kind: "table",
        head: [["option"], ["values"], []],
        rows: [[[{ kind: "code", text: "die" }], [{ kind: "code", text: "234" }], ["faces"]]],
      },
    ]);
  });
  test("fenced code stays as it is", () => {
    expect(parseMarkdown("```\n5 . *\n\n4 . .\n```\nafter")).toEqual([
      { kind: "code", text: "5 . *\n\n4 . ." },
      { kind: "paragraph", content: ["after"] },
    ]);
  });
});

describe("rulings", () => {
  test("a title that is a sentence stands alone", () => {
    const { title, runsOn, rest } = titled(parseInline("**Length.** A game ends."));
    expect([plain(title), runsOn, plain(rest)]).toEqual(["Length.", false, "A game ends."]);
  });
  test("one that is not runs on", () => {
    const { title, runsOn, rest } = titled(parseInline("*Giving up* loses."));
    expect([plain(title), runsOn, plain(rest)]).toEqual(["Giving up", true, " loses."]);
  });
  test("an item without one is all text", () => {
    expect(titled(["plain"])).toEqual({ title: [], runsOn: true, rest: ["plain"] });
  });
});

describe("diagrams", () => {
  test("stand where the page says so, and belong to what is said before them", () => {
    const blocks = parseMarkdown("One.\nTwo.\n<!-- diagram a -->\n<!-- diagram b-2 -->\n\nThree.\n");
    expect(passages(blocks).map(({ said, shown }) => [said.length, shown])).toEqual([
      [1, ["a", "b-2"]],
      [1, []],
    ]);
  });
});

/* Every text of a block, to look for marks that were not understood. */
function textsOf(block: Block): Inline[][] {
  switch (block.kind) {
    case "code":
    case "diagram":
      return [];
    case "list":
      return block.items;
    case "table":
      return [...block.head, ...block.rows.flat()];
    default:
      return [block.content];
  }
}
function strings(content: Inline[]): string[] {
  return content.flatMap((part) =>
    typeof part === "string" ? [part] : part.kind === "code" ? [] : strings(part.content),
  );
}

describe.each(languages.map(({ code }) => code))("the rules in %s", (language) => {
  const learning = learningOf(language) as Record<string, Learning>;
  const english = learningOf("en") as Record<string, Learning>;

  test.each(gameFolders().map(gameId))("%s", (game) => {
    const page = parsePage(learning[game]!.rules);
    const blocks = [...page.intro, ...page.sections.flatMap((section) => section.blocks)];
    expect(plain(page.title)).not.toBe("");
    expect(page.intro.length).toBeGreaterThan(0);
    for (const text of blocks.flatMap(textsOf).flatMap(strings)) expect(text).not.toMatch(/[*`#]|\]\(|^\s*\d+\. /);
    for (const block of blocks) {
      if (block.kind !== "table") continue;
      for (const row of block.rows) expect(row.length).toBe(block.head.length);
    }
    const same = parsePage(english[game]!.rules);
    const shape = ({ sections }: typeof page) => sections.map((section) => section.blocks.map((block) => block.kind));
    expect(shape(page)).toEqual(shape(same));
    const { rulings: number } = learning[game]!;
    if (number === 0) return; /* a game may leave nothing to be decided */
    const rulings = page.sections[number - 1]!;
    const list = rulings.blocks.find((block) => block.kind === "list");
    expect(list?.kind === "list" && list.items.length).toBeGreaterThan(0);
    if (list?.kind === "list") for (const item of list.items) expect(plain(titled(item).title)).not.toBe("");
  });
});
