/* The players, and who starts. */
import { useRef } from "preact/hooks";
import { Man } from "../board/Man";
import type { GameOption, State } from "../core/types";
import { t } from "../i18n/texts";
import { coloursIn } from "../game/colours";
import { sideAt, type Side } from "../game/plan";
import { Icon } from "../ui/Icon";
import { Segments } from "../ui/Segments";
import { Select } from "../ui/Select";
import { LOTS, nameWanted, setupName, withPlayers, type SetupChoice } from "./choice";

const LEVELS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

interface Props {
  state: State;
  choice: SetupChoice;
  /** The men may be drawn. */
  drawn: boolean;
  /** The option for the number of players, if the game has it. */
  players: GameOption | undefined;
  onChange(choice: SetupChoice): void;
}

/** The pieces a side will have; while lots decide, those it may have. */
function Men({ state, choice, side }: { state: State; choice: SetupChoice; side: number }) {
  const seats = state.view.seats.map((seat) => seat.kind);
  const firsts = choice.begins === LOTS ? choice.sides.map((_, index) => index) : [choice.begins];
  const found = firsts.map((begins) => {
    const plan = { spec: state.game, position: "", sides: choice.sides, games: 1, begins };
    const kind = seats.find((_, index) => sideAt(plan, 0, index + 1) === side) ?? "";
    return coloursIn(plan, 0, seats)?.word(kind) ?? kind;
  });
  const kinds = [...new Set(found)].sort((one, other) => seats.indexOf(one) - seats.indexOf(other));
  return (
    <span class={kinds.length > 1 ? "men men--many" : "men"}>
      {kinds.map((kind) => (
        <Man key={kind} game={state.game} kind={kind} />
      ))}
    </span>
  );
}

function Seat({ state, choice, drawn, index, onChange }: Props & { index: number }) {
  const side = choice.sides[index]!;
  const player = index + 1;
  const change = (part: Partial<Side>) =>
    onChange({ ...choice, sides: choice.sides.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <div class="card seatrow" role="group" aria-label={t("setup.player", { player })}>
      {drawn ? <Men state={state} choice={choice} side={index} /> : <span class="men" />}
      {side.kind === "person" ? (
        <input
          class="field"
          aria-label={t("setup.name", { player })}
          placeholder={nameWanted(choice.sides, index)}
          value={side.name}
          maxLength={40}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      ) : (
        <Select
          label={t("setup.level", { player })}
          value={String(side.level)}
          choices={LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }))}
          onChoose={(level) => change({ level: Number(level) })}
        />
      )}
      <Segments
        label={t("setup.kind", { player })}
        value={side.kind}
        choices={[
          {
            value: "person",
            label: (
              <>
                <Icon name="person" />
                {t("setup.person")}
              </>
            ),
          },
          {
            value: "engine",
            label: (
              <>
                <Icon name="engine" />
                {t("setup.engine")}
              </>
            ),
          },
        ]}
        onChoose={(kind) => change({ kind: kind as Side["kind"] })}
      />
    </div>
  );
}

/* Add and remove, each only where it is possible. The button that stays takes the focus from the button that goes. */
function Count({
  choice,
  players,
  onChange,
}: {
  choice: SetupChoice;
  players: GameOption;
  onChange(choice: SetupChoice): void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const remove = useRef<HTMLButtonElement>(null);
  const count = choice.sides.length;
  const go = (to: number) => {
    onChange(withPlayers(choice, to));
    if (to >= players.most) remove.current?.focus();
    if (to <= players.least) add.current?.focus();
  };
  return (
    <div class="seatcount">
      <button
        ref={add}
        class="btn btn--quiet"
        type="button"
        hidden={count >= players.most}
        onClick={() => go(count + 1)}
      >
        <span aria-hidden="true">+</span>
        {t("setup.add")}
      </button>
      <button
        ref={remove}
        class="btn btn--quiet"
        type="button"
        hidden={count <= players.least}
        onClick={() => go(count - 1)}
      >
        <span aria-hidden="true">−</span>
        {t("setup.remove")}
      </button>
    </div>
  );
}

export function Seats(props: Props) {
  const { choice, players, onChange } = props;
  return (
    <fieldset>
      <legend>{t("setup.who-plays")}</legend>
      <div class="seatrows">
        {choice.sides.map((_, index) => (
          <Seat key={index} {...props} index={index} />
        ))}
      </div>
      {players && <Count choice={choice} players={players} onChange={onChange} />}
    </fieldset>
  );
}

export function Begins({ choice, onChange }: Pick<Props, "choice" | "onChange">) {
  const names = choice.sides.map((_, index) => ({ value: String(index), label: setupName(choice.sides, index) }));
  return (
    <fieldset>
      <legend>{t("setup.who-begins")}</legend>
      <Segments
        label={t("setup.who-begins")}
        value={String(choice.begins)}
        choices={[{ value: String(LOTS), label: t("setup.draw-lots") }, ...names]}
        describedBy="begins-why"
        onChoose={(begins) => onChange({ ...choice, begins: Number(begins) })}
      />
      <p class="why" id="begins-why">
        {t("setup.begins-why")}
      </p>
    </fieldset>
  );
}
