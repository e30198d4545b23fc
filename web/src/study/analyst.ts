/* The engine beside the board: it looks into the position that is shown, deeper and deeper, and rests when all is proved,
   after a minute, or when nobody has seen the page for one. What it found of a node stays known. Several lines are shared by
   two workers: each has every other move, and the best of both are the best there are. */
import { keep, kept } from "../app/keep";
import { Store } from "../app/store";
import type { Analysis, Line } from "../core/types";
import { Engine, enginesAtOnce } from "../engine/engine";
import type { GameSoFar } from "../engine/protocol";
import { tableMegabytes } from "../game/mind";

const PATIENCE = 60_000; /* milliseconds until it rests, and of a page that nobody sees */
const OFTEN = 250; /* what it says changes no faster */
const LEAST = 2; /* lines: a proof of one alone would show nothing until it is there */
const SHARED = 3; /* lines from which on sharing pays (docs/study.md) */

export const LINES_MAX = 5;

interface Wishes {
  on: boolean;
  lines: number;
}

const atMost = ({ kind, value }: Line) => (kind === "exact" || kind === "upper" ? value : Infinity);

/** What those who share a position found of it, each with moves of its own. The first line of each says what is known of its
    share; of the whole as much is known as none of the others can exceed. */
export function together(parts: Analysis[], lines: number): Analysis {
  const working = parts.filter((part) => part.lines.length > 0);
  if (working.length < 2) return working[0] ?? parts[0]!;
  const [first, ...rest] = working.flatMap((part) => part.lines).sort((one, other) => other.value - one.value) as [
    Line,
  ];
  const exceeded = working.some((part) => atMost(part.lines[0]!) > first.value);
  const known = { exact: "lower", lower: "lower", upper: "estimate", estimate: "estimate" } as const;
  const best = [exceeded ? { ...first, kind: known[first.kind] } : first, ...rest].slice(0, lines);
  return {
    ...parts[0]!,
    depth: Math.min(...working.map(({ depth }) => depth)),
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 0),
    lines: best,
    final: parts.every(({ final }) => final) || best.every(({ kind }) => kind === "exact"),
  };
}

export class Analyst extends Store {
  readonly #engines = Array.from({ length: Math.min(2, enginesAtOnce()) }, (_, place) => new Engine(place));
  readonly #found = new Map<number, Analysis>(); /* by node */
  #wishes: Wishes;
  readonly #whole = new Set<number>(); /* nodes of which every move is known */
  #asked: Promise<Analysis | undefined> | undefined; /* who may know all of the position before it is looked into */
  readonly #muting = new Set<object>(); /* who has the engine to himself */
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
    return this.#wishes.on && this.#muting.size === 0;
  }
  /** Somebody wants the engine to himself, or no longer. */
  mute(who: object, muted: boolean): void {
    if (muted === this.#muting.has(who)) return;
    if (muted) this.#muting.add(who);
    else this.#muting.delete(who);
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

  /** Another position is shown. Somebody may be asked first who knows all of it: then there is nothing to find. */
  look(node: number, game: GameSoFar, over: boolean, asked?: Promise<Analysis | undefined>): void {
    this.#node = node;
    this.#game = game;
    this.#over = over;
    this.#asked = asked;
    void asked?.then((known) => known && this.settle(node, known));
    this.#begin();
  }

  /** What somebody else knows of a node. */
  settle(node: number, known: Analysis): void {
    this.#found.set(node, known);
    if (known.final) this.#whole.add(node);
    if (node === this.#node && known.final) this.#begin();
    else this.changed();
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
    for (const engine of this.#engines) engine.close();
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
    for (const engine of this.#engines) engine.cancel();
    this.failed = false;
    const enough = this.#whole.has(this.#node) || (this.analysis?.lines.length ?? 0) >= this.lines;
    const done = !again && this.#settled && enough;
    this.running = this.on && !this.#over && this.#game !== undefined && !done;
    this.changed();
    if (this.running) void this.#think(run, this.#node);
  }

  async #think(run: number, node: number): Promise<void> {
    const lines = Math.max(LEAST, this.lines);
    const engines = this.#engines.slice(0, lines < SHARED ? 1 : undefined);
    const question = {
      kind: "study",
      game: this.#game!,
      lines,
      milliseconds: PATIENCE,
      megabytes: tableMegabytes(),
      shares: engines.length,
    } as const;
    const parts: Analysis[] = [];
    const hear = (share: number, report: Analysis) => {
      parts[share] = report;
      if (run !== this.#run || Object.keys(parts).length < engines.length) return;
      const all = together(parts, lines);
      this.#hear(node, all);
      if (all.final) for (const engine of engines) engine.cancel(); /* the others can add nothing */
    };
    try {
      await this.#asked;
      if (run !== this.#run) return;
      await Promise.all(
        engines.map(async (engine, share) => {
          const part = await engine.ask({ ...question, share }, (report) => hear(share, report));
          if (part) hear(share, part);
          else if (run === this.#run) for (const other of engines) other.cancel(); /* somebody else asks */
        }),
      );
      if (run !== this.#run) return;
    } catch {
      if (run !== this.#run) return;
      for (const engine of engines) engine.cancel();
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
    for (const engine of this.#engines) engine.cancel();
    this.running = false;
    this.changed();
  }
}
