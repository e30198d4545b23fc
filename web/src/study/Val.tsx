/* A number and how sure it is: three shapes, three signs, three words. And the words of the verdict. */
import { Man } from "../board/Man";
import { number, t } from "../i18n/texts";
import type { Reply } from "./answer";
import type { Study } from "./study";
import type { Value } from "./value";
import { about, studyText } from "./words";

const SIGNS = { proved: "=", solved: "=", least: "≥", most: "≤", estimate: "≈" } as const;
const SHAPES = {
  proved: "val--proved",
  solved: "val--solved",
  least: "val--bound val--least",
  most: "val--bound val--most",
  estimate: "val--est",
} as const;

const isPercent = (study: Study) => study.scale.score === "chance";

export function amountText(study: Study, { amount, sure }: Value): string {
  if (isPercent(study)) return studyText("percent", { amount: number(amount) });
  return sure === "estimate" && amount !== 0
    ? number(amount, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    : number(amount);
}

/** For screen readers: "Black, at most 1 point, bound." `you`: the seat of the player at the screen, here and below. */
export function spokenValue(study: Study, value: Value, you?: number): string {
  const { seat, sure } = value;
  const amount = isPercent(study) ? amountText(study, value) : studyText("points", { points: value.amount });
  if (seat === 0) return studyText("spoken.even", { who: studyText("even"), sure: studyText(`sure.${sure}`) });
  const who = seat === you ? t("play.you") : study.nameOf(seat);
  return studyText("spoken", { who, amount, sure: studyText(`sure.${sure}`) });
}

interface ValProps {
  study: Study;
  value: Value;
  wide?: boolean;
  you?: number | undefined;
}

export function Val({ study, value, wide = false, you }: ValProps) {
  const { seat, sure } = value;
  const piece = seat > 0 ? study.pieceOf(seat) : null;
  return (
    <span class={`val ${SHAPES[sure]}${wide ? " val--wide" : ""}`}>
      <span class="sr">{spokenValue(study, value, you)}</span>
      {piece !== null && <Man game={study.spec} kind={piece} />}
      <b aria-hidden="true">
        <i>{SIGNS[sure]}</i>
        {amountText(study, value)}
      </b>
      <em aria-hidden="true">{studyText(`sure.${sure}`)}</em>
    </span>
  );
}

/** The value of the position in a few words. "Wins" only if that is proved. */
export function verdictWords(study: Study, value: Value, you?: number): string {
  const { seat, sure, amount } = value;
  if (seat === 0) return studyText(sure === "estimate" ? "verdict.about-even" : "verdict.even");
  const who = study.nameOf(seat);
  const isYou = seat === you;
  const proved = sure === "proved" || sure === "solved";
  if (isPercent(study)) {
    if (amount === 50) return studyText(proved ? "verdict.even" : "verdict.about-even");
    return about(isYou, proved && amount === 100 ? "verdict.wins-game" : "verdict.leads", { who });
  }
  if (amount === 0) return about(isYou, "verdict.not-lose", { who });
  const points = amountText(study, value);
  switch (sure) {
    case "proved":
    case "solved":
      return about(isYou, "verdict.wins", { who, points });
    case "least":
      return about(isYou, "verdict.least", { who, points });
    case "most":
      return about(isYou, "verdict.most", { who, points });
    default:
      return about(isYou, "verdict.about", { who, points });
  }
}

/** "Black answers a1-d1 and is ahead by at least 17." If the answer leaves its player behind, the verdict instead. */
export function answerWords(study: Study, { player, moves }: Reply, value: Value | undefined, you?: number): string {
  const who = study.nameOf(player);
  const isYou = player === you;
  const reply = moves.join(" ");
  if (!value) return about(isYou, "why.answers", { who, reply });
  if (value.seat !== player || value.amount === 0)
    return about(isYou, "why.answer", { who, reply, verdict: verdictWords(study, value, you) });
  const amount = amountText(study, value);
  if (isPercent(study)) return about(isYou, "why.answer-chance", { who, reply, amount });
  return about(isYou, `why.answer-${value.sure}`, { who, reply, amount });
}
