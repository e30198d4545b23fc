/* The one <svg> of a board, layer by layer: only what changed is written anew. */
import type { Backdrop, Drawing } from "../core/types";
import type { Layers } from "./model";

const LAYERS = [
  "defs",
  "board",
  "laid",
  "leads",
  "holes",
  "under",
  "men",
  "over",
  "threats",
  "targets",
  "ahead",
  "marks",
] as const;
export type Layer = (typeof LAYERS)[number];

const SVG = "http://www.w3.org/2000/svg";

/* A layer and what is in it. The core writes a thing a line, so only lines that changed are written anew; where it
   does not, the layer is written whole. */
class Sheet {
  #lines: string[] = [];
  #things: Element[] = []; /* one for each line, wherever it is just now: on its way it may lie elsewhere */
  #text = "";

  constructor(readonly layer: SVGElement) {}

  /** False: nothing changed. */
  write(text: string): boolean {
    if (text === this.#text) return false;
    const lines = text.split("\n").filter((line) => line !== "");
    if (this.#things.length !== this.#lines.length || !this.#mend(lines)) {
      for (const thing of this.#things) thing.remove();
      this.layer.innerHTML = text;
      this.#things = [...this.layer.children];
    }
    this.#lines = lines;
    this.#text = text;
    return true;
  }

  /* Keeps the things whose lines stay, makes the others, and brings them into the order of the lines. */
  #mend(lines: string[]): boolean {
    const known = new Map<string, Element[]>();
    this.#lines.forEach((line, index) => known.set(line, [...(known.get(line) ?? []), this.#things[index]!]));
    const found = lines.map((line) => known.get(line)?.shift());
    const made = document.createElementNS(SVG, "g");
    const missing = lines.filter((_, index) => !found[index]);
    made.innerHTML = missing.join("");
    const fresh = [...made.children];
    if (fresh.length !== missing.length) return false;
    for (const things of known.values()) for (const thing of things) thing.remove();
    this.#things = found.map((thing) => thing ?? fresh.shift()!);
    let next: Element | null = null;
    for (const thing of [...this.#things].reverse()) {
      if (thing.parentNode !== this.layer && thing.parentNode !== made) continue; /* in a hand */
      if (thing.parentNode === made || thing.nextElementSibling !== next) this.layer.insertBefore(thing, next);
      next = thing;
    }
    return true;
  }
}

const pictures = new WeakMap<Element, Picture>();

/** The picture of the board inside an element. */
export const pictureIn = (box: Element): Picture => pictures.get(box.querySelector("svg.board")!)!;

export class Picture {
  readonly #sheets = {} as Record<Layer, Sheet>;
  /** Below the pieces: those that fade out. */
  readonly taken: SVGGElement;
  /** Above all layers: what is carried. */
  readonly hand: SVGGElement;
  readonly #frame: SVGRectElement;

  constructor(
    readonly svg: SVGSVGElement,
    readonly prefix: string,
  ) {
    const add = (tag: "g" | "defs" | "rect") => svg.appendChild(document.createElementNS(SVG, tag));
    this.taken = add("g") as SVGGElement;
    for (const name of LAYERS) {
      const layer = add(name === "defs" ? "defs" : "g");
      if (name === "men") layer.before(this.taken);
      layer.setAttribute("data-layer", name);
      this.#sheets[name] = new Sheet(layer);
    }
    this.#frame = add("rect") as SVGRectElement;
    this.#frame.setAttribute("class", "frame");
    this.hand = add("g") as SVGGElement;
    pictures.set(svg, this);
  }

  /** `leads` and `threats`: with the leader of each tile, and with the pieces in danger. */
  show(backdrop: Backdrop, drawing: Drawing, { leads = false, threats = false }: Partial<Layers> = {}): void {
    const box = backdrop.box.join(" ");
    if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box);
    for (const name of ["defs", "board", "holes"] as const) this.#sheets[name].write(backdrop[name]);
    for (const name of ["laid", "under", "men", "over"] as const) this.#sheets[name].write(drawing[name]);
    this.#sheets.leads.write(leads ? drawing.leads : "");
    this.#sheets.threats.write(threats ? drawing.threats : "");
  }

  /** Faint targets: of a piece that is not selected. */
  targets(text: string, faint = false): void {
    this.#sheets.targets.write(text);
    this.layer("targets").classList.toggle("is-faint", faint);
  }

  /** The marks of an analysis. */
  marks(text: string): void {
    this.#sheets.marks.write(text);
  }

  /** The path of a move that is not made yet. */
  ahead(text: string): void {
    this.#sheets.ahead.write(text);
  }

  /** Frames a place, below what is carried; none, to frame none. */
  frame([x, y, reach]: readonly number[] = [0, 0, 0], round = false): void {
    const inner = 0.92 * reach!;
    const box = {
      x: x! - inner,
      y: y! - inner,
      width: 2 * inner,
      height: 2 * inner,
      rx: (round ? 1 : 0.1) * inner,
      "stroke-width": 0.07 * inner,
    };
    for (const [name, value] of Object.entries(box)) this.#frame.setAttribute(name, value.toFixed(1));
  }

  layer(name: Layer): SVGElement {
    return this.#sheets[name].layer;
  }

  /** The piece on a place. */
  man(id: string): SVGGElement | null {
    return this.#find("on", id);
  }

  /** What lies on a place: a card. */
  ground(id: string): SVGGElement | null {
    return this.#find("at", id);
  }

  /** The shadow of that. */
  shade(id: string): SVGGElement | null {
    return this.#find("sh", id);
  }

  #find(what: "on" | "at" | "sh", id: string): SVGGElement | null {
    return this.svg.querySelector<SVGGElement>(`#${CSS.escape(`${this.prefix}-${what}-${id}`)}`);
  }
}
