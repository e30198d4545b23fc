/* Your account: a name, your devices, a code for another one, and deleting the account. */
import { useEffect, useRef, useState } from "preact/hooks";
import { router } from "../../app/router";
import { overlay } from "../../app/overlay";
import { isolated } from "../../i18n/isolate";
import { currentLanguage, t } from "../../i18n/texts";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { Empty } from "../../ui/later";
import { Alert, Status } from "../../ui/Status";
import { useTitle } from "../../ui/useTitle";
import { api, Unreachable } from "../line/api";
import { clockText } from "../line/clock";
import { OnlineBar, Unreached } from "../common/frame";
import { person } from "../line/me";
import { useTick } from "../common/time";
import { Qr } from "../common/Qr";
import type { Device } from "../line/types";
import { onlineText, wrong } from "../common/words";
import { isPrivateWindow } from "./privateWindow";
import { quiet } from "./quiet";

const day = (time: number) => new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(time);

/* The name of a person, if there is one. */
const called = (name: string | null) => (name ? isolated(name) : onlineText("somebody"));

function Fault({ error }: { error: unknown }) {
  return error === undefined ? null : <Alert as="p">{wrong(error)}</Alert>;
}

function Name() {
  const { name } = person;
  const [text, setText] = useState<string>(); /* undefined: the name as it is */
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<unknown>();
  const save = async () => {
    try {
      await person.become(text ?? name);
      setText(undefined);
      setError(undefined);
      setSaved(true);
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <section aria-labelledby="you-name">
      <h2 id="you-name">{onlineText("you.name")}</h2>
      <form
        class="linkrow"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="sr" for="name">
          {onlineText("you.name")}
        </label>
        <input
          class="field"
          id="name"
          value={text ?? name}
          maxLength={24}
          autocomplete="nickname"
          onInput={(event) => {
            setText(event.currentTarget.value);
            setSaved(false);
          }}
        />
        <button class="btn" type="submit">
          {onlineText("save")}
        </button>
      </form>
      <p class="hint">
        {!saved && onlineText("you.name-why")}
        <Status as="span" class="">
          {saved && onlineText("saved")}
        </Status>
      </p>
      <Fault error={error} />
    </section>
  );
}

function Devices() {
  const [devices, show] = useState<Device[]>([]);
  const { open } = overlay;
  const out = devices.find(({ device }) => open === `put-out ${device}`);
  const close = () => overlay.show(undefined);
  const [error, setError] = useState<unknown>();
  const [changes, setChanges] = useState(0);
  useEffect(() => void api.devices().then(show, setError), [changes]);
  const signOut = async () => {
    try {
      await api.signOut(out!.device);
      close();
      setChanges(changes + 1);
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <section aria-labelledby="you-devices">
      <h2 id="you-devices">{onlineText("you.devices")}</h2>
      <ul class="card choices">
        {devices.map((device) => (
          <li key={device.device}>
            <Icon name="device" />
            <p>
              {device.label || onlineText("you.a-device")}
              <small>
                {device.this ? onlineText("you.this-device") : onlineText("you.last-used", { day: day(device.seen) })}
              </small>
            </p>
            {!device.this && (
              <button class="btn" type="button" onClick={() => overlay.show(`put-out ${device.device}`)}>
                {onlineText("you.put-out")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Fault error={error} />
      {out && (
        <Dialog
          title={onlineText("you.put-out-title", { device: out.label || onlineText("you.a-device") })}
          question
          onClose={close}
        >
          <p>{onlineText("you.put-out-why")}</p>
          <div class="row">
            <button class="btn" type="button" data-first onClick={close}>
              {t("resign.no")}
            </button>
            <button class="btn btn--danger" type="button" onClick={() => void signOut()}>
              {onlineText("you.put-out")}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Blocked() {
  const { blocked: persons } = quiet;
  const [error, setError] = useState<unknown>();
  const unblock = (id: string) => quiet.block(id, false).then(() => setError(undefined), setError);
  useEffect(() => void quiet.load(), []);
  if (persons.length === 0) return null;
  return (
    <section aria-labelledby="you-blocked">
      <h2 id="you-blocked">{onlineText("you.blocked")}</h2>
      <ul class="card choices">
        {persons.map(({ person: id, name }) => (
          <li key={id}>
            <p>{called(name)}</p>
            <button class="btn" type="button" onClick={() => void unblock(id)}>
              {onlineText("you.unblock")}
            </button>
          </li>
        ))}
      </ul>
      <Fault error={error} />
    </section>
  );
}

/** The code by which another device becomes the same person. */
function Move() {
  const [code, setCode] = useState<{ code: string; until: number }>();
  const [error, setError] = useState<unknown>();
  useTick(1000, code !== undefined);
  const make = async () => {
    try {
      const { code: words } = await api.deviceCode();
      setCode({ code: words, until: Date.now() + 600_000 });
      setError(undefined);
    } catch (fault) {
      setError(fault);
    }
  };
  const left = code ? code.until - Date.now() : 0;
  return (
    <section class="key1 card" aria-labelledby="you-move">
      <h2 id="you-move">{onlineText("you.move")}</h2>
      <p>{onlineText("you.move-how")}</p>
      {code && left > 0 ? (
        <>
          <Qr text={`${person.address}/you#${code.code.replaceAll(" ", "-")}`} label={onlineText("you.qr")} />
          <div class="seatline">
            <Icon name="clock" />
            <span>{onlineText("you.good-for", { time: clockText(left) })}</span>
            <button class="btn" type="button" onClick={() => void make()}>
              {onlineText("you.new-code")}
            </button>
          </div>
          <p class="msg">
            <Icon name="info" />
            <span>{onlineText("you.secret")}</span>
          </p>
          <p>
            {onlineText("you.no-camera")} <code class="words">{code.code}</code>
          </p>
        </>
      ) : (
        <button class="btn btn--go" type="button" onClick={() => void make()}>
          {onlineText("you.make-code")}
        </button>
      )}
      <Fault error={error} />
    </section>
  );
}

/* As the server has the words of a code. */
const codeIn = (words: string) =>
  words
    .trim()
    .toLowerCase()
    .split(/[\s-]+/)
    .join(" ");

/** Words from another device: the page first says whose they are. */
function Join({ given }: { given: string }) {
  const [words, setWords] = useState(given);
  const [whose, setWhose] = useState<{ name: string; merges: boolean }>();
  const [error, setError] = useState<unknown>();
  const [done, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const message = useRef<HTMLParagraphElement>(null);
  const look = async () => {
    try {
      setWhose(await api.codeOf(codeIn(words)));
      setError(undefined);
    } catch (fault) {
      setError(fault);
    }
  };
  const take = async () => {
    try {
      await person.join(codeIn(words));
      setDone(true);
    } catch (fault) {
      setError(fault);
      setWhose(undefined);
    }
  };
  useEffect(() => {
    if (given === "") return;
    router.replace("/you");
    const looked = api.codeOf(codeIn(given)).then(setWhose, setError);
    void looked.then(() => heading.current?.focus());
  }, [given]);
  useEffect(() => message.current?.focus(), [done]); /* the button is gone */
  if (done)
    return (
      <p class="msg msg--good" tabIndex={-1} ref={message}>
        <Icon name="good" />
        <span>{onlineText("you.joined", { name: called(person.name) })}</span>
      </p>
    );
  return (
    <section class="key1 card" aria-labelledby="you-join">
      <h2 id="you-join" ref={heading} tabIndex={-1}>
        {whose ? onlineText("you.be", { name: called(whose.name) }) : onlineText("you.join")}
      </h2>
      {whose ? (
        <>
          <p>{onlineText(whose.merges ? "you.merges" : "you.be-why")}</p>
          <div class="acts">
            <button class="btn" type="button" onClick={() => setWhose(undefined)}>
              {t("resign.no")}
            </button>
            <button class="btn btn--go" type="button" onClick={() => void take()}>
              {onlineText("you.take-over")}
            </button>
          </div>
        </>
      ) : (
        <form
          class="linkrow"
          onSubmit={(event) => {
            event.preventDefault();
            void look();
          }}
        >
          <label class="sr" for="words">
            {onlineText("you.words")}
          </label>
          <input
            class="field"
            id="words"
            value={words}
            placeholder={onlineText("you.words")}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <button class="btn" type="submit">
            {onlineText("you.go-on")}
          </button>
        </form>
      )}
      <Fault error={error} />
    </section>
  );
}

/** In a private window, and after another device has signed this one out. */
function Warning() {
  const { me, isSignedOut } = person;
  const [isPrivate, setPrivate] = useState(false);
  useEffect(() => void isPrivateWindow().then(setPrivate, () => undefined), []);
  if (!isSignedOut && !(isPrivate && me)) return null;
  return (
    <p class="msg msg--why">
      <Icon name="info" />
      <span>{onlineText(isSignedOut ? "put-out" : "you.private")}</span>
    </p>
  );
}

/* The running games that end with the player's only device. */
async function gamesLost(): Promise<number> {
  const [devices, games] = await Promise.all([api.devices(), api.games("running")]).catch(
    () => [[], undefined] as const,
  );
  return devices.length < 2 ? (games?.games.length ?? 0) : 0;
}

function Forget() {
  const asking = overlay.open === "forget";
  const [lostGames, setLostGames] = useState<number>(); /* undefined until they are counted */
  const [error, setError] = useState<unknown>();
  const close = () => overlay.show(undefined);
  useEffect(() => void (asking && gamesLost().then(setLostGames)), [asking]);
  const forget = async () => {
    try {
      await person.forget();
      router.go("/");
    } catch (fault) {
      setError(fault);
      close();
    }
  };
  return (
    <>
      <button class="btn btn--danger" type="button" onClick={() => overlay.show("forget")}>
        {onlineText("you.forget")}
      </button>
      <Fault error={error} />
      {asking && lostGames !== undefined && (
        <Dialog title={onlineText("you.forget-title")} question onClose={close}>
          {lostGames > 0 && <p>{onlineText("you.forget-running", { count: lostGames })}</p>}
          <p>{onlineText("you.forget-what")}</p>
          <div class="row">
            <button class="btn" type="button" data-first onClick={close}>
              {t("resign.no")}
            </button>
            <button class="btn btn--danger" type="button" onClick={() => void forget()}>
              {onlineText("you.forget")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export function YouPage() {
  useTitle(onlineText("you.title"));
  const { me } = person;
  const [ready, setReady] = useState(false);
  const [error, setError] = useState<unknown>();
  const [given] = useState(() => location.hash.slice(1));
  const [tries, again] = useState(0);
  useEffect(() => {
    const looked = () => {
      setReady(true);
      setError(undefined);
    };
    void person.look().then(looked, setError);
  }, [tries]);
  if (!ready && error === undefined) return <Empty />;
  return (
    <div class="page">
      <OnlineBar title={onlineText("you.title")} />
      <main id="main" class="hall" tabIndex={-1}>
        {error instanceof Unreachable ? (
          <Unreached error={error} onAgain={() => again(tries + 1)} />
        ) : (
          <>
            <div class="col">
              <Warning />
              <Name />
              <section aria-labelledby="you-how">
                <h2 id="you-how">{onlineText("you.how")}</h2>
                <ul class="card choices">
                  <li>
                    <Icon name="key" />
                    <p>
                      {onlineText("you.known")}
                      <small>{onlineText("you.known-why")}</small>
                    </p>
                  </li>
                  <li>
                    <Icon name="device" />
                    <p>
                      {onlineText("you.spare")}
                      <small>{onlineText("you.spare-why")}</small>
                    </p>
                  </li>
                </ul>
              </section>
              {me && <Devices key={`d${me.device}`} />}
              {me && <Blocked />}
              {me && (
                <div>
                  <Forget />
                </div>
              )}
            </div>
            <div class="col">
              {me && <Move />}
              <Join given={given} />
            </div>
          </>
        )}
      </main>
    </div>
  );
}
