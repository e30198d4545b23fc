/* Men against the board, and their signs against themselves: 3 to 1 at least, as the screen shows them.

   A board is photographed as it is, without its men, and with men that throw no shadow: where the last two differ there
   is a man. His edge is looked at in rings that follow his outline inwards. One of them, all round, must stand out from
   the board about him: it is his body, or the line round it. */
import { readFileSync } from "node:fs";
import { expect, linkTo, root, test, whole } from "./pages";

test.use({ viewport: { width: 900, height: 760 }, deviceScaleFactor: 2 });

const LEAST = 3;

const SHADOWS = '[fill$="sh)"], [fill$="ms)"], [fill="#1a120b"], [class$="ps"]';

interface Found {
  place: string;
  kind: string;
  /** The best ring, how deep it lies in parts of the man's half width, and against what: the board or its neighbour. */
  edge: number;
  depth: number;
  by: string;
  /** What is drawn on him. */
  sign: number;
}

interface Spot {
  place: string;
  kind: string;
  x: number;
  y: number;
}

/* Runs in a page: the three pictures, and where men stand in them, in pixels. */
async function measure([pictures, spots]: [string[], Spot[]]): Promise<Found[]> {
  const read = async (png: string) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d")!;
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  };
  const [shown, empty, bare] = (await Promise.all(pictures.map(read))) as [ImageData, ImageData, ImageData];
  const { width } = shown;
  const linear = Array.from({ length: 256 }, (_, value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const light = ({ data }: ImageData, at: number) =>
    0.2126 * linear[data[4 * at]!]! + 0.7152 * linear[data[4 * at + 1]!]! + 0.0722 * linear[data[4 * at + 2]!]!;
  const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const isMan = (at: number) =>
    [0, 1, 2].some((part) => Math.abs(empty.data[4 * at + part]! - bare.data[4 * at + part]!) > 10);

  const straight = [-1, 1, -width, width];
  const slanting = [-width - 1, -width + 1, width - 1, width + 1];
  /** All that hangs together with `from`. */
  const spread = (from: number, belongs: (at: number) => boolean) => {
    const found = new Set([from]);
    for (const at of found) for (const step of straight) if (belongs(at + step)) found.add(at + step);
    return found;
  };

  /** The pixels of the man about a place, and how light the board about him is. */
  const manAt = ({ x, y }: Spot) => {
    const middle = Math.round(y) * width + Math.round(x);
    const own = spread(middle, isMan);
    const half = Math.sqrt(own.size / Math.PI);
    const around = Math.ceil(1.7 * half);
    const line = Array.from({ length: 2 * around + 1 }, (_, index) => index - around);
    const free = new Set(
      line.flatMap((row) => line.map((column) => middle + row * width + column)).filter((at) => !own.has(at)),
    );
    const outside = spread(middle - around * width - around, (at) => free.has(at));
    for (const at of free) if (!outside.has(at)) own.add(at); /* looks like the board, but lies within his outline */
    const wood = [...outside].filter((at) => !isMan(at)).map((at) => light(empty, at));
    return { own, half, ground: wood.sort((a, b) => a - b)[Math.floor(wood.length / 2)]! };
  };

  /** How deep each pixel lies, found from the edge inwards. */
  const depthsOf = (own: Set<number>) => {
    const depths = new Map<number, number>();
    let rim = [...own].filter((at) => straight.some((step) => !own.has(at + step)));
    for (const at of rim) depths.set(at, 0.5);
    while (rim.length > 0) {
      const next = new Set<number>();
      for (const at of rim)
        for (const step of [...straight, ...slanting]) {
          const depth = depths.get(at)! + (straight.includes(step) ? 1 : Math.SQRT2);
          if (!own.has(at + step) || depth >= (depths.get(at + step) ?? Infinity)) continue;
          depths.set(at + step, depth);
          next.add(at + step);
        }
      rim = [...next];
    }
    return [...depths].map(([at, depth]) => ({ at, depth }));
  };

  const one = (spot: Spot): Found => {
    const { own, half, ground } = manAt(spot);
    const deep = depthsOf(own);
    const ring = (from: number, thick: number) => deep.filter(({ depth }) => depth >= from && depth < from + thick);
    const brightness = (pixels: typeof deep) => mean(pixels.map(({ at }) => light(shown, at)));
    const thick = Math.max(2, 0.05 * half);
    const { place, kind } = spot;
    const found: Found = { place, kind, edge: 0, depth: 0, by: "", sign: 0 };
    const take = (edge: number, from: number, by: string) =>
      edge > found.edge && Object.assign(found, { edge, depth: from / half, by });
    for (let from = 0; from < 0.4 * half; from++) take(contrast(brightness(ring(from, thick)), ground), from, "board");
    /* A line round a man and another inside it stand out from each other, whatever lies about them. */
    for (let from = 0; from < 0.2 * half; from++)
      take(contrast(brightness(ring(from, thick)), brightness(ring(from + thick, thick))), from, "line");
    const face = deep
      .filter(({ depth }) => depth > 0.22 * half)
      .map(({ at }) => light(shown, at))
      .sort((a, b) => a - b);
    const part = (share: number) => face[Math.floor(share * (face.length - 1))]!;
    found.sign = Math.max(contrast(part(0.97), part(0.5)), contrast(part(0.03), part(0.5)));
    return found;
  };
  return spots.map(one);
}

const positions = readFileSync(`${root}/docs/pictures/positions.txt`, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.split("|") as [string, string, string, string]);
const { game: four, moves: played } = whole("delfino:players=4");
positions.push(["delfino of four", four, "", played.slice(0, 24).join(" ")]);

const looks = [
  { name: "light", media: { colorScheme: "light" } },
  { name: "dark", media: { colorScheme: "dark" } },
] as const;

for (const [game, spec, position, moves] of positions)
  test(`${game}: men stand out from the board`, async ({ page, browser }) => {
    await page.goto(linkTo(spec, moves.split(" "), position));
    const box = page.locator(".stage .plane");
    await expect(page.getByRole("grid")).toBeVisible();
    const style = async (rule: string) => {
      await page.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [
          ...document.adoptedStyleSheets.filter((each) => !("test" in each)),
          Object.assign(sheet, { test: true }),
        ];
      }, rule);
      return (await box.screenshot({ animations: "disabled" })).toString("base64");
    };
    const spots = await page.evaluate(() => {
      const plane = document.querySelector(".stage .plane")!.getBoundingClientRect();
      return [...document.querySelectorAll<SVGGElement>('.stage svg.board [id*="-on-"]')].map((man) => {
        const id = man.id.replace(/^.*?-on-/, "");
        const cell = document.querySelector(`.stage [data-place="${CSS.escape(id)}"]`)!.getBoundingClientRect();
        const use = man.matches("use") ? man : man.querySelector("use")!;
        return {
          place: id,
          kind: use.getAttribute("href")!,
          x: 2 * (cell.x + cell.width / 2 - plane.x),
          y: 2 * (cell.y + cell.height / 2 - plane.y),
        };
      });
    });
    expect(spots.length).toBeGreaterThan(1);
    const laboratory = await browser.newPage();
    for (const { name, media } of looks) {
      await page.emulateMedia(media);
      const pictures = [
        await style(""),
        await style('.stage svg.board [id*="-on-"] { visibility: hidden }'),
        await style(`${SHADOWS} { display: none }`),
      ];
      const men = await laboratory.evaluate(measure, [pictures, spots] as [string[], Spot[]]);
      const faint = men.filter(({ edge, sign }) => edge < LEAST || sign < LEAST);
      expect(faint, name).toEqual([]);
    }
    await laboratory.close();
  });
