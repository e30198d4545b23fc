/* The engine beside the board: it looks into the position that is shown, deeper and deeper, and rests when everything is
   proved, after a minute, or when the page was hidden for a minute. Its results for a node stay. Several lines are shared
   by two workers: each has every other move, and the best of both are the best there are. */
import { batch, computed, signal, untracked } from "@preact/signals";
import { readLocal, writeLocal } from "../app/local";
import { actions } from "../app/model";
import { Scope } from "../app/scope";
import type { Analysis, Line } from "../core/types";
import { engine, workerCount } from "../engine/engine";
import type { Study, Visit } from "./study";
import { isProved } from "./value";

const TIME_MAX = 60_000; /* ms until it rests, also while the page is hidden */
const TIME_MIN = 1000; /* ms; for less it does not start again */
const PACE = 250; /* ms between two changes of the results */
const LINES_MIN = 2; /* the proof of a single line would show nothing until it is done */
const LINES_SHARED = 3; /* from so many lines on sharing pays (docs/study.md) */

export const LINES_MAX = 5;

interface Wishes {
  on: boolean;
  lines: number;
}

const atMost = ({ kind, value }: Line) => (kind === "exact" || kind === "upper" ? value : Infinity);

/** Combines the results of workers that share a position, each with moves of its own. The first line of each is the result
    of its share; the whole is known as far as no other share can exceed it. */
export function together(parts: Analysis[], lines: number): Analysis {
  const working = parts.filter((part) => part.lines.length > 0);
  if (working.length < 2) return working[0] ?? parts[0]!;
  const [first, ...rest] = working.flatMap((part) => part.lines).sort((one, other) => other.value - one.value) as [
    Line,
  ];
  const isExceeded = working.some((part) => atMost(part.lines[0]!) > first.value);
  const known = { exact: "lower", lower: "lower", upper: "estimate", estimate: "estimate" } as const;
  const best = [isExceeded ? { ...first, kind: known[first.kind] } : first, ...rest].slice(0, lines);
  return {
    ...parts[0]!,
    depth: Math.min(...working.map(({ depth }) => depth)),
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 0),
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    lines: best,
    final: parts.every(({ final }) => final) || best.every(({ kind }) => kind === "exact"),
  };
}

const startsWith = (move: string | undefined) => (line: Line) => line.line[0] === move;

/* Every move stays in its row, also one that is no longer among the best; free rows are filled. */
function arranged(rows: Line[], lines: Line[], count: number): Line[] {
  const stay = rows.map((row) => lines.find(startsWith(row.line[0])) ?? row);
  const others = lines.filter(({ line }) => !stay.some(startsWith(line[0])));
  return [...stay, ...others].slice(0, count);
}

export class Analyst {
  readonly #scope: Scope;
  readonly #study: Study;
  readonly #isWanted = signal(true);
  readonly #lines = signal(0);
  readonly #found = signal<ReadonlyMap<number, Analysis>>(new Map()); /* by node */
  readonly #spent = signal<ReadonlyMap<number, number>>(new Map()); /* ms, by node */
  readonly #isRunning = signal(false);
  readonly #failedAt = signal<Visit | undefined>(undefined);
  readonly #frozenBy = signal<ReadonlySet<"list" | "line">>(new Set());
  readonly #rows = signal<{ node: number; lines: Line[] }>({ node: -1, lines: [] }); /* while the list is frozen */
  readonly #seconds = computed(() => Math.floor((this.#spent.value.get(this.#study.at) ?? 0) / 1000));
  readonly #whole = new Set<number>(); /* nodes of which every move is known */
  #run: Scope | undefined;

  /** `lines`: how many are looked for if nobody has chosen. */
  constructor(scope: Scope, study: Study, lines: number) {
    this.#scope = scope;
    this.#study = study;
    const wishes = { on: true, lines, ...readLocal<Partial<Wishes>>("study-engine") };
    this.#isWanted.value = wishes.on;
    this.#lines.value = wishes.lines;
    scope.effect(() => {
      void [study.visit, this.isOn, study.explorer.isLooking]; /* on which it depends */
      untracked(() => this.#start());
    });
    let cancel = () => {};
    const seen = () => {
      cancel();
      if (document.hidden) cancel = scope.timeout(TIME_MAX, () => this.#rest());
    };
    document.addEventListener("visibilitychange", seen, { signal: scope.signal });
  }

  get isOn(): boolean {
    return this.#isWanted.value && this.#study.showsAnalysis;
  }
  get isRunning(): boolean {
    return this.#isRunning.value;
  }
  get failed(): boolean {
    return this.#failedAt.value === this.#study.visit;
  }
  /** How many are looked for. */
  get lines(): number {
    return this.#lines.value;
  }
  /** The result for the node that is shown. */
  get analysis(): Analysis | undefined {
    return this.#found.value.get(this.#study.at);
  }
  /** Whether the explorer works for this game; undefined: that is not known yet. */
  get hasBook(): boolean | undefined {
    const [any] = this.#found.value.values();
    return any?.book;
  }
  /** It could find more. */
  get canDeepen(): boolean {
    return this.isOn && !this.isRunning && !this.#study.over && !this.#isSettled;
  }
  /** How long it has looked into the node that is shown, all visits together. */
  get seconds(): number {
    return this.#seconds.value;
  }
  /** The lines as the list shows them. */
  get shown(): Line[] {
    const { node, lines } = this.#rows.value;
    const rows = this.#frozenBy.value.size > 0 && node === this.#study.at ? lines : [];
    return arranged(rows, (this.analysis?.lines ?? []).slice(0, this.lines), this.lines);
  }

  /** A pointer or the focus is on the list, or one of its lines on the board: its rows stay where they are. */
  freeze(by: "list" | "line", isFrozen: boolean): void {
    const before = this.#frozenBy.value;
    if (isFrozen === before.has(by)) return;
    if (before.size === 0) this.#setRows();
    const others = [...before].filter((each) => each !== by);
    this.#frozenBy.value = new Set(isFrozen ? [...others, by] : others);
  }

  /** Takes the result of tables or the explorer for a node. With every value known it rests. */
  settle(node: number, known: Analysis): void {
    if (known.final) this.#whole.add(node);
    if (known.final && node === this.#study.at) this.#rest();
    this.#set(node, known);
  }

  turn(on: boolean): void {
    this.#isWanted.value = on;
    this.#saveWishes();
  }

  choose(lines: number): void {
    if (lines < 1 || lines > LINES_MAX) return;
    this.#lines.value = lines;
    this.#saveWishes();
    if ((this.analysis?.lines.length ?? 0) < lines) this.#start();
  }

  deepen(): void {
    this.#start(true);
  }

  #saveWishes(): void {
    writeLocal("study-engine", { on: this.#isWanted.value, lines: this.lines } satisfies Wishes);
  }

  #setRows(): void {
    this.#rows.value = { node: this.#study.at, lines: this.shown };
  }

  get #isSettled(): boolean {
    const { analysis } = this;
    return analysis !== undefined && (analysis.solved || (analysis.final && isProved(analysis)));
  }

  /* As many lines are known as are wanted, or as there are. */
  get #isEnough(): boolean {
    const { analysis } = this;
    return analysis !== undefined && (this.#whole.has(this.#study.at) || analysis.lines.length >= this.lines);
  }

  #start(again = false): void {
    this.#run?.end();
    this.#run = new Scope(this.#scope);
    const { visit, over, explorer } = this.#study;
    const left = TIME_MAX - (again ? 0 : (this.#spent.peek().get(visit.node) ?? 0));
    const isDone = !again && this.#isEnough && (this.#isSettled || left < TIME_MIN);
    /* The values of the explorer replace the lines. */
    this.#isRunning.value = this.isOn && !over && !explorer.isLooking && !isDone;
    if (!this.isRunning) return;
    this.#failedAt.value = undefined;
    void this.#think(this.#run, visit, left < TIME_MIN ? TIME_MAX : left);
  }

  #rest(): void {
    this.#run?.end();
    this.#isRunning.value = false;
  }

  async #think(run: Scope, visit: Visit, milliseconds: number): Promise<void> {
    const { node, game } = visit;
    const lines = Math.max(LINES_MIN, this.lines);
    const shares = lines < LINES_SHARED ? 1 : Math.min(2, workerCount());
    const { nodes, seconds } = this.analysis ?? { nodes: 0, seconds: 0 };
    const questions = new Scope(run);
    const parts: Analysis[] = [];
    let news: Analysis | undefined;
    const publish = () => {
      if (news) this.#know(node, news);
      news = undefined;
    };
    const hear = (share: number, report: Analysis) => {
      parts[share] = report;
      if (Object.keys(parts).length < shares) return;
      const all = together(parts, lines);
      if (all.lines.length < lines && parts.every(({ final }) => final)) this.#whole.add(node);
      if (!news) run.timeout(PACE, publish);
      news = { ...all, nodes: nodes + all.nodes, seconds: seconds + all.seconds };
      if (all.final) questions.end(); /* the others can add nothing */
    };
    const ask = async (share: number) => {
      const onReport = (report: Analysis) => hear(share, report);
      const question = { kind: "analyse", game, lines, milliseconds, shares, share } as const;
      const part = await engine.run(question, { priority: "analysis", signal: questions.signal, onReport }).answer;
      if (part) hear(share, part);
    };
    this.#measure(run, node);
    run.onEnd(publish);
    const hasFailed = await Promise.all(Array.from({ length: shares }, (_, share) => ask(share))).then(
      () => false,
      () => true,
    );
    if (run.hasEnded) return;
    batch(() => {
      if (hasFailed) this.#failedAt.value = visit;
      this.#rest();
    });
  }

  /* Adds the time of a run to that of its node. */
  #measure(run: Scope, node: number): void {
    const since = performance.now() - (this.#spent.peek().get(node) ?? 0);
    const count = () => {
      this.#spent.value = new Map([...this.#spent.peek(), [node, performance.now() - since]]);
    };
    run.interval(PACE, count);
    run.onEnd(count);
  }

  /* A deeper search is not given up for the first report of another; the costs of both are added up. */
  #know(node: number, report: Analysis): void {
    const before = this.#found.peek().get(node);
    const wanted = Math.min(this.lines, report.lines.length);
    const { nodes, seconds } = report;
    const isDeeper = before && before.depth > report.depth && before.lines.length >= wanted && !isProved(report);
    this.#set(node, isDeeper ? { ...before, nodes, seconds } : report);
  }

  #set(node: number, known: Analysis): void {
    batch(() => {
      if (this.#frozenBy.peek().size > 0 && node === this.#study.at) this.#setRows();
      this.#found.value = new Map([...this.#found.peek(), [node, known]]);
    });
  }
}

actions(Analyst, "freeze", "settle", "turn", "choose", "deepen");
