/* Where this tab was in its last study and the review of it: after a look at the rules you are back at the same place, and
   nothing is graded again. */
import type { Scope } from "../app/scope";
import { currentStudy } from "../storage/study";
import { Grading } from "./review/grading";
import { GameReview, type ReviewPlace } from "./review/review";
import type { Study } from "./study";

interface Place {
  /** Of the study among the records. */
  id: string;
  /** The moves to the node that was shown. */
  study?: string[];
  review?: ReviewPlace;
  /** The review is of this line, whatever has become of the tree since. */
  line?: string;
  grading?: Grading;
}

let last: Place = { id: "" };

/* What is known about the current study. */
function ofCurrent(): Place {
  const { id } = currentStudy()!;
  if (id !== last.id) last = { id };
  return last;
}

/** Goes to where the current study was left. */
export function resumeStudy(scope: Scope, study: Study): void {
  const left = ofCurrent();
  if (left.study) study.go(study.nodeAfter(left.study));
  scope.onEnd(() => (left.study = study.path.map(({ move }) => move)));
}

/** The review of the current study as it was left. It begins anew if the game is another one by now. */
export function resumeReview(scope: Scope, study: Study): GameReview {
  const left = ofCurrent();
  const line = study.mainLine.map(({ move }) => move).join(" ");
  const isSame = left.line === line;
  const grading = (isSame && left.grading) || new Grading(study.record());
  const review = new GameReview(scope, study, grading);
  if (isSame && left.review) review.goTo(left.review);
  Object.assign(left, { line, grading });
  scope.onEnd(() => (left.review = review.place));
  return review;
}
