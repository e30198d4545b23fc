/* Ask a friend: a game, who goes first, the time; and beside it the link, which makes the game when it is first wanted. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { router } from "../../app/router";
import { useStore } from "../../app/store";
import { GamePicture } from "../../board/GamePicture";
import { gameFacts, games } from "../../core/table";
import { t } from "../../i18n/texts";
import { changedOptions, lookAt, matters } from "../../setup/choice";
import { Option, OptionRow } from "../../setup/Options";
import { Icon } from "../../ui/Icon";
import { Segments } from "../../ui/Segments";
import { Select } from "../../ui/Select";
import { Stepper } from "../../ui/Stepper";
import { titleOf } from "../../ui/titles";
import { useGradually } from "../../ui/useGradually";
import { useTitle } from "../../ui/useTitle";
import { optionWords } from "../common/about";
import { Asking, BEGINS, rememberedFriend, withGame, withSeats, type FriendChoice } from "./friend";
import { LiveGame } from "../live/live";
import { person } from "../line/me";
import { OnlineBar, Unreached } from "../common/frame";
import { Refused, SendCard } from "./SendCard";
import { Unreachable } from "../line/api";
import { o, wrong } from "../common/words";

const MINUTES = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60];
const INCREMENTS = [0, 1, 2, 3, 5, 10, 15, 30];
const DAYS = [1, 2, 3, 7, 14];
const LEVELS = Array.from({ length: 10 }, (_, level) => level);

interface Props {
  choice: FriendChoice;
  locked: boolean;
  onChange(choice: FriendChoice): void;
}

function Games({ choice, onChange }: Props) {
  const all = games();
  const drawn = useGradually(all.length);
  return (
    <fieldset>
      <legend>{o("game")}</legend>
      <div class="pick5" role="radiogroup" aria-label={o("game")}>
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

/* Three or four seats: each has a link or a program. */
function Seats({ choice, onChange }: Props) {
  const range = gameFacts(choice.game)!.options.find(({ key }) => key === "players");
  if (!range) return null;
  const others = choice.others;
  const seat = (index: number, level: number) =>
    onChange({ ...choice, others: others.map((one, at) => (at === index ? level : one)) });
  const alone = others.filter((level) => level < 0).length === 1;
  return (
    <fieldset>
      <legend>{o("seats")}</legend>
      <Stepper
        label={o("how-many")}
        value={others.length + 1}
        least={Math.max(2, range.least)}
        most={range.most}
        onChoose={(players) => onChange(withSeats(choice, players))}
      />
      {others.length > 1 &&
        others.map((level, index) => (
          <Select
            key={index}
            label={o("seat-number", { number: index + 2 })}
            value={String(level)}
            choices={[
              { value: "-1", label: o("seat-link", { number: index + 2 }) },
              ...(level < 0 && alone
                ? []
                : LEVELS.map((each) => ({
                    value: String(each),
                    label: o("seat-program", { number: index + 2, level: each }),
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
        choices={choices.map((value) => ({ value, label: o(`begins.${value}`) }))}
        onChoose={(begins) => onChange({ ...choice, begins: begins as FriendChoice["begins"] })}
      />
    </fieldset>
  );
}

/** By what others know one: it can be left empty. */
function Name() {
  const { name } = useStore(person);
  const [text, setText] = useState<string>(); /* undefined: the name as it is */
  const [fault, setFault] = useState("");
  const save = () =>
    person.become(text ?? name).then(
      () => {
        setFault("");
        setText((now) => (now === text ? undefined : now));
      },
      (error: unknown) => setFault(wrong(error)),
    );
  return (
    <fieldset>
      <legend>{o("your-name")}</legend>
      <input
        class="field"
        aria-label={o("your-name")}
        value={text ?? name}
        maxLength={24}
        autocomplete="nickname"
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={() => void save()}
      />
      {fault !== "" && <p role="alert">{fault}</p>}
    </fieldset>
  );
}

const chosen = (values: number[], words: (value: number) => string) =>
  values.map((value) => ({ value: String(value), label: words(value) }));

function Time({ choice, onChange }: Props) {
  return (
    <fieldset>
      <legend>{o("time")}</legend>
      <Segments
        label={o("time")}
        value={choice.time}
        choices={(["none", "time", "days"] as const).map((value) => ({ value, label: o(`time.${value}`) }))}
        onChoose={(time) => onChange({ ...choice, time: time as FriendChoice["time"] })}
      />
      {choice.time === "time" && (
        <>
          <div class="inline">
            <Select
              label={o("time.minutes")}
              value={String(choice.minutes)}
              choices={chosen(MINUTES, (count) => o("time.minutes-each", { count }))}
              onChoose={(value) => onChange({ ...choice, minutes: Number(value) })}
            />
            <Select
              label={o("time.increment")}
              value={String(choice.increment)}
              choices={chosen(INCREMENTS, (seconds) =>
                seconds === 0 ? o("no-increment") : o("increment", { seconds }),
              )}
              onChoose={(value) => onChange({ ...choice, increment: Number(value) })}
            />
          </div>
          <p class="hint">{o("time.starts")}</p>
        </>
      )}
      {choice.time === "days" && (
        <Select
          label={o("time.days")}
          value={String(choice.days)}
          choices={chosen(DAYS, (count) => o("time.days-each", { count }))}
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
  if (choice.games > 1) words.push(o("match-of", { games: choice.games }));
  if (choice.private) words.push(o("is-private"));
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
            <Option
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
        <OptionRow label={o("who-watches")} hint={o("who-watches-hint")}>
          {(hint) => (
            <Segments
              label={o("who-watches")}
              value={choice.private ? "private" : "open"}
              choices={[
                { value: "open", label: o("watch-open") },
                { value: "private", label: o("watch-private") },
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

/** Once the invitation is a game, we hear when somebody sits down, and the board opens. */
function useInvitation(asking: Asking): LiveGame | undefined {
  const [live, setLive] = useState<LiveGame>();
  const { id } = asking;
  useEffect(() => {
    if (id === undefined) return;
    let open: LiveGame | undefined;
    let closed = false;
    void LiveGame.open(id).then(
      (game) => {
        open = game;
        if (closed) return game.close();
        setLive(game);
        game.subscribe(() => {
          asking.heard(game.info);
          if (game.info.state === "running") router.replace(`/g/${id}`);
        });
      },
      () => undefined /* the link is there all the same */,
    );
    return () => {
      closed = true;
      open?.close();
      setLive(undefined);
    };
  }, [id]);
  return live;
}

export function FriendPage({ game }: { game: string | undefined }) {
  useTitle(o("friend.title"));
  const asking = useMemo(() => new Asking(rememberedFriend(game)), []);
  useStore(asking);
  useEffect(() => {
    asking.begin();
    return () => asking.close();
  }, []);
  const live = useInvitation(asking);
  const { choice, locked, fault, id, links, busy } = asking;
  const props: Props = { choice, locked, onChange: (next) => asking.choose(next) };
  const nobody = fault instanceof Unreachable;
  return (
    <div class="page">
      <OnlineBar title={o("friend.title")} />
      <main id="main" class="hall" tabIndex={-1}>
        {nobody ? (
          <Unreached error={fault} onAgain={() => asking.again()} />
        ) : (
          <>
            <form class="col form" onSubmit={(event) => event.preventDefault()}>
              <fieldset disabled={locked} class="whole">
                <legend class="sr">{o("friend.title")}</legend>
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
                <h2 id="send">{o("send-this")}</h2>
                {fault !== undefined && (
                  <div class="msg msg--bad" role="alert">
                    <Icon name="bad" />
                    <p>{wrong(fault)}</p>
                    <button class="btn" type="button" onClick={() => asking.again()}>
                      {o("try-again")}
                    </button>
                  </div>
                )}
                <SendCard
                  {...{ id, links, live, busy }}
                  onMake={() => asking.make()}
                  onRenew={(slot) => asking.renew(slot)}
                />
                <p class="hint">{o(id === undefined ? "link-first" : locked ? "locked" : "link-once")}</p>
                {live && <Refused live={live} />}
                {locked && live && links.length > 0 && (
                  <button class="btn" type="button" onClick={() => live.send("start", { level: 3 })}>
                    {o("start-with-programs")}
                  </button>
                )}
                {id !== undefined && (
                  <button class="btn" type="button" onClick={() => asking.another()}>
                    {o("new-invitation")}
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
