/* Looking for the better move once more. A move that is no mistake is accepted; if it loses something all the same, the
   panel says that there is a better one. No score is kept. */
import { Table } from "../../core/table";
import type { Analysis, Certainty, Line } from "../../core/types";
import { replyIn, type Reply } from "../answer";
import type { Judged, GameReview } from "./review";
import { worth, type Value } from "../value";

export interface Tried {
  move: string;
  /** "accepted": no mistake, but there is a better move. */
  verdict: "best" | "accepted" | "wrong";
  /** What is known of it. */
  value: Value;
  /** What answers it, as it is played on the board. */
  reply: Reply | undefined;
}

const turned = (kind: Certainty): Certainty => (kind === "lower" ? "upper" : kind === "upper" ? "lower" : kind);

export class Retry {
  tried: Tried[] = [];
  busy = false;
  shown = false;
  #hints = 0;

  constructor(
    readonly review: GameReview,
    readonly judged: Judged,
  ) {}

  get solved(): boolean {
    return this.tried.some(({ verdict }) => verdict !== "wrong");
  }

  /** The man to move; asked again, where he goes. */
  hint(): void {
    const { study } = this.review;
    study.back();
    const best = this.judged.ply.best!.line[0];
    const steps = study.now.steps.find(({ move }) => move === best)?.steps ?? [];
    study.touching.letGo();
    study.touching.hint = ++this.#hints > 1 ? steps : steps.slice(0, 1);
    study.redraw();
  }

  show(): void {
    this.shown = true;
    this.review.study.back();
    this.review.study.reviewMarks = [`better check ${this.judged.ply.best!.line[0]}`];
    this.review.study.redraw();
    this.review.redraw();
  }

  async try(move: string): Promise<void> {
    if (this.busy || this.solved || this.tried.some((each) => each.move === move)) return;
    const { review } = this;
    const { study } = review;
    this.busy = true;
    this.#play([move]);
    review.redraw();
    const found = await review.consult(move).catch(() => undefined);
    this.busy = false;
    if (review.retry !== this) return;
    study.touching.hint = [];
    if (found) {
      const tried = this.#judge(move, found);
      this.tried.push(tried);
      if (tried.verdict === "wrong" && tried.reply)
        this.#play([move, ...(found.lines[0]?.line ?? [])], this.#upTo(found, tried.reply));
    }
    if (this.solved) {
      study.back();
      study.reviewMarks = [`better check ${move}`];
    }
    study.redraw();
    review.redraw();
  }

  /** The board goes back to where the move is looked for. */
  another(): void {
    this.review.study.back();
    this.review.redraw();
  }

  /** What was tried is on the board, and what answers it. */
  get onBoard(): boolean {
    return this.review.study.preview !== undefined;
  }

  /* On the board, but not in the moves. */
  #play(line: string[], steps = 1): void {
    const { study } = this.review;
    study.pin({ ...(this.judged.ply.best as Line), line }, 1);
    for (let step = 0; step < steps; step++) study.step(1);
  }

  /* The move and whatever its line has up to the end of the answer. */
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

  /* A mistake is what a review calls one (src/study/review_grade.c): it loses much, or is proved to lose the result. The
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
