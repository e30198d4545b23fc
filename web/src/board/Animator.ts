/* The animation of the last move: pieces travel along their paths, are placed and removed; cards turn and slide.

   The board is already as it will be; what moved is shown on its way there. Only transform and opacity change, and
   whatever comes next ends it at once. */
import type { Backdrop, Drawing, Motion, State } from "../core/types";
import type { Picture } from "./Picture";

const TRAVEL = 220;
const FURTHER = 30; /* for each place after the fifth */
const LONGEST = 400;
const PUT = 120;
const TAKE = 140;
const TURN = 280;
const LIGHT = 280;
const APPEAR = 90;
const EASE = "cubic-bezier(.2, 0, .1, 1)";
const SETTLE = "cubic-bezier(.2, .9, .25, 1)";

const SVG = "http://www.w3.org/2000/svg";

interface Scene {
  picture: Picture;
  state: State;
  backdrop: Backdrop;
  drawing: Drawing;
  /** The place where a piece was dropped: it does not travel again. */
  dropped: string | undefined;
}

/* The steps of a travel along a path, as transforms of what stands at its end. */
function alongWay(way: string, cell: number): { frames: Keyframe[]; length: number } {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", way);
  const length = path.getTotalLength();
  const end = path.getPointAtLength(length);
  const count = /[AaCcQq]/.test(way) ? Math.max(4, Math.min(40, Math.ceil((4 * length) / cell))) : 1;
  const frames = Array.from({ length: count + 1 }, (_, index) => {
    const { x, y } = path.getPointAtLength((length * index) / count);
    return { transform: `translate(${(x - end.x).toFixed(1)}px, ${(y - end.y).toFixed(1)}px)` };
  });
  return { frames, length };
}

const about = (x: number, y: number, change: string) =>
  `translate(${x}px, ${y}px) ${change} translate(${-x}px, ${-y}px)`;

export class Animator {
  #running: Animation[] = [];
  #ghosts: Element[] = [];

  /** Ends what is under way: everything is where it belongs. */
  finish(): void {
    for (const animation of this.#running) animation.cancel();
    for (const ghost of this.#ghosts) ghost.remove();
    this.#running = [];
    this.#ghosts = [];
  }

  /** Copies the pieces that the move removes, before the board is drawn without them. */
  copyTaken(picture: Picture, state: State): void {
    for (const act of state.last?.motions ?? []) {
      const man = act.act === "take" ? picture.man(act.from) : null;
      if (!man) continue;
      const ghost = man.cloneNode(true) as SVGGElement;
      ghost.removeAttribute("id");
      ghost.dataset["taken"] = act.from;
      this.#ghosts.push(ghost);
    }
  }

  play(scene: Scene): void {
    const { picture, state } = scene;
    const arrivals = new Map<string, number>();
    let time = 0;
    state.last?.motions.forEach((act, index) => {
      const begins = act.act === "take" ? (arrivals.get(act.from) ?? time) : time;
      const lasts = this.#act(scene, act, index, begins);
      if (act.act === "travel") arrivals.set(act.to, begins + lasts);
      if (act.act !== "take") time += lasts;
    });
    this.#appear(picture.layer("over"), time, APPEAR);
    for (const part of picture.svg.querySelectorAll<SVGElement>("[data-new]")) this.#appear(part, time, LIGHT);
  }

  /** A piece travels in mid-move. */
  go(picture: Picture, backdrop: Backdrop, way: string | null | undefined, to: string): void {
    const man = picture.man(to);
    if (man && way) this.#run(man, alongWay(way, backdrop.cell).frames, 0, TRAVEL, EASE);
  }

  /* Starts one act and says how long it takes. */
  #act({ picture, state, backdrop, drawing, dropped }: Scene, act: Motion, index: number, begins: number): number {
    const [x, y] = backdrop.places[act.to] ?? [0, 0];
    switch (act.act) {
      case "travel": {
        const way = drawing.ways[index];
        const card = state.view.places.find((place) => place.id === act.to)?.ground === act.kind;
        const thing = card ? picture.ground(act.to) : picture.man(act.to);
        if (!way || !thing || dropped === act.to) return 0;
        const { frames, length } = alongWay(way, backdrop.cell);
        const further = Math.max(0, Math.round(length / backdrop.cell) - 5);
        const lasts = card ? TRAVEL : Math.min(LONGEST, TRAVEL + FURTHER * further);
        thing.parentNode?.append(thing); /* above what it passes */
        this.#run(thing, frames, begins, lasts, EASE);
        const shade = card ? picture.shade(act.to) : null;
        if (shade) this.#run(shade, frames, begins, lasts, EASE);
        return lasts;
      }
      case "put": {
        const man = picture.man(act.to);
        if (man)
          this.#run(
            man,
            [
              { transform: about(x, y, "scale(1.06)"), opacity: 0 },
              { transform: about(x, y, "scale(1)"), opacity: 1 },
            ],
            begins,
            PUT,
            SETTLE,
          );
        return PUT;
      }
      case "take": {
        const ghost = this.#ghosts.find((each) => (each as SVGGElement).dataset["taken"] === act.from);
        if (ghost) {
          picture.taken.append(ghost);
          this.#run(ghost, [{ opacity: 1 }, { opacity: 0 }], begins, TAKE, "linear", () => ghost.remove());
        }
        return TAKE;
      }
      case "turn": {
        const card = picture.ground(act.to);
        const turned = -90 * act.quarter_turns;
        if (card)
          this.#run(
            card,
            [{ transform: about(x, y, `rotate(${turned}deg)`) }, { transform: about(x, y, "rotate(0deg)") }],
            begins,
            TURN,
            SETTLE,
          );
        return TURN;
      }
      default:
        return 0;
    }
  }

  #appear(element: Element, delay: number, duration: number): void {
    if (delay > 0 && element.hasChildNodes())
      this.#run(element, [{ opacity: 0 }, { opacity: 1 }], delay, duration, "linear");
  }

  #run(element: Element, frames: Keyframe[], delay: number, duration: number, easing: string, done?: () => void): void {
    const animation = element.animate(frames, { delay, duration, easing, fill: done ? "both" : "backwards" });
    if (done) animation.onfinish = done;
    this.#running.push(animation);
  }
}
