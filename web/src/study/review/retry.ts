/* Looking for the better move once more. A move that is no mistake is accepted; if it loses something all the same, the
   panel says that there is a better one. No score is counted. */
import { batch, signal } from "@preact/signals";
import { actions } from "../../app/model";
import type { Scope } from "../../app/scope";
import { Table } from "../../core/table";
import type { Analysis, Certainty, Line } from "../../core/types";
import { engine } from "../../engine/engine";
import { replyIn, type Reply } from "../answer";
import { worth, type Value } from "../value";
import type { GameReview, Judged } from "./review";

export interface Tried {
  move: string;
  /** "accepted": no mistake, but there is a better move. */
  verdict: "best" | "accepted" | "wrong";
  /** Its value. */
  value: Value;
  /** The answer to it, as it is played on the board. */
  reply: Reply | undefined;
}

const TIME = 1500; /* ms for a move that is tried */

const turned = (kind: Certainty): Certainty => (kind === "lower" ? "upper" : kind === "upper" ? "lower" : kind);

export class Retry {
  readonly review: GameReview;
  readonly judged: Judged;
  readonly #scope: Scope;
  readonly #tried = signal<Tried[]>([]);
  readonly #isBusy = signal(false);
  readonly #shown = signal<string | undefined>(undefined);
  #hints = 0;

  constructor(scope: Scope, review: GameReview, judged: Judged) {
    this.#scope = scope;
    this.review = review;
    this.judged = judged;
  }

  get tried(): Tried[] {
    return this.#tried.value;
  }
  /** The engine judges a move. */
  get isBusy(): boolean {
    return this.#isBusy.value;
  }
  get isSolved(): boolean {
    return this.tried.some(({ verdict }) => verdict !== "wrong");
  }
  /** The move that was found, or that the player asked to see. */
  get marks(): string[] {
    const move = this.#shown.value;
    return move === undefined ? [] : [`better check ${move}`];
  }
  /** The move that was tried is on the board, with the answer to it. */
  get isOnBoard(): boolean {
    return this.review.study.preview !== undefined;
  }

  get #best(): string {
    return this.judged.ply.best!.line[0]!;
  }

  /** Rings the piece to move; asked again, also where it goes. */
  hint(): void {
    const { study } = this.review;
    const steps = study.now.steps.find(({ move }) => move === this.#best)?.steps ?? [];
    study.suggest(++this.#hints > 1 ? steps : steps.slice(0, 1));
  }

  show(): void {
    this.review.study.back();
    this.#shown.value = this.#best;
  }

  /** The board goes back to where the move is looked for. */
  another(): void {
    this.review.study.back();
  }

  async try(move: string): Promise<void> {
    if (this.isBusy || this.isSolved || this.tried.some((each) => each.move === move)) return;
    const { game } = this.review.study.visit;
    this.#isBusy.value = true;
    this.#play([move]);
    const moves = [...game.moves, move];
    const question = { kind: "analyse", game: { ...game, moves }, lines: 1, milliseconds: TIME } as const;
    const { answer } = engine.run(question, { priority: "hint", signal: this.#scope.signal });
    const found = await answer.catch(() => undefined);
    if (!this.#scope.hasEnded) this.answer(move, found);
  }

  /** Takes the analysis after a move; undefined: the engine can't be had. */
  answer(move: string, found: Analysis | undefined): void {
    const { study } = this.review;
    this.#isBusy.value = false;
    study.selection.suggest([]);
    if (!found) return;
    const tried = this.#judge(move, found);
    this.#tried.value = [...this.tried, tried];
    if (this.isSolved) {
      study.back();
      this.#shown.value = move;
    } else if (tried.reply) this.#play([move, ...(found.lines[0]?.line ?? [])], this.#upTo(found, tried.reply));
  }

  /* On the board, but not in the moves. */
  #play(line: string[], steps = 1): void {
    const { study } = this.review;
    batch(() => {
      study.pin({ ...(this.judged.ply.best as Line), line }, 1);
      for (let step = 0; step < steps; step++) study.step(1);
    });
  }

  /* The move and its line up to the end of the answer. */
  #upTo({ lines }: Analysis, { moves }: Reply): number {
    const line = lines[0]!.line;
    return 1 + line.indexOf(moves[0]!) + moves.length;
  }

  /* Against the best there was, as a review compares them. */
  #judge(move: string, found: Analysis): Tried {
    const { turn } = this.judged;
    const { study } = this.review;
    const [line] = found.lines;
    const known = line ? this.#lineValue(line, found.player) : this.#rollOrEnd(move, found);
    const value = line ? worth(line, found.player, study.scale) : worth(known, turn.player, study.scale);
    const reply = line && replyIn(study.now, study.events, [move, ...line.line], turn.player);
    return { move, verdict: this.#verdict(move, known), value, reply };
  }

  /* A mistake is the same as in a review (src/study/review_grade.c): it loses much, or is proved to lose the result. The
     move that was played is not tried again, and a slip must at least be better than that. */
  #verdict(move: string, known: Pick<Line, "kind" | "value">): Tried["verdict"] {
    const { ply } = this.judged;
    const best = ply.best!;
    const { inaccuracy = 1, mistake = 1 } = this.review.told?.thresholds ?? {};
    if (move === best.line[0]) return "best";
    if (move === ply.move) return "wrong";
    const lost = best.value - known.value;
    const proved = ["exact", "lower"].includes(best.kind) && ["exact", "upper"].includes(known.kind) && lost > 0;
    const margin = this.review.study.scale.score === "margin";
    if (lost >= mistake || (proved && margin && Math.sign(best.value) > Math.sign(known.value))) return "wrong";
    if (lost < inaccuracy) return proved ? "accepted" : "best";
    return known.value > ply.played!.value ? "accepted" : "wrong";
  }

  /* For the player who tried. */
  #lineValue({ kind, value, chances }: Line, player: number): Pick<Line, "kind" | "value"> {
    const { turn } = this.judged;
    if (player === turn.player) return { kind, value };
    const chance = this.review.study.scale.score === "chance";
    return { kind: turned(kind), value: chances?.[turn.player - 1] ?? (chance ? 100 - value : -value) };
  }

  /* The move ended the turn, and a die is to be rolled; or it ended the game. */
  #rollOrEnd(move: string, { roll, result }: Analysis): Pick<Line, "kind" | "value"> {
    const { player } = this.judged.turn;
    const { scale, now, events } = this.review.study;
    if (roll) return { kind: "estimate", value: roll.averages[player - 1]! };
    const even = result === "draw" ? 100 / scale.players : 0;
    if (scale.score === "chance") return { kind: "exact", value: result === `p${player}win` ? 100 : even };
    const table = Table.after(now, [...events, move]);
    const { points } = table.state();
    table.close();
    return { kind: "exact", value: points[player - 1]! - points[2 - player]! };
  }
}

actions(Retry, "hint", "show", "another", "try", "answer");
