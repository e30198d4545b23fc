/* Who you are: a name, the devices that are you, a code for another one, and being forgotten. */
import { useEffect, useRef, useState } from "preact/hooks";
import { router } from "../../app/router";
import { screen } from "../../app/screen";
import { useStore } from "../../app/store";
import { isolated } from "../../i18n/isolate";
import { currentLanguage, t } from "../../i18n/texts";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { Empty } from "../../ui/later";
import { useTitle } from "../../ui/useTitle";
import { api, Unreachable } from "../line/api";
import { clockText } from "../line/clock";
import { OnlineBar, Unreached } from "../common/frame";
import { person } from "../line/me";
import { useTick } from "../common/time";
import { Qr } from "../common/Qr";
import type { Device } from "../line/types";
import { o, wrong } from "../common/words";
import { forgets } from "./forgets";
import { quiet } from "./quiet";

const day = (time: number) => new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(time);

/* A person, by name if there is one. */
const called = (name: string | null) => (name ? isolated(name) : o("somebody"));

function Fault({ error }: { error: unknown }) {
  return error === undefined ? null : (
    <p class="msg msg--bad" role="alert">
      {wrong(error)}
    </p>
  );
}

function Name() {
  const { name } = useStore(person);
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
      <h2 id="you-name">{o("you.name")}</h2>
      <form
        class="linkrow"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="sr" for="name">
          {o("you.name")}
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
          {o("save")}
        </button>
      </form>
      <p class="hint" role="status">
        {saved ? o("saved") : o("you.name-why")}
      </p>
      <Fault error={error} />
    </section>
  );
}

function Devices() {
  const [devices, show] = useState<Device[]>([]);
  const { open } = useStore(screen);
  const out = devices.find(({ device }) => open === `put-out ${device}`);
  const close = () => screen.show(undefined);
  const [error, setError] = useState<unknown>();
  const load = () => api.devices().then(show, setError);
  useEffect(() => void load(), []);
  const signOut = async () => {
    try {
      await api.signOut(out!.device);
      close();
      await load();
    } catch (fault) {
      setError(fault);
    }
  };
  return (
    <section aria-labelledby="you-devices">
      <h2 id="you-devices">{o("you.devices")}</h2>
      <ul class="card choices">
        {devices.map((device) => (
          <li key={device.device}>
            <Icon name="device" />
            <p>
              {device.label || o("you.a-device")}
              <small>{device.this ? o("you.this-device") : o("you.last-used", { day: day(device.seen) })}</small>
            </p>
            {!device.this && (
              <button class="btn" type="button" onClick={() => screen.show(`put-out ${device.device}`)}>
                {o("you.put-out")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Fault error={error} />
      {out && (
        <Dialog title={o("you.put-out-title", { device: out.label || o("you.a-device") })} question onClose={close}>
          <p>{o("you.put-out-why")}</p>
          <div class="row">
            <button class="btn" type="button" data-first onClick={close}>
              {t("resign.no")}
            </button>
            <button class="btn btn--danger" type="button" onClick={() => void signOut()}>
              {o("you.put-out")}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function Blocked() {
  const { blocked: persons } = useStore(quiet);
  useEffect(() => void quiet.load(), []);
  if (persons.length === 0) return null;
  return (
    <section aria-labelledby="you-blocked">
      <h2 id="you-blocked">{o("you.blocked")}</h2>
      <ul class="card choices">
        {persons.map(({ person: id, name }) => (
          <li key={id}>
            <p>{called(name)}</p>
            <button class="btn" type="button" onClick={() => void quiet.block(id, false)}>
              {o("you.unblock")}
            </button>
          </li>
        ))}
      </ul>
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
      <h2 id="you-move">{o("you.move")}</h2>
      <p>{o("you.move-how")}</p>
      {code && left > 0 ? (
        <>
          <Qr text={`${person.address}/you#${code.code.replaceAll(" ", "-")}`} label={o("you.qr")} />
          <div class="seatline">
            <Icon name="clock" />
            <span>{o("you.good-for", { time: clockText(left) })}</span>
            <button class="btn" type="button" onClick={() => void make()}>
              {o("you.new-code")}
            </button>
          </div>
          <p class="msg">
            <Icon name="info" />
            <span>{o("you.secret")}</span>
          </p>
          <p>
            {o("you.no-camera")} <code class="words">{code.code}</code>
          </p>
        </>
      ) : (
        <button class="btn btn--go" type="button" onClick={() => void make()}>
          {o("you.make-code")}
        </button>
      )}
      <Fault error={error} />
    </section>
  );
}

/** Words from another device: whose they are is said first. */
function Join({ given }: { given: string }) {
  const [words, setWords] = useState(given);
  const [whose, setWhose] = useState<{ name: string; merges: boolean }>();
  const [error, setError] = useState<unknown>();
  const [done, setDone] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const code = words
    .trim()
    .toLowerCase()
    .split(/[\s-]+/)
    .join(" ");
  const look = async () => {
    try {
      setWhose(await api.codeOf(code));
      setError(undefined);
    } catch (fault) {
      setError(fault);
    }
  };
  const take = async () => {
    try {
      await person.join(code);
      setDone(true);
    } catch (fault) {
      setError(fault);
      setWhose(undefined);
    }
  };
  useEffect(() => {
    if (given === "") return;
    router.replace("/you");
    void look().then(() => heading.current?.focus());
  }, []);
  if (done)
    return (
      <p class="msg msg--good" role="status">
        <Icon name="good" />
        <span>{o("you.joined", { name: called(person.name) })}</span>
      </p>
    );
  return (
    <section class="key1 card" aria-labelledby="you-join">
      <h2 id="you-join" ref={heading} tabIndex={-1}>
        {whose ? o("you.be", { name: called(whose.name) }) : o("you.join")}
      </h2>
      {whose ? (
        <>
          <p>{o(whose.merges ? "you.merges" : "you.be-why")}</p>
          <div class="acts">
            <button class="btn" type="button" onClick={() => setWhose(undefined)}>
              {t("resign.no")}
            </button>
            <button class="btn btn--go" type="button" onClick={() => void take()}>
              {o("you.take-over")}
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
            {o("you.words")}
          </label>
          <input
            class="field"
            id="words"
            value={words}
            placeholder={o("you.words")}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <button class="btn" type="submit">
            {o("you.go-on")}
          </button>
        </form>
      )}
      <Fault error={error} />
    </section>
  );
}

/** In a private window, and after being put out from another device. */
function Warning() {
  const { me, out } = useStore(person);
  const [lost, setLost] = useState(false);
  useEffect(() => void forgets().then(setLost, () => undefined), []);
  if (!out && !(lost && me)) return null;
  return (
    <p class="msg msg--why">
      <Icon name="info" />
      <span>{o(out ? "put-out" : "you.private")}</span>
    </p>
  );
}

function Forget() {
  const asking = useStore(screen).open === "forget";
  const [lines, setLines] = useState<string[]>([]);
  const [error, setError] = useState<unknown>();
  const close = () => screen.show(undefined);
  const read = async () => {
    const [devices, games] = await Promise.all([api.devices(), api.games("running")]).catch(
      () => [[], undefined] as const,
    );
    const alone = devices.length < 2 && (games?.games.length ?? 0) > 0;
    setLines(
      alone ? [o("you.forget-running", { count: games!.games.length }), o("you.forget-what")] : [o("you.forget-what")],
    );
  };
  useEffect(() => void (asking && read()), [asking]);
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
      <button class="btn btn--danger" type="button" onClick={() => screen.show("forget")}>
        {o("you.forget")}
      </button>
      <Fault error={error} />
      {asking && lines.length > 0 && (
        <Dialog title={o("you.forget-title")} question onClose={close}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <div class="row">
            <button class="btn" type="button" data-first onClick={close}>
              {t("resign.no")}
            </button>
            <button class="btn btn--danger" type="button" onClick={() => void forget()}>
              {o("you.forget")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export function YouPage() {
  useTitle(o("you.title"));
  const { me } = useStore(person);
  const [ready, setReady] = useState(false);
  const [error, setError] = useState<unknown>();
  const [given] = useState(() => location.hash.slice(1));
  const look = () =>
    person.look().then(
      () => {
        setReady(true);
        setError(undefined);
      },
      (fault: unknown) => setError(fault),
    );
  useEffect(() => void look(), []);
  if (!ready && error === undefined) return <Empty />;
  return (
    <div class="page">
      <OnlineBar title={o("you.title")} />
      <main id="main" class="hall" tabIndex={-1}>
        {error instanceof Unreachable ? (
          <Unreached error={error} onAgain={() => void look()} />
        ) : (
          <>
            <div class="col">
              <Warning />
              <Name />
              <section aria-labelledby="you-how">
                <h2 id="you-how">{o("you.how")}</h2>
                <ul class="card choices">
                  <li>
                    <Icon name="key" />
                    <p>
                      {o("you.known")}
                      <small>{o("you.known-why")}</small>
                    </p>
                  </li>
                  <li>
                    <Icon name="device" />
                    <p>
                      {o("you.spare")}
                      <small>{o("you.spare-why")}</small>
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
