/* A small number: fewer, the number, more. At an end the button is off but keeps the focus, so that the keyboard is
   not thrown out. */
import { number, t } from "../i18n/texts";

interface Props {
  label: string;
  value: number;
  least: number;
  most: number;
  describedBy?: string | undefined;
  onChoose(value: number): void;
}

export function Stepper({ label, value, least, most, describedBy, onChoose }: Props) {
  const go = (to: number) => {
    if (to >= least && to <= most) onChoose(to);
  };
  return (
    <span class="step" role="group" aria-label={label} aria-describedby={describedBy}>
      <button
        class="btn btn--icon"
        type="button"
        aria-label={t("step.fewer", { what: label })}
        aria-disabled={value <= least}
        onClick={() => go(value - 1)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <output class="num">{number(value)}</output>
      <button
        class="btn btn--icon"
        type="button"
        aria-label={t("step.more", { what: label })}
        aria-disabled={value >= most}
        onClick={() => go(value + 1)}
      >
        <span aria-hidden="true">+</span>
      </button>
    </span>
  );
}
