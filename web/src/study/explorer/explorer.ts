/* The explorer of a study: every move of the position with its exact value, from tables of the server, the book or proofs,
   for games that have a book; the games that were at this position; and which of the three tabs under the board is shown. */
import { batch, computed, signal, untracked } from "@preact/signals";
import { actions } from "../../app/model";
import { Scope } from "../../app/scope";
import type { Analysis, Explored, ExploredRow, Past, State } from "../../core/types";
import { engine } from "../../engine/engine";
import { number } from "../../i18n/texts";
import type { Study, Visit } from "../study";
import type { StudyTable } from "../table";
import { studyText } from "../words";
import { fileGames, ownGames, readOwnGames } from "./past";
import { type Probe, probe } from "./tables";

export type Tab = "explorer" | "moves" | "games";

const TIME_MAX = 60_000; /* ms */
const PLIES_MAX = 10_000; /* more than any game has */
const ARROWS_MAX = 12; /* with more moves only their targets are shown */
const SPOKEN_MAX = 8;
const NO_ROWS: ExploredRow[] = [];

/** Best first; among equals an early win and a late loss; unknown values last. */
function better(one: ExploredRow, other: ExploredRow): number {
  if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
  if (one.value !== other.value) return other.value - one.value;
  const [soon, late] = [one.plies ?? PLIES_MAX, other.plies ?? PLIES_MAX];
  return one.value > 0 ? soon - late : one.value < 0 ? late - soon : 0;
}

const knownIn = (rows: ExploredRow[]) => rows.filter(({ value }) => value !== null).length;

/* State of one visit. */
type During<T> = (T & { visit: Visit }) | undefined;

export class Explorer {
  readonly #study: Study;
  readonly #tab = signal<Tab>("moves");
  readonly #isOffered = signal<boolean | undefined>(undefined);
  readonly #endedAt = signal<Visit | undefined>(undefined); /* the search has ended, or failed */
  readonly #found = signal<During<{ rows: ExploredRow[]; solved: boolean }>>(undefined);
  readonly #peek = signal<During<{ row: ExploredRow }>>(undefined);
  readonly #frozen = signal<During<{ order: string[] }>>(undefined);
  readonly #own = signal<Past | undefined>(undefined);
  readonly #file = signal<Past | undefined>(undefined);
  readonly #isLooking = computed(() => {
    const { visit, over, now } = this.#study;
    if (this.tab !== "explorer" || over || now.turn === "chance") return false;
    return !this.solved && this.#endedAt.value !== visit && this.offered !== false;
  });

  constructor(scope: Scope, study: Study) {
    this.#study = study;
    scope.effect(() => {
      const { visit } = study;
      const stay = new Scope(scope);
      untracked(() => void this.#probe(stay, visit));
      return () => stay.end();
    });
    scope.effect(() => {
      if (!this.isLooking) return;
      const { visit } = study;
      const run = new Scope(scope);
      untracked(() => void this.#explore(run, visit));
      return () => run.end();
    });
    scope.effect(() => {
      if (this.tab === "moves") return;
      void [
        study.visit,
        ownGames.count,
        ownGames.isReading,
        fileGames.count,
        fileGames.isReading,
      ]; /* on which it depends */
      if (study.table.closed) return; /* it brought the core down */
      untracked(() => {
        this.#own.value = ownGames.find(study.table.number);
        this.#file.value = fileGames.find(study.table.number);
      });
    });
  }

  #during<T>(about: During<T>): During<T> {
    return about?.visit === this.#study.visit ? about : undefined;
  }

  get tab(): Tab {
    return this.#tab.value;
  }
  /** Whether the game has a book; undefined: that is not known yet. */
  get offered(): boolean | undefined {
    return this.#isOffered.value ?? this.#study.analyst.hasBook;
  }
  /** Values are shown, and the lines of the engine are not. */
  get active(): boolean {
    return this.tab === "explorer" && this.offered === true && !this.#study.over;
  }
  /** The engine looks for values, which replace the lines: there is no analysis meanwhile. */
  get isLooking(): boolean {
    return this.#isLooking.value;
  }
  get rows(): ExploredRow[] {
    return this.#during(this.#found.value)?.rows ?? NO_ROWS;
  }
  /** Tables or the book know every move. */
  get solved(): boolean {
    return this.#during(this.#found.value)?.solved ?? false;
  }
  get known(): number {
    return knownIn(this.rows);
  }
  /** The rows as they are shown. */
  get shown(): ExploredRow[] {
    const rows = [...this.rows].sort(better);
    const order = this.#during(this.#frozen.value)?.order;
    const place = ({ moves }: ExploredRow) => order!.indexOf(moves[0]!);
    return order ? rows.sort((one, other) => place(one) - place(other)) : rows;
  }
  /** The value of the best move, once all are known. */
  get best(): number | undefined {
    if (this.rows.length === 0 || this.known < this.rows.length) return undefined;
    return Math.max(...this.rows.map(({ value }) => value!));
  }
  /** The row under a pointer or the focus. */
  get peek(): ExploredRow | undefined {
    return this.#during(this.#peek.value)?.row;
  }
  /** The player's own games at this position. */
  get own(): Past | undefined {
    return this.#own.value;
  }
  /** Those of the file that was opened last. */
  get file(): Past | undefined {
    return this.#file.value;
  }

  show(tab: Tab): void {
    this.#tab.value = tab;
    this.#peek.value = undefined;
    if (this.rows.length === 0) this.#endedAt.value = undefined; /* a failed search is tried again */
    if (tab !== "moves") void readOwnGames();
  }

  /** A row is pointed at; undefined: none any more. */
  look(row: ExploredRow | undefined): void {
    if (row !== this.peek) this.#peek.value = row && { visit: this.#study.visit, row };
  }

  /** A pointer or the focus is on the rows: their order stays. */
  freeze(isFrozen: boolean): void {
    if (!isFrozen) this.#frozen.value = undefined;
    else if (!this.#during(this.#frozen.value))
      this.#frozen.value = { visit: this.#study.visit, order: this.shown.map(({ moves }) => moves[0]!) };
  }

  /** Marks on the board as src/draw/svg/layers.h reads them; undefined: the explorer has none. */
  get marks(): string[] | undefined {
    const { peek } = this;
    if (peek?.value === null) return peek.moves.map((move) => `best - ${move}`);
    if (!this.active) return undefined;
    const { selection, now } = this.#study;
    const isBegun = (move: string) => {
      const step = now.steps.find((each) => each.move === move);
      return selection.selected.every((id, index) => step?.steps[index] === id);
    };
    const rows = peek ? [peek] : this.shown;
    const moves = rows.flatMap(({ moves, value }) =>
      value === null ? [] : moves.filter(isBegun).map((move) => ({ move, value })),
    );
    const best = this.best ?? Number.POSITIVE_INFINITY;
    const [most, less] = peek || moves.length <= ARROWS_MAX ? ["best", "also"] : ["reach", "less"];
    return moves.map(({ move, value }) => `${value === best ? most : less} =${moverValue(value)} ${move}`);
  }

  /** For screen readers. */
  get spoken(): string {
    const known = this.shown.filter(({ value }) => value !== null).slice(0, SPOKEN_MAX);
    if (!this.active || known.length === 0) return "";
    return studyText("explorer.spoken", {
      moves: known.map(({ moves, value }) => `${moves[0]} ${moverValue(value!)}`).join(", "),
    });
  }

  /* Tables of the server know every move. The engine does not wait for them, and rests when they answer. */
  async #probe(stay: Scope, visit: Visit): Promise<void> {
    const { state } = visit;
    if (state.end !== "open" || state.turn === "chance") return;
    const told = await probe(state.game, state.position, stay);
    if (!told || stay.hasEnded) return;
    batch(() => {
      const each = told.moves.map(({ move, ...row }) => ({ ...row, moves: [move] }));
      this.#found.value = { visit, rows: tableRows(this.#study.table, told), solved: true };
      this.#study.analyst.settle(visit.node, analysisOf(state, each, true));
    });
  }

  async #explore(run: Scope, visit: Visit): Promise<void> {
    const onReport = ({ offered, solved, rows }: Explored) =>
      batch(() => {
        this.#isOffered.value = offered;
        if (!offered || knownIn(rows) < this.known) return; /* a search that was interrupted starts anew */
        this.#found.value = { visit, rows, solved };
        this.#study.analyst.settle(visit.node, analysisOf(visit.state, rows, solved));
      });
    const question = { kind: "explore", game: visit.game, milliseconds: TIME_MAX } as const;
    const { answer } = engine.run(question, { priority: "explorer", signal: run.signal, onReport });
    const last = await answer.catch(() => undefined);
    if (run.hasEnded) return;
    batch(() => {
      if (last) onReport(last);
      this.#endedAt.value = visit;
    });
  }
}

actions(Explorer, "show", "look", "freeze");

/** From the side of the player to move. */
export const moverValue = (value: number): string => (value < 0 ? `−${number(-value)}` : number(value));

/* The moves of a table, with equivalent moves in one row. */
function tableRows(table: StudyTable, { moves }: Probe): ExploredRow[] {
  const told = new Map(moves.map(({ move, ...row }) => [move, row]));
  return table.core.ask("table_alike", table.number).alike.map((alike) => ({ moves: alike, ...told.get(alike[0]!)! }));
}

/* The value of the position by its rows, as the engine reports it. With unknown rows, the best known one is a bound. */
function analysisOf(now: State, rows: ExploredRow[], solved: boolean): Analysis {
  const known = rows.filter(({ value }) => value !== null).sort(better);
  const isWhole = known.length === rows.length;
  return {
    game: now.game,
    position: now.position,
    player: now.seat,
    result: "none",
    depth: 0,
    nodes: 0,
    seconds: 0,
    lines: known.map(({ moves, value, plies }, index) => ({
      kind: index === 0 && !isWhole ? ("lower" as const) : ("exact" as const),
      value: value!,
      depth: 1,
      line: [moves[0]!],
      ...(plies !== null && { plies }),
    })),
    final: isWhole,
    solved: solved && isWhole,
    book: true,
  };
}
