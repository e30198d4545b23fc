/* A choice among a few: native radio buttons that look like one strip. More than five: take a Select. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface Segment {
  value: string;
  label: ComponentChildren;
}

interface Props {
  label: string;
  value: string;
  choices: readonly Segment[];
  describedBy?: string | undefined;
  onChoose(value: string): void;
}

export function Segments({ label, value, choices, describedBy, onChoose }: Props) {
  const name = useId();
  return (
    <div class="seg" role="radiogroup" aria-label={label} aria-describedby={describedBy}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
