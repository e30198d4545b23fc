/* The one <svg> of a board, layer by layer: only what changed is written anew. */
import type { Drawing } from "../core/types";

const LAYERS = ["defs", "board", "under", "men", "over", "targets"] as const;
export type Layer = (typeof LAYERS)[number];

const SVG = "http://www.w3.org/2000/svg";

export class Picture {
  readonly #layers = {} as Record<Layer, SVGElement>;
  readonly #drawn: Partial<Record<Layer, string>> = {};
  /** Above all layers: the man that is carried or fades away. */
  readonly hand: SVGGElement;

  constructor(
    readonly svg: SVGSVGElement,
    readonly prefix: string,
  ) {
    for (const name of LAYERS) {
      const layer = document.createElementNS(SVG, name === "defs" ? "defs" : "g");
      if (name !== "defs") layer.setAttribute("class", `layer-${name}`);
      this.#layers[name] = svg.appendChild(layer);
    }
    this.hand = svg.appendChild(document.createElementNS(SVG, "g"));
  }

  show(drawing: Drawing, targets = true): void {
    const box = drawing.box.join(" ");
    if (this.svg.getAttribute("viewBox") !== box) this.svg.setAttribute("viewBox", box);
    for (const name of LAYERS) {
      const text = name === "targets" && !targets ? "" : drawing[name];
      if (this.#drawn[name] === text) continue;
      this.#drawn[name] = text;
      this.#layers[name].innerHTML = text;
      if (name === "men" || name === "board") this.hand.replaceChildren(); /* what was carried has been drawn again */
    }
  }

  layer(name: Layer): SVGElement {
    return this.#layers[name];
  }

  /** The man that stands on a place. */
  man(id: string): SVGGElement | null {
    return this.#find("on", id);
  }

  /** What lies on a place: a card. */
  ground(id: string): SVGGElement | null {
    return this.#find("at", id);
  }

  #find(what: "on" | "at", id: string): SVGGElement | null {
    return this.svg.querySelector<SVGGElement>(`#${CSS.escape(`${this.prefix}-${what}-${id}`)}`);
  }
}
