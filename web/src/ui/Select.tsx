/* A choice among many: the native list. */
interface Props {
  label: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  describedBy?: string | undefined;
  onChoose(value: string): void;
}

export function Select({ label, value, choices, describedBy, onChoose }: Props) {
  return (
    <select
      class="field"
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} selected={choice.value === value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
