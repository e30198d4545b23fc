/* On a phone, in languages of long words: nothing that is to be read is cut, in a match of two and of four. */
import { putMatch } from "./saved";
import { expect, test, whole } from "./pages";

/* What does not fit its box, or the boxes around it. What can be scrolled to is not cut, but for lines that are as wide
   as the screen. */
function cut(): string[] {
  const reads = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "");
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("main *")) {
    if (!reads(element) || !element.checkVisibility() || element.closest(".sr, svg, [aria-hidden=true], .info"))
      continue;
    const text = element.textContent!.trim();
    const whole = element.closest<HTMLElement>("[title]"); /* a name, which stands in a <bdi>, may end in an ellipsis */
    if (whole?.title.replace(/[\u2068\u2069]/g, "") === text && getComputedStyle(whole).textOverflow === "ellipsis")
      continue;
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline")
      found.push(`too wide: ${text}`);
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()];
    for (let box: HTMLElement | null = element; box; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (lines.some((line) => line.left < left - 1.5 || line.right > right + 1.5))
        found.push(`cut at the side: ${text}`);
      if (overflowY === "auto") break;
      if (lines.some((line) => line.top < top - 2.5 || line.bottom > bottom + 2.5)) found.push(`cut: ${text}`);
    }
  }
  return [...new Set(found)];
}

/* The rows of the move list that are seen, but not whole. */
function halfRows(): string[] {
  const list = document.querySelector(".moves .list")!.getBoundingClientRect();
  const plies = [...document.querySelectorAll(".moves .ply")];
  const half = plies.filter((ply) => {
    const { top, bottom } = ply.getBoundingClientRect();
    const seen = Math.min(bottom, list.bottom) - Math.max(top, list.top);
    return seen > 1 && seen < bottom - top - 1;
  });
  return half.map((ply) => ply.textContent!);
}

const person = (name = "") => ({ kind: "person", name, level: 0 });
const engine = (level: number) => ({ kind: "engine", name: "", level });

interface Standing {
  name: string;
  spec: string;
  plies: number;
  sides: ReturnType<typeof person>[];
}

const standings: Standing[] = [
  { name: "Delta", spec: "delta", plies: 7, sides: [person(), person()] },
  { name: "Néo-Delta", spec: "neo-delta", plies: 6, sides: [person(), person()] },
  { name: "Kulami", spec: "kulami", plies: 14, sides: [person(), person()] },
  { name: "Circle Delta", spec: "circle-delta", plies: 20, sides: [person(), person()] },
  { name: "Delfino", spec: "delfino", plies: 30, sides: [person(), person()] },
  {
    name: "Delfino of four",
    spec: "delfino:players=4",
    plies: 30,
    sides: [engine(10), engine(3), engine(10), person()],
  },
  {
    name: "the end, long names",
    spec: "kulami",
    plies: Infinity,
    sides: [person("Alexandra Hohenstaufen-Wolkenstein"), person("Bartholomäus Schwarzenberger")],
  },
  {
    name: "the end of four",
    spec: "delfino:players=4",
    plies: Infinity,
    sides: [person("Alexandra Hohenstaufen"), person(), engine(10), person("Bartholomäus Schwarzenberger")],
  },
];

for (const language of ["de", "ru"])
  test.describe(language, () => {
    test.use({ locale: language });

    for (const { name, spec, plies, sides } of standings)
      test(`${name}: nothing is cut`, async ({ page }) => {
        const moves = whole(spec).moves.slice(0, plies);
        const [game, options = ""] = spec.split(":");
        const first = {
          points: sides.map((_, side) => (side === 0 ? 12 : 3)),
          result: "p1win",
          end: "given-up",
          winner: 0,
          left: 1,
        };
        const record = `[Game "${game}"]\n${options && `[Options "${options}"]\n`}\n${moves.join(" ")}\n`;
        const match = {
          plan: { spec, position: "", sides, begins: 0, games: 3 },
          finished: [first],
          record,
          seed: 1,
          flipped: false,
        };
        await putMatch(page, match);
        await page.goto("/play");
        await expect(page.getByRole("grid")).toBeVisible();
        await expect(page.locator(plies === Infinity ? ".outcome" : ".moves .ply").first()).toBeVisible();
        expect(await page.evaluate(cut)).toEqual([]);
        if (plies !== Infinity) expect(await page.evaluate(halfRows)).toEqual([]);
      });
  });
