/* Before a match: who plays, who starts, the options of the game. Everything has a good default, so that a first game
   takes one tap here. */
import { Fragment } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { settings } from "../app/settings";
import { PositionBoard } from "../board/StillBoard";
import { gameFacts } from "../core/table";
import type { GameFacts } from "../core/types";
import { gameText, has, maybe, say, t } from "../i18n/texts";
import type { Plan } from "../game/plan";
import { Session } from "../match/session";
import { currentMatch } from "../match/current";
import { choose } from "../ui/Alarm";
import { Bar } from "../ui/Bar";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { Reason, useReasons } from "../ui/Reason";
import { Segments } from "../ui/Segments";
import { later } from "../ui/later";
import { Stepper } from "../ui/Stepper";
import { titleOf } from "../ui/titles";
import { useGradually } from "../ui/useGradually";
import { Status } from "../ui/Status";
import { useTitle } from "../ui/useTitle";
import {
  changedOptions,
  GAMES_MAX,
  LOTS,
  lookAt,
  matters,
  planOf,
  remedies,
  rememberChoice,
  rememberedChoice,
  type SetupChoice,
  type Preview,
} from "./choice";
import { OptionControl, OptionRow } from "./Options";
import { Begins, Seats } from "./Seats";
import { optionLabel, valueLabel } from "./words";

const ColourOption = later(async () => (await import("../ui/settings/Colour")).ColourOption, true);

/** Starts the match. If lots were drawn, the first message says whom they chose. */
function begin(plan: Plan, drawn: boolean): void {
  const session = Session.begin(plan);
  const first = plan.sides[plan.begins]!;
  if (drawn) {
    const { prompt } = session.game.state.view;
    session.narrator.show("neutral", () => {
      const isYou = first.kind === "person" && first.name === "";
      const lots = isYou ? t("setup.lots-you") : t("setup.lots", { name: session.match.nameAt(1) });
      return prompt && first.kind === "person" ? `${lots} ${say(session.game.state.id, prompt)}` : lots;
    });
  }
  currentMatch.set(session);
  router.go(`/play/${session.id}`);
}

/* The core's reason, without its advice for the command line. */
function WhyRefused({ look }: { look: Preview }) {
  return (
    <>
      <b>{t("setup.refused")}</b> <Reason english={look.fault!.reason.split("; write ")[0]!} />
    </>
  );
}

/* For screen readers: it is there before its text, and the text comes as a whole. */
function RefusedStatus({ look }: { look: Preview }) {
  return <Status>{useReasons() && look.fault && <WhyRefused look={look} />}</Status>;
}

/** Options that do not go together: why, and what would help. */
function Refused({
  facts,
  choice,
  look,
  changed,
  onChange,
}: {
  facts: GameFacts;
  choice: SetupChoice;
  look: Preview;
  changed: string;
  onChange(choice: SetupChoice): void;
}) {
  const help = useMemo(() => remedies(facts, choice.options, changed), [facts, choice.options, changed]);
  if (!useReasons()) return null;
  return (
    <div class="msg msg--why refused" id="refused">
      <Icon name="why" />
      <div>
        <p>
          <WhyRefused look={look} />
        </p>
        {help.length > 0 && (
          <p class="help">
            {help.map(({ key, value }) => {
              const option = facts.options.find((one) => one.key === key)!;
              const words = { what: optionLabel(facts.id, option), value: valueLabel(facts.id, key, value) };
              return (
                <button
                  key={key}
                  class="btn"
                  type="button"
                  onClick={() => onChange({ ...choice, options: { ...choice.options, [key]: value } })}
                >
                  {t("setup.remedy", words)}
                </button>
              );
            })}
          </p>
        )}
      </div>
    </div>
  );
}

function summary(game: string, { state }: Preview): string {
  if (!state) return "";
  const args = { ...state.options, places: state.view.places.length, players: state.players };
  return maybe(`setup.sum.${game}`, args) ?? (has("summary", game) ? gameText(game, "summary") : "");
}

function Confirmation() {
  const { choices } = settings;
  const label = t("setup.confirm");
  return (
    <OptionRow label={label} hint={t("setup.confirm-hint")}>
      {(hint) => (
        <Segments
          label={label}
          value={choices.confirm ? "on" : "off"}
          choices={[
            { value: "on", label: t("settings.confirm.on") },
            { value: "off", label: t("settings.confirm.off") },
          ]}
          describedBy={hint}
          onChoose={(value) => choose({ confirm: value === "on" })}
        />
      )}
    </OptionRow>
  );
}

function Setup({ facts }: { facts: GameFacts }) {
  const [choice, setChoice] = useState(() => rememberedChoice(facts));
  const [changed, setChanged] = useState("");
  const look = useMemo(() => lookAt(facts, choice.options), [facts, choice.options]);
  const good = useRef(look); /* the last options that went together: their board stays to be seen */
  if (look.state) good.current = look;
  const shown = useMemo(
    () => facts.options.filter((option) => option.key !== "players" && matters(facts, choice.options, option)),
    [facts, choice.options],
  );
  const drawn = useGradually(2); /* the board, then the men */
  const title = titleOf(facts.id);
  useTitle(title, t("setup.new-game"));

  const start = () => {
    if (!look.state) return;
    rememberChoice(facts, choice);
    begin(planOf(facts, choice), choice.begins === LOTS);
  };

  return (
    <div class="page setuppage">
      <Bar title={title} detail={t("setup.new-game")}>
        <div class="tools">
          <Link class="btn btn--quiet" href={`/rules/${facts.id}`}>
            <Icon name="book" />
            {t("nav.rules")}
          </Link>
        </div>
      </Bar>
      <main id="main" class="setup" tabIndex={-1}>
        <form
          id="setup"
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <Seats
            state={good.current.state!}
            choice={choice}
            drawn={drawn > 1}
            players={facts.options.find(({ key }) => key === "players")}
            onChange={setChoice}
          />
          <Begins choice={choice} onChange={setChoice} />
          <RefusedStatus look={look} />
          <fieldset>
            <legend>{t("setup.options")}</legend>
            <div class="opts">
              {shown.map((option) => (
                <Fragment key={option.key}>
                  <OptionControl
                    game={facts.id}
                    option={option}
                    value={choice.options[option.key]!}
                    meant={look.state?.options[option.key]}
                    onChoose={(value) => {
                      setChanged(option.key);
                      setChoice({ ...choice, options: changedOptions(facts, choice.options, option.key, value) });
                    }}
                  />
                  {look.fault && changed === option.key && (
                    <Refused facts={facts} choice={choice} look={look} changed={changed} onChange={setChoice} />
                  )}
                </Fragment>
              ))}
              <OptionRow label={t("setup.match")} hint={t("setup.match-hint")}>
                {(hint) => (
                  <Stepper
                    label={t("setup.match")}
                    value={choice.games}
                    least={1}
                    most={GAMES_MAX}
                    describedBy={hint}
                    onChoose={(games) => setChoice({ ...choice, games })}
                  />
                )}
              </OptionRow>
              <Confirmation />
              {has("colour", facts.id) && <ColourOption game={facts.id} />}
            </div>
          </fieldset>
        </form>
        <aside aria-label={t("setup.your-game")}>
          <div class={look.state ? "preview" : "preview is-past"}>
            {drawn > 0 && <PositionBoard spec={good.current.spec} />}
          </div>
          <p class="sum">{look.state ? summary(facts.id, look) : t("setup.refused")}</p>
          <div class="go">
            <button
              class="btn btn--go btn--big"
              type="submit"
              form="setup"
              disabled={!look.state}
              aria-describedby={look.fault ? "refused" : undefined}
            >
              {t("setup.start")}
            </button>
          </div>
        </aside>
      </main>
    </div>
  );
}

export function SetupPage({ game }: { game: string }) {
  const facts = gameFacts(game);
  if (facts) return <Setup facts={facts} />;
  return (
    <div class="page">
      <Bar title={t("setup.new-game")} />
      <main id="main" class="empty" tabIndex={-1}>
        <p>{t("setup.unknown", { game })}</p>
        <Link class="btn btn--go" href="/">
          {t("setup.choose-game")}
        </Link>
      </main>
    </div>
  );
}
