/* Looking for the better move once more. Right is any move that keeps the grade good or better; no score is kept. */
import type { Analysis } from "../core/types";
import type { Judged, GameReview } from "./review";
import { worth, type Value } from "./value";

export interface Tried {
  move: string;
  right: boolean;
  /** What is known of it; undefined: the game was over. */
  value: Value | undefined;
  /** What answers it. */
  reply: string | undefined;
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
    const best = this.judged.ply.best!.line[0];
    const steps = study.now.steps.find(({ move }) => move === best)?.steps ?? [];
    study.touching.letGo();
    study.touching.hint = ++this.#hints > 1 ? steps : steps.slice(0, 1);
    study.redraw();
  }

  show(): void {
    this.shown = true;
    this.review.study.reviewMarks = [`better check ${this.judged.ply.best!.line[0]}`];
    this.review.study.redraw();
    this.review.redraw();
  }

  async try(move: string): Promise<void> {
    if (this.busy || this.solved || this.tried.some((each) => each.move === move)) return;
    const { review } = this;
    const { study } = review;
    this.busy = true;
    review.redraw();
    const moves = [...study.path.map((node) => node.move), move];
    const found = await review.consult(moves).catch(() => undefined);
    this.busy = false;
    if (review.retry !== this) return;
    if (found) this.tried.push(this.#judge(move, found));
    study.touching.hint = [];
    if (this.solved) study.reviewMarks = [`better check ${move}`];
    study.redraw();
    review.redraw();
  }

  /* Against the best there was, as a review compares them. */
  #judge(move: string, found: Analysis): Tried {
    const { turn, ply } = this.judged;
    const { study, told } = this.review;
    const [line] = found.lines;
    if (!line) return { move, right: found.result === `p${turn.player}win`, value: undefined, reply: undefined };
    const own = found.player === turn.player;
    const chance = study.scale.score === "chance";
    const value = line.chances?.[turn.player - 1] ?? (own ? line.value : chance ? 100 - line.value : -line.value);
    const right = move === ply.best!.line[0] || ply.best!.value - value < (told?.thresholds["inaccuracy"] ?? 1);
    return { move, right, value: worth(line, found.player, study.scale), reply: line.line[0] };
  }
}
