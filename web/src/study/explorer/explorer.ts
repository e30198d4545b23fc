/* The explorer of a study: every move of the position with its exact value, from tables of the server, the book or proofs,
   for games that know positions by heart; and which of the three things under the board is shown. While it looks for
   values it has the engine to itself. */
import { Store } from "../../app/store";
import type { Table } from "../../core/table";
import type { Analysis, Explored, ExploredRow, State } from "../../core/types";
import { Engine } from "../../engine/engine";
import type { GameSoFar } from "../../engine/protocol";
import { tableMegabytes } from "../../game/mind";
import { number } from "../../i18n/texts";
import type { Study } from "../study";
import { s } from "../words";
import { readOwnGames } from "./past";
import { probe } from "./tables";

export type Tab = "explorer" | "moves" | "games";

const PATIENCE = 60_000; /* milliseconds */
const ARROWS_MAX = 12; /* with more moves than that only where they lead is shown */

/** Best first; among equals a win soon and a loss late; what is not known last. */
function better(one: ExploredRow, other: ExploredRow): number {
  if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
  if (one.value !== other.value) return other.value - one.value;
  const [soon, late] = [one.plies ?? PATIENCE, other.plies ?? PATIENCE];
  return one.value > 0 ? soon - late : one.value < 0 ? late - soon : 0;
}

export class Explorer extends Store {
  readonly #study: Study;
  readonly #engine = new Engine();
  readonly #offered = new Map<string, boolean>(); /* by game */
  #game: GameSoFar | undefined;
  #node = -1;
  #run = 0;
  #tried = -1; /* the node that was asked about last: what failed there is not tried again by itself */
  #order: string[] = [];

  tab: Tab = "moves";
  rows: ExploredRow[] = [];
  /** Tables or the book know every move. */
  solved = false;
  looking = false;
  /** The row under a pointer or the focus. */
  peek: ExploredRow | undefined;
  /** A pointer or the focus is on the rows: their order stays. */
  held = false;

  constructor(study: Study) {
    super();
    this.#study = study;
  }

  /** Values are shown, and the lines of the engine are not. */
  get active(): boolean {
    return this.tab === "explorer" && this.offered === true && !this.#study.over;
  }

  /** Whether the game is one to explore by value; undefined: that is not known yet. */
  get offered(): boolean | undefined {
    const { id } = this.#study.now;
    return this.#offered.get(id) ?? this.#study.analyst.analysis?.book;
  }

  /** The rows as they are shown. */
  get shown(): ExploredRow[] {
    const rows = [...this.rows].sort(better);
    if (!this.held) this.#order = rows.map(({ moves }) => moves[0]!);
    const place = ({ moves }: ExploredRow) => this.#order.indexOf(moves[0]!);
    return this.held ? rows.sort((one, other) => place(one) - place(other)) : rows;
  }

  get known(): number {
    return this.rows.filter(({ value }) => value !== null).length;
  }

  /** What the best move is worth, once all are known. */
  get best(): number | undefined {
    if (this.rows.length === 0 || this.known < this.rows.length) return undefined;
    return Math.max(...this.rows.map(({ value }) => value!));
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.look(undefined);
    if (tab !== "moves") void readOwnGames();
    this.#begin();
    this.changed();
  }

  /** A row is pointed at; undefined: none any more. */
  look(row: ExploredRow | undefined): void {
    if (row === this.peek) return;
    this.peek = row;
    this.changed();
  }

  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    this.changed();
  }

  /** Another position: what the tables of the server know of it, which is an answer to everything. */
  at(node: number, game: GameSoFar): Promise<Analysis | undefined> | undefined {
    this.#node = node;
    this.#game = game;
    this.#run++;
    this.#tried = -1;
    this.rows = [];
    this.solved = this.looking = this.held = false;
    this.peek = undefined;
    const { now, over } = this.#study;
    if (over || now.turn === "chance") return void this.#begin();
    const run = this.#run;
    const asked = probe(now.game, now.position);
    void Promise.resolve(asked).then((told) => {
      if (run !== this.#run) return;
      if (told) this.#take(tableRows(this.#study.table, told.moves), true);
      else this.#begin();
    });
    return asked?.then((told) =>
      told
        ? analysisOf(
            now,
            told.moves.map(({ move, ...row }) => ({ ...row, moves: [move] })),
            true,
          )
        : undefined,
    );
  }

  /** The engine beside the board has found something: it may be known now whether there is anything to explore. */
  hear(): void {
    if (this.tab !== "explorer" || this.looking || this.rows.length > 0) return;
    if (this.offered !== false && this.#tried !== this.#node) this.#begin();
  }

  close(): void {
    this.#run++;
    this.#engine.close();
  }

  /** What is marked on the board, as src/draw/svg/layers.h reads it; undefined: that is not for the explorer to say. */
  get marks(): string[] | undefined {
    if (this.peek?.value === null) return this.peek.moves.map((move) => `best - ${move}`);
    if (!this.active) return undefined;
    const { touching, now } = this.#study;
    const { touched } = touching;
    const begun = (move: string) => {
      const step = now.steps.find((each) => each.move === move);
      return touched.every((touch, index) => step?.steps[index] === touch);
    };
    const rows = this.peek ? [this.peek] : this.shown;
    const moves = rows.flatMap(({ moves, value }) =>
      value === null ? [] : moves.filter(begun).map((move) => ({ move, value })),
    );
    const best = this.best ?? Number.POSITIVE_INFINITY;
    const [most, less] = this.peek || moves.length <= ARROWS_MAX ? ["best", "also"] : ["reach", "less"];
    return moves.map(({ move, value }) => `${value === best ? most : less} =${moverValue(value)} ${move}`);
  }

  /** For the ear. */
  get spoken(): string {
    const known = this.shown.filter(({ value }) => value !== null).slice(0, 8);
    if (!this.active || known.length === 0) return "";
    return s("explorer.spoken", {
      moves: known.map(({ moves, value }) => `${moves[0]} ${moverValue(value!)}`).join(", "),
    });
  }

  #begin(): void {
    const { analyst, over, now } = this.#study;
    const wanted = this.tab === "explorer" && !over && now.turn !== "chance" && this.offered !== false;
    if (!wanted) {
      if (this.looking) this.#run++;
      this.looking = false;
      this.#engine.cancel();
      analyst.mute(this, false);
      return this.changed();
    }
    if (this.rows.length > 0 || this.looking) return analyst.mute(this, this.looking);
    if (this.offered === undefined && analyst.running) return; /* it will tell */
    this.looking = true;
    this.#tried = this.#node;
    analyst.mute(this, true);
    this.changed();
    void this.#ask(++this.#run);
  }

  async #ask(run: number): Promise<void> {
    const question = {
      kind: "explore",
      game: this.#game!,
      milliseconds: PATIENCE,
      megabytes: tableMegabytes(),
    } as const;
    const last = await this.#engine
      .ask(question, (report) => run === this.#run && this.#hear(report))
      .catch(() => "failed" as const);
    if (run !== this.#run) return;
    if (last === undefined) return; /* who asked for the threat meanwhile has everybody look again */
    this.looking = false;
    if (last !== "failed") this.#hear(last);
    this.#study.analyst.mute(this, false);
    this.changed();
  }

  #hear({ offered, solved, rows }: Explored): void {
    this.#offered.set(this.#study.now.id, offered);
    if (offered) this.#take(rows, solved);
  }

  #take(rows: ExploredRow[], solved: boolean): void {
    this.rows = rows;
    this.solved = solved;
    if (solved) this.looking = false;
    this.#study.analyst.settle(this.#node, analysisOf(this.#study.now, rows, solved));
    this.changed();
  }
}

/** From the side of whoever is to move. */
export const moverValue = (value: number): string => (value < 0 ? `−${number(-value)}` : number(value));

/* The moves of a table, those that are alike in one row. */
function tableRows(
  table: Table,
  moves: { move: string; kind: ExploredRow["kind"]; value: number | null; plies: number | null; over: boolean }[],
): ExploredRow[] {
  const told = new Map(moves.map(({ move, ...row }) => [move, row]));
  return table.core.ask("table_alike", table.number).alike.map((alike) => ({ moves: alike, ...told.get(alike[0]!)! }));
}

/* What the rows say of the position, as the engine would. What is still open makes a bound of the best that is known. */
function analysisOf(now: State, rows: ExploredRow[], solved: boolean): Analysis {
  const known = rows.filter(({ value }) => value !== null).sort(better);
  const whole = known.length === rows.length;
  return {
    game: now.game,
    position: now.position,
    player: now.seat,
    result: "none",
    depth: 0,
    nodes: 0,
    seconds: 0,
    lines: known.map(({ moves, value, plies }, index) => ({
      kind: index === 0 && !whole ? ("lower" as const) : ("exact" as const),
      value: value!,
      depth: 1,
      line: [moves[0]!],
      ...(plies !== null && { plies }),
    })),
    final: whole,
    solved: solved && whole,
    book: true,
  };
}
