/* Looking for the better move once more. Right is any move that keeps the grade good or better; no score is kept. */
import { Table } from "../../core/table";
import type { Analysis, Line } from "../../core/types";
import { replyIn, type Reply } from "../answer";
import type { Judged, GameReview } from "./review";
import { worth, type Value } from "../value";

export interface Tried {
  move: string;
  right: boolean;
  /** What is known of it. */
  value: Value;
  /** What answers it, as it is played on the board. */
  reply: Reply | undefined;
}

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
    return this.tried.some(({ right }) => right);
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
      if (!tried.right && tried.reply)
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
    const { turn, ply } = this.judged;
    const { study, told } = this.review;
    const [line] = found.lines;
    const known = line ? this.#lineValue(line, found.player) : this.#rollOrEnd(move, found);
    const right = move === ply.best!.line[0] || ply.best!.value - known.value < (told?.thresholds["inaccuracy"] ?? 1);
    const value = line ? worth(line, found.player, study.scale) : worth(known, turn.player, study.scale);
    const reply = line && replyIn(study.now, study.events, [move, ...line.line], turn.player);
    return { move, right, value, reply };
  }

  /* For who tried. */
  #lineValue({ kind, value, chances }: Line, player: number): Pick<Line, "kind" | "value"> {
    const { turn } = this.judged;
    const chance = this.review.study.scale.score === "chance";
    const own = player === turn.player ? value : chance ? 100 - value : -value;
    return { kind, value: chances?.[turn.player - 1] ?? own };
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
