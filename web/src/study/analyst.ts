/* The engine beside the board: it looks into the position that is shown, deeper and deeper, and rests when all is proved,
   after a minute, or when nobody has seen the page for one. What it found of a node stays known. */
import { keep, kept } from "../app/keep";
import { Store } from "../app/store";
import type { Analysis, Line } from "../core/types";
import { Engine } from "../engine/engine";
import type { GameSoFar } from "../engine/protocol";
import { tableMegabytes } from "../game/mind";

const PATIENCE = 60_000; /* milliseconds until it rests, and of a page that nobody sees */
const OFTEN = 250; /* what it says changes no faster */
const LEAST = 2; /* lines: a proof of one alone would show nothing until it is there */

export const LINES_MAX = 5;

interface Wishes {
  on: boolean;
  lines: number;
}

export class Analyst extends Store {
  readonly #engine = new Engine();
  readonly #found = new Map<number, Analysis>(); /* by node */
  #wishes: Wishes;
  #muted = false;
  #node = -1;
  #game: GameSoFar | undefined;
  #over = false;
  #run = 0; /* counts what makes an answer void */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hidden: ReturnType<typeof setTimeout> | undefined;
  #order: string[] = []; /* the first moves of the lines while the list is held */

  running = false;
  failed = false;
  /** A pointer or the focus is on the list: its order stays. */
  held = false;

  constructor(usual: number) {
    super();
    this.#wishes = { on: true, lines: usual, ...kept<Partial<Wishes>>("study-engine") };
    document.addEventListener("visibilitychange", this.#seen);
  }

  get on(): boolean {
    return this.#wishes.on && !this.#muted;
  }
  /** Whoever reviews the game has the engine to himself. */
  mute(muted: boolean): void {
    if (muted === this.#muted) return;
    this.#muted = muted;
    this.#begin();
  }
  get lines(): number {
    return this.#wishes.lines;
  }

  /** What is known of the node that is shown. */
  get analysis(): Analysis | undefined {
    return this.#found.get(this.#node);
  }

  /** It could find more. */
  get mayDeepen(): boolean {
    return this.on && !this.running && !this.#over && !this.#settled;
  }

  /** Its lines; while the list is held, in the order they had. */
  get shown(): Line[] {
    const lines = (this.analysis?.lines ?? []).slice(0, this.lines);
    if (!this.held) this.#order = lines.map(({ line }) => line[0]!);
    const place = ({ line }: Line) =>
      (this.#order.indexOf(line[0]!) + this.#order.length + 1) % (this.#order.length + 1);
    return this.held ? [...lines].sort((one, other) => place(one) - place(other)) : lines;
  }

  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    this.changed();
  }

  /** Another position is shown. */
  look(node: number, game: GameSoFar, over: boolean): void {
    this.#node = node;
    this.#game = game;
    this.#over = over;
    this.#begin();
  }

  turn(on: boolean): void {
    this.#wish({ on });
    this.#begin();
  }

  choose(lines: number): void {
    if (lines < 1 || lines > LINES_MAX) return;
    this.#wish({ lines });
    if ((this.analysis?.lines.length ?? 0) < lines) this.#begin();
    this.changed();
  }

  deepen(): void {
    this.#begin(true);
  }

  close(): void {
    this.#run++;
    clearTimeout(this.#timer);
    clearTimeout(this.#hidden);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#engine.close();
  }

  get #settled(): boolean {
    const known = this.analysis;
    if (!known) return false;
    if (known.solved) return true;
    return known.final && known.lines.length > 0 && known.lines.every(({ kind }) => kind === "exact");
  }

  #wish(change: Partial<Wishes>): void {
    this.#wishes = { ...this.#wishes, ...change };
    keep("study-engine", this.#wishes);
  }

  #begin(again = false): void {
    const run = ++this.#run;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#engine.cancel();
    this.failed = false;
    const done = !again && this.#settled && (this.analysis?.lines.length ?? 0) >= this.lines;
    this.running = this.on && !this.#over && this.#game !== undefined && !done;
    this.changed();
    if (this.running) void this.#think(run, this.#node);
  }

  async #think(run: number, node: number): Promise<void> {
    const question = {
      kind: "study",
      game: this.#game!,
      lines: Math.max(LEAST, this.lines),
      milliseconds: PATIENCE,
      megabytes: tableMegabytes(),
    } as const;
    try {
      const last = await this.#engine.ask(question, (report) => run === this.#run && this.#hear(node, report));
      if (run !== this.#run) return;
      if (last) this.#know(node, last);
    } catch {
      if (run !== this.#run) return;
      this.failed = true;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.running = false;
    this.changed();
  }

  /* What was known of a deeper search is not given up for the first words of another. */
  #know(node: number, report: Analysis): void {
    const before = this.#found.get(node);
    const wanted = Math.min(this.lines, report.lines.length);
    if (before && before.depth > report.depth && before.lines.length >= wanted && !report.final) return;
    this.#found.set(node, report);
  }

  #hear(node: number, report: Analysis): void {
    this.#know(node, report);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.changed();
    }, OFTEN);
  }

  readonly #seen = () => {
    clearTimeout(this.#hidden);
    if (document.hidden) this.#hidden = setTimeout(() => this.#rest(), PATIENCE);
  };

  #rest(): void {
    this.#run++;
    this.#engine.cancel();
    this.running = false;
    this.changed();
  }
}
