/* The options of a game, made from what the core says about them. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { PositionBoard } from "../board/StillBoard";
import type { GameOption } from "../core/types";
import { maybe, t } from "../i18n/texts";
import { Segments } from "../ui/Segments";
import { Select } from "../ui/Select";
import { Stepper } from "../ui/Stepper";
import { isSmall, lot } from "./choice";
import { hasWords, namedValues, optionHint, optionLabel, valueLabel } from "./words";

const SEGMENTS_MAX = 5;

/** A line of the list: what it is called, a hint, and the control. */
export function OptionRow({
  label,
  hint,
  wide,
  children,
}: {
  label: string;
  hint: string;
  wide?: boolean;
  children: (hint?: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class={wide ? "opt opt--wide" : "opt"}>
      <span class="optname">
        {label}
        {hint !== "" && <small id={id}>{hint}</small>}
      </span>
      {children(hint === "" ? undefined : id)}
    </div>
  );
}

interface Props {
  game: string;
  option: GameOption;
  value: string;
  /** The value as the core reads it: the drawing that a word stands for. */
  meant: string | undefined;
  onChoose(value: string): void;
}

/* Boards are chosen by their pictures. */
function pictured(game: string, key: string, value: string) {
  return (
    <>
      <PositionBoard spec={`${game}:${key}=${value}`} />
      {valueLabel(game, key, value)}
    </>
  );
}

function Choices({ game, option, value, values, onChoose }: Props & { values: string[] }) {
  const label = optionLabel(game, option);
  const few = values.length <= SEGMENTS_MAX;
  const labelOf = option.key === "board" ? pictured : valueLabel;
  const same = { label, value, onChoose };
  return (
    <OptionRow label={label} hint={optionHint(game, option)} wide={few && (values.length > 2 || labelOf === pictured)}>
      {(hint) =>
        few ? (
          <Segments
            {...same}
            choices={values.map((one) => ({ value: one, label: labelOf(game, option.key, one) }))}
            describedBy={hint}
          />
        ) : (
          <Select
            {...same}
            choices={values.map((one) => ({ value: one, label: valueLabel(game, option.key, one) }))}
            describedBy={hint}
          />
        )
      }
    </OptionRow>
  );
}

function NumberOption(props: Props) {
  const { game, option, value, onChoose } = props;
  const { key, least, most } = option;
  const label = optionLabel(game, option);
  if (!isSmall(option)) return <Seed {...props} />;
  const values = Array.from({ length: most - least + 1 }, (_, index) => String(least + index));
  if (hasWords(game, key, values)) return <Choices {...props} values={values} />;
  return (
    <OptionRow label={label} hint={optionHint(game, option)}>
      {(hint) => (
        <Stepper
          label={label}
          value={Number(value)}
          least={least}
          most={most}
          describedBy={hint}
          onChoose={(to) => onChoose(String(to))}
        />
      )}
    </OptionRow>
  );
}

/* A number with too many values for a stepper: a button draws another. Few digits are easy to share with a friend. */
const SEEDS = 9999;

function Seed({ game, option, value, onChoose }: Props) {
  const label = optionLabel(game, option);
  const another = `option.${game}.${option.key}.another`;
  const span = Math.min(SEEDS, option.most - option.least);
  return (
    <OptionRow label={label} hint={optionHint(game, option)}>
      {(hint) => (
        <span class="seed">
          <input
            class="field num"
            inputMode="numeric"
            aria-label={label}
            aria-describedby={hint}
            value={value}
            maxLength={10}
            onInput={(event) => {
              const digits = event.currentTarget.value.replace(/\D/g, "");
              event.currentTarget.value = digits;
              if (digits !== "") onChoose(String(Math.min(option.most, Math.max(option.least, Number(digits)))));
            }}
          />
          <button class="btn" type="button" onClick={() => onChoose(String(option.least + 1 + lot(span)))}>
            {maybe(another) ?? t("setup.another")}
          </button>
        </span>
      )}
    </OptionRow>
  );
}

/* A text is one of some words, or anything that the player writes. A drawing has one row per line here. */
const OTHER = "\n";

function TextOption({ game, option, value, meant, onChoose }: Props) {
  const { words, other } = namedValues(option);
  const [own, setOwn] = useState(words.includes(value) ? "" : value);
  const [free, setFree] = useState(!words.includes(value));
  const label = optionLabel(game, option);
  const otherKey = `option.${game}.${option.key}.other`;
  const choices = words.map((one) => ({ value: one, label: valueLabel(game, option.key, one) }));
  if (other) choices.push({ value: OTHER, label: maybe(otherKey) ?? t("setup.other") });
  const write = (text: string) => {
    const rows = text
      .split(/[\s/]+/)
      .filter((row) => row !== "")
      .join("/");
    setOwn(rows);
    onChoose(rows);
  };
  const choose = (chosen: string) => {
    const begun = own === "" ? (meant ?? "") : own;
    setFree(chosen === OTHER);
    if (chosen === OTHER) setOwn(begun);
    onChoose(chosen === OTHER ? begun : chosen);
  };
  const helpKey = `${otherKey}-help`;
  return (
    <>
      <OptionRow label={label} hint={optionHint(game, option)}>
        {(hint) => (
          <Select label={label} value={free ? OTHER : value} choices={choices} describedBy={hint} onChoose={choose} />
        )}
      </OptionRow>
      {free && (
        <label class="opt opt--wide drawing">
          <span class="optname">{maybe(helpKey) ?? t("setup.other")}</span>
          <textarea
            class="field"
            rows={Math.max(4, own.split("/").length)}
            spellcheck={false}
            autocapitalize="off"
            defaultValue={own.replaceAll("/", "\n")}
            onInput={(event) => write(event.currentTarget.value)}
          />
        </label>
      )}
    </>
  );
}

export function OptionControl(props: Props) {
  const { option } = props;
  if (option.type === "number") return <NumberOption {...props} />;
  if (option.type === "text") return <TextOption {...props} />;
  return <Choices {...props} values={(option.choices ?? "").split(" ")} />;
}
