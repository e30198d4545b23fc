/* The engine beside the board: it looks into the position that is shown, deeper and deeper, and rests when all is proved,
   after a minute, or when nobody has seen the page for one. What it found of a node stays known. Several lines are shared by
   two workers: each has every other move, and the best of both are the best there are. */
import { keep, kept } from "../app/keep";
import { Store } from "../app/store";
import type { Analysis, Line } from "../core/types";
import { Engine, enginesAtOnce } from "../engine/engine";
import type { GameSoFar } from "../engine/protocol";
import { tableMegabytes } from "../game/mind";
import { isProved } from "./value";

const PATIENCE = 60_000; /* milliseconds until it rests, and of a page that nobody sees */
/** Milliseconds: what it says changes no faster. */
export const OFTEN = 250;
const LEAST_LEFT = 1000; /* milliseconds: for less of its time it does not begin again */
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
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
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
  #rows: Line[] = []; /* as the list shows them */
  readonly #holders = new Set<string>();
  readonly #spent = new Map<number, number>(); /* milliseconds, by node */
  #began: number | undefined; /* when what runs began, by the clock of the page */

  running = false;
  failed = false;

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

  /** Its lines. While somebody holds the list every move keeps its row, also one that is no longer among the best. */
  get shown(): Line[] {
    const lines = (this.analysis?.lines ?? []).slice(0, this.lines);
    const begins = (move: string) => (line: Line) => line.line[0] === move;
    const kept = this.#holders.size > 0 ? this.#rows.map((row) => lines.find(begins(row.line[0]!)) ?? row) : [];
    const others = lines.filter(({ line }) => !kept.some(begins(line[0]!)));
    this.#rows = [...kept, ...others].slice(0, this.lines);
    return this.#rows;
  }

  /** A pointer or the focus is on the list, or one of its lines on the board: what it shows stays where it is. */
  hold(who: "list" | "line", held: boolean): void {
    if (held === this.#holders.has(who)) return;
    if (held) this.#holders.add(who);
    else this.#holders.delete(who);
    this.changed();
  }

  /** How long it has looked into what is shown, also before one went elsewhere and came back. */
  get seconds(): number {
    const now = this.#began === undefined ? 0 : performance.now() - this.#began;
    return Math.floor(((this.#spent.get(this.#node) ?? 0) + now) / 1000);
  }

  /** Another position is shown. Somebody may be asked first who knows all of it: then there is nothing to find. */
  look(node: number, game: GameSoFar, over: boolean, asked?: Promise<Analysis | undefined>): void {
    this.#count();
    if (node !== this.#node) this.#rows = [];
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
    return known.final && isProved(known);
  }

  /* What ran until now is added to what its node had. */
  #count(): void {
    if (this.#began === undefined) return;
    this.#spent.set(this.#node, (this.#spent.get(this.#node) ?? 0) + performance.now() - this.#began);
    this.#began = undefined;
  }

  #wish(change: Partial<Wishes>): void {
    this.#wishes = { ...this.#wishes, ...change };
    keep("study-engine", this.#wishes);
  }

  #begin(again = false): void {
    const run = ++this.#run;
    this.#count();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const engine of this.#engines) engine.cancel();
    this.failed = false;
    const left = PATIENCE - (again ? 0 : (this.#spent.get(this.#node) ?? 0));
    const done = !again && this.#enough && (this.#settled || left < LEAST_LEFT);
    this.running = this.on && !this.#over && this.#game !== undefined && !done;
    this.changed();
    if (this.running) void this.#think(run, this.#node, left < LEAST_LEFT ? PATIENCE : left);
  }

  /* As many lines are known as are wanted, or as there are. */
  get #enough(): boolean {
    const { analysis } = this;
    return analysis !== undefined && (this.#whole.has(this.#node) || analysis.lines.length >= this.lines);
  }

  async #think(run: number, node: number, milliseconds: number): Promise<void> {
    const lines = Math.max(LEAST, this.lines);
    const engines = this.#engines.slice(0, lines < SHARED ? 1 : undefined);
    const question = {
      kind: "study",
      game: this.#game!,
      lines,
      milliseconds,
      megabytes: tableMegabytes(),
      shares: engines.length,
    } as const;
    const parts: Analysis[] = [];
    const { nodes, seconds } = this.analysis ?? { nodes: 0, seconds: 0 };
    const hear = (share: number, report: Analysis) => {
      parts[share] = report;
      if (run !== this.#run || Object.keys(parts).length < engines.length) return;
      const now = together(parts, lines);
      const all = { ...now, nodes: nodes + now.nodes, seconds: seconds + now.seconds };
      if (now.lines.length < lines && parts.every(({ final }) => final)) this.#whole.add(node);
      this.#hear(node, all);
      if (all.final) for (const engine of engines) engine.cancel(); /* the others can add nothing */
    };
    try {
      await this.#asked;
      if (run !== this.#run) return;
      this.#began = performance.now();
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
    this.#count();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.running = false;
    this.changed();
  }

  /* What was known of a deeper search is not given up for the first words of another; what both cost is added up. */
  #know(node: number, report: Analysis): void {
    const before = this.#found.get(node);
    const wanted = Math.min(this.lines, report.lines.length);
    const { nodes, seconds } = report;
    const deeper = before && before.depth > report.depth && before.lines.length >= wanted && !isProved(report);
    this.#found.set(node, deeper ? { ...before, nodes, seconds } : report);
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
    this.#count();
    for (const engine of this.#engines) engine.cancel();
    this.running = false;
    this.changed();
  }
}
