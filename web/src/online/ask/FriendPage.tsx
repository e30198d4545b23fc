/* Invite a friend: a game, who goes first, the time; and beside it the link, which creates the game when it is first
   needed. */
import { untracked } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { router } from "../../app/router";
import { GamePicture } from "../../board/GamePicture";
import { gameFacts, games } from "../../core/table";
import { t } from "../../i18n/texts";
import { changedOptions, lookAt, matters } from "../../setup/choice";
import { OptionControl, OptionRow } from "../../setup/Options";
import { Icon } from "../../ui/Icon";
import { Segments } from "../../ui/Segments";
import { Select } from "../../ui/Select";
import { Alert } from "../../ui/Status";
import { Stepper } from "../../ui/Stepper";
import { titleOf } from "../../ui/titles";
import { useGradually } from "../../ui/useGradually";
import { useModel, useScope } from "../../ui/useScope";
import { useTitle } from "../../ui/useTitle";
import { optionWords } from "../common/about";
import { BEGINS, InvitationDraft, rememberedFriend, withGame, withSeats, type FriendChoice } from "./friend";
import { LiveGame } from "../live/live";
import { person } from "../line/me";
import { OnlineBar, Unreached } from "../common/frame";
import { Refused, SendCard } from "./SendCard";
import { Unreachable } from "../line/api";
import { onlineText, wrong } from "../common/words";

const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60];
const INCREMENTS = [0, 1, 2, 3, 5, 10, 15, 30];
const DAYS = [1, 2, 3, 7, 14];
const LEVELS = Array.from({ length: 10 }, (_, level) => level);

interface Props {
  choice: FriendChoice;
  onChange(choice: FriendChoice): void;
}

function Games({ choice, onChange }: Props) {
  const all = games();
  const drawn = useGradually(all.length);
  return (
    <fieldset>
      <legend>{onlineText("game")}</legend>
      <div class="pick5" role="radiogroup" aria-label={onlineText("game")}>
        {all.map(({ id }, index) => (
          <label class="card" key={id}>
            <input
              type="radio"
              name="game"
              checked={id === choice.game}
              onChange={() => onChange(withGame(choice, id))}
            />
            <span class="pic">{index < drawn && <GamePicture game={id} />}</span>
            <span>{titleOf(id)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/* Three or four seats: each has a link or a computer. */
function Seats({ choice, onChange }: Props) {
  const range = gameFacts(choice.game)!.options.find(({ key }) => key === "players");
  if (!range) return null;
  const others = choice.others;
  const seat = (index: number, level: number) =>
    onChange({ ...choice, others: others.map((each, at) => (at === index ? level : each)) });
  const alone = others.filter((level) => level < 0).length === 1;
  return (
    <fieldset>
      <legend>{onlineText("seats")}</legend>
      <Stepper
        label={onlineText("how-many")}
        value={others.length + 1}
        least={Math.max(2, range.least)}
        most={range.most}
        onChoose={(players) => onChange(withSeats(choice, players))}
      />
      {others.length > 1 &&
        others.map((level, index) => (
          <Select
            key={index}
            label={onlineText("seat-number", { number: index + 2 })}
            value={String(level)}
            choices={[
              { value: "-1", label: onlineText("seat-link", { number: index + 2 }) },
              ...(level < 0 && alone
                ? []
                : LEVELS.map((each) => ({
                    value: String(each),
                    label: onlineText("seat-program", { number: index + 2, level: each }),
                  }))),
            ]}
            onChoose={(value) => seat(index, Number(value))}
          />
        ))}
    </fieldset>
  );
}

function Begins({ choice, onChange }: Props) {
  const many = choice.others.length > 1;
  const choices = BEGINS.filter((who) => !many || who !== "friend");
  return (
    <fieldset>
      <legend>{t("setup.who-begins")}</legend>
      <Segments
        label={t("setup.who-begins")}
        value={choice.begins}
        choices={choices.map((value) => ({ value, label: onlineText(`begins.${value}`) }))}
        onChoose={(begins) => onChange({ ...choice, begins: begins as FriendChoice["begins"] })}
      />
    </fieldset>
  );
}

/** The name for others: it may be empty. */
function Name() {
  const { name } = person;
  const [text, setText] = useState<string>(); /* undefined: the name as it is */
  const [fault, setFault] = useState<unknown>();
  const save = () =>
    person.become(text ?? name).then(() => {
      setFault(undefined);
      setText((now) => (now === text ? undefined : now));
    }, setFault);
  return (
    <fieldset>
      <legend>{onlineText("your-name")}</legend>
      <input
        class="field"
        aria-label={onlineText("your-name")}
        value={text ?? name}
        maxLength={24}
        autocomplete="nickname"
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={() => void save()}
      />
      {fault !== undefined && (
        <Alert as="p" class="">
          {wrong(fault)}
        </Alert>
      )}
    </fieldset>
  );
}

const chosen = (values: number[], words: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: words(value) }));

function Time({ choice, onChange }: Props) {
  return (
    <fieldset>
      <legend>{onlineText("time")}</legend>
      <Segments
        label={onlineText("time")}
        value={choice.time}
        choices={(["none", "time", "days"] as const).map((value) => ({ value, label: onlineText(`time.${value}`) }))}
        onChoose={(time) => onChange({ ...choice, time: time as FriendChoice["time"] })}
      />
      {choice.time === "time" && (
        <>
          <div class="inline">
            <Select
              label={onlineText("time.minutes")}
              value={String(choice.minutes)}
              choices={chosen(MINUTES, (count) => onlineText("time.minutes-each", { count }))}
              onChoose={(value) => onChange({ ...choice, minutes: Number(value) })}
            />
            <Select
              label={onlineText("time.increment")}
              value={String(choice.increment)}
              choices={chosen(INCREMENTS, (seconds) =>
                seconds === 0 ? onlineText("no-increment") : onlineText("increment", { seconds }),
              )}
              onChoose={(value) => onChange({ ...choice, increment: Number(value) })}
            />
          </div>
          <p class="hint">{onlineText("time.starts")}</p>
        </>
      )}
      {choice.time === "days" && (
        <Select
          label={onlineText("time.days")}
          value={String(choice.days)}
          choices={chosen(DAYS, (count) => onlineText("time.days-each", { count }))}
          onChoose={(value) => onChange({ ...choice, days: Number(value) })}
        />
      )}
    </fieldset>
  );
}

function More(props: Props) {
  const { choice, onChange } = props;
  const facts = gameFacts(choice.game)!;
  const look = useMemo(() => lookAt(facts, choice.options), [facts, choice.options]);
  const words = look.state ? [...optionWords(look.spec)] : [t("setup.refused")];
  if (choice.games > 1) words.push(onlineText("match-of", { games: choice.games }));
  if (choice.private) words.push(onlineText("is-private"));
  return (
    <details class="more">
      <summary>
        {t("setup.options")}
        <small>{words.join(", ")}</small>
      </summary>
      <div class="opts">
        {facts.options
          .filter((option) => option.key !== "players" && matters(facts, choice.options, option))
          .map((option) => (
            <OptionControl
              key={option.key}
              game={facts.id}
              option={option}
              value={choice.options[option.key]!}
              meant={look.state?.options[option.key]}
              onChoose={(value) =>
                onChange({ ...choice, options: changedOptions(facts, choice.options, option.key, value) })
              }
            />
          ))}
        <OptionRow label={t("setup.match")} hint={t("setup.match-hint")}>
          {(hint) => (
            <Stepper
              label={t("setup.match")}
              value={choice.games}
              least={1}
              most={20}
              describedBy={hint}
              onChoose={(count) => onChange({ ...choice, games: count })}
            />
          )}
        </OptionRow>
        <OptionRow label={onlineText("who-watches")} hint={onlineText("who-watches-hint")}>
          {(hint) => (
            <Segments
              label={onlineText("who-watches")}
              value={choice.private ? "private" : "open"}
              choices={[
                { value: "open", label: onlineText("watch-open") },
                { value: "private", label: onlineText("watch-private") },
              ]}
              describedBy={hint}
              onChoose={(value) => onChange({ ...choice, private: value === "private" })}
            />
          )}
        </OptionRow>
      </div>
    </details>
  );
}

/** The game of the invitation, once it is created: the board opens when the others have taken their seats. */
function useInvitation(draft: InvitationDraft): LiveGame | undefined {
  const [live, setLive] = useState<LiveGame>();
  const { id } = draft;
  useScope(
    (scope) => {
      if (id === undefined) return;
      scope.onEnd(() => setLive(undefined));
      const follow = async () => {
        const game = await LiveGame.open(scope, id);
        if (scope.hasEnded) return;
        setLive(game);
        scope.effect(() => {
          const { info } = game;
          draft.heard(info);
          if (info.state === "running") untracked(() => router.replace(`/g/${id}`));
        });
      };
      follow().catch(() => undefined /* the link works all the same */);
    },
    [draft, id],
  );
  return live;
}

export function FriendPage({ game }: { game: string | undefined }) {
  useTitle(onlineText("friend.title"));
  const draft = useModel((scope) => new InvitationDraft(scope, rememberedFriend(game)));
  useEffect(() => draft.begin(), [draft]);
  const live = useInvitation(draft);
  const { choice, isLocked, fault, id, links, isBusy } = draft;
  const props: Props = { choice, onChange: (next) => draft.choose(next) };
  const nobody = fault instanceof Unreachable;
  return (
    <div class="page">
      <OnlineBar title={onlineText("friend.title")} />
      <main id="main" class="hall" tabIndex={-1}>
        {nobody ? (
          <Unreached error={fault} onAgain={() => draft.again()} />
        ) : (
          <>
            <form class="col form" onSubmit={(event) => event.preventDefault()}>
              <fieldset disabled={isLocked} class="whole">
                <legend class="sr">{onlineText("friend.title")}</legend>
                <Games {...props} />
                <Seats {...props} />
                <Begins {...props} />
                <Time {...props} />
                <Name />
                <More {...props} />
              </fieldset>
            </form>
            <div class="col">
              <section class="key1 card" aria-labelledby="send">
                <h2 id="send">{onlineText("send-this")}</h2>
                {fault !== undefined && (
                  <Alert>
                    <Icon name="bad" />
                    <p>{wrong(fault)}</p>
                    <button class="btn" type="button" onClick={() => draft.again()}>
                      {onlineText("try-again")}
                    </button>
                  </Alert>
                )}
                <SendCard
                  {...{ id, links, live, isBusy }}
                  onMake={() => draft.make()}
                  onRenew={(slot) => draft.renew(slot)}
                />
                <p class="hint">{onlineText(id === undefined ? "link-first" : isLocked ? "locked" : "link-once")}</p>
                {live && <Refused live={live} />}
                {isLocked && live && links.length > 0 && (
                  <button class="btn" type="button" onClick={() => live.send("start", { level: 3 })}>
                    {onlineText("start-with-programs")}
                  </button>
                )}
                {id !== undefined && (
                  <button class="btn" type="button" onClick={() => draft.another()}>
                    {onlineText("new-invitation")}
                  </button>
                )}
              </section>
            </div>
          </>
        )}
      </main>
    </div>
  );
}
