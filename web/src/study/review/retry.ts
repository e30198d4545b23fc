/* Looking for the better move once more. Right is any move that keeps the grade good or better; no score is kept. */
import type { Analysis, Line } from "../../core/types";
import { replyIn, type Reply } from "../answer";
import type { Judged, GameReview } from "./review";
import { worth, type Value } from "../value";

export interface Tried {
  move: string;
  right: boolean;
  /** What is known of it; undefined: the game was over. */
  value: Value | undefined;
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
    const before = study.path.map((node) => node.move);
    const found = await review.consult([...before, move]).catch(() => undefined);
    this.busy = false;
    if (review.retry !== this) return;
    study.touching.hint = [];
    if (found) {
      const tried = this.#judge(move, found, before);
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

  /** The answer is on the board. */
  get answered(): boolean {
    return (this.review.study.preview?.step ?? 0) > 1;
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
  #judge(move: string, found: Analysis, before: string[]): Tried {
    const { turn, ply } = this.judged;
    const { study, told } = this.review;
    const [line] = found.lines;
    if (!line) return { move, right: found.result === `p${turn.player}win`, value: undefined, reply: undefined };
    const reply = replyIn(study.now, before, [move, ...line.line], turn.player);
    const own = found.player === turn.player;
    const chance = study.scale.score === "chance";
    const value = line.chances?.[turn.player - 1] ?? (own ? line.value : chance ? 100 - line.value : -line.value);
    const right = move === ply.best!.line[0] || ply.best!.value - value < (told?.thresholds["inaccuracy"] ?? 1);
    return { move, right, value: worth(line, found.player, study.scale), reply };
  }
}
