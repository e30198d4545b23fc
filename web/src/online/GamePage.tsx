/* /g/ID: a game between people. With a key in the fragment it is an invitation to sit down; else one plays or watches. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { useStore } from "../app/store";
import { gameOf } from "../core/table";
import { needGames } from "../i18n/texts";
import { t } from "../i18n/texts";
import { Empty } from "../ui/later";
import { Link } from "../ui/Link";
import { useTitle } from "../ui/useTitle";
import { ApiError, Unreachable } from "./line/api";
import { OnlineBar, Unreached } from "./common/frame";
import { Invitation, Waiting } from "./ask/Invitation";
import { keysOf } from "./ask/links";
import { LiveGame } from "./live/live";
import { LivePlay } from "./live/LivePlay";
import { person } from "./line/me";
import { o, wrong } from "./common/words";

/** What there is to say instead of a game. */
function Nothing({ title, text, href, label }: { title: string; text: string; href: string; label: string }) {
  useTitle(title);
  return (
    <div class="page">
      <OnlineBar title={o("people")} />
      <main id="main" class="empty" tabIndex={-1}>
        <h2>{title}</h2>
        <p>{text}</p>
        <div class="acts">
          <Link class="btn btn--go" href={href}>
            {label}
          </Link>
          <Link class="btn" href="/">
            {t("rules.home")}
          </Link>
        </div>
      </main>
    </div>
  );
}

/** Somebody else was first. `late`: before the link was opened. */
function useSeatLost(live: LiveGame, link: string, late: boolean): boolean {
  const wanted = useRef(late);
  const { state, you } = live.info;
  if (state === "invited") wanted.current = you === 0 && link !== "";
  const lost = wanted.current && you === 0;
  useEffect(() => {
    if (lost && live.running) live.session?.remark(`${o("seat-lost")} ${o("watching-now")}`);
  }, [live.session, lost]);
  return lost;
}

interface OpenProps {
  live: LiveGame;
  /** The key of a seat, "" without one. */
  link: string;
  late: boolean;
  onSat(): void;
}

function Open({ live, link, late, onSat }: OpenProps) {
  useStore(live);
  const { state, you, cause } = live.info;
  const lost = useSeatLost(live, link, late);
  if (live.session) return <LivePlay key={live.id} live={live} session={live.session} />;
  if (live.gone && lost)
    return <Nothing title={o("seat-lost")} text={o("seat-lost-why")} href="/games" label={o("games.title")} />;
  if (live.gone)
    return <Nothing title={o("online.not-found")} text={o("gone-private")} href="/games" label={o("games.title")} />;
  if (state === "damaged" || live.damaged)
    return <Nothing title={o("broken-title")} text={o("online.damaged")} href="/games" label={o("games.title")} />;
  if (state === "ended")
    return (
      <Nothing
        title={o("aborted-title")}
        text={o(cause === "aborted" ? "called-off" : "over")}
        href={`/friend/${gameOf(live.info.game)}`}
        label={o("friend.title")}
      />
    );
  if (state !== "invited") return <Empty />;
  if (you > 0) return <Waiting live={live} />;
  if (link !== "") return <Invitation live={live} link={link} onSat={onSat} />;
  return <Nothing title={o("not-begun-title")} text={o("not-begun")} href={`/g/${live.id}`} label={o("try-again")} />;
}

export function GamePage({ id }: { id: string }) {
  const [live, setLive] = useState<LiveGame>();
  const [error, setError] = useState<unknown>();
  const [tries, again] = useState(0);
  const given = useRef("");
  given.current = location.hash.slice(1) || given.current; /* another link of the same game may be opened here */
  const used = useMemo(() => keysOf(id)[0] ?? "", [id]); /* by which this browser sat there before */
  const link = given.current || used;
  useEffect(() => {
    let open: LiveGame | undefined;
    let closed = false;
    const arrive = async () => {
      if (person.known) await person.look();
      open = await LiveGame.open(id, link);
      await needGames([gameOf(open.info.game)]);
      if (closed) return open.close();
      setError(undefined);
      setLive(open);
      /* The key is spent, or never was one for us: it need not stand in the address. */
      if (open.info.you > 0 || open.info.state !== "invited") router.replace(`/g/${id}`);
    };
    arrive().catch((fault: unknown) => !closed && setError(fault));
    return () => {
      closed = true;
      open?.close();
    };
  }, [id, link, tries]);
  if (error instanceof Unreachable)
    return (
      <div class="page">
        <OnlineBar title={o("people")} />
        <main id="main" class="hall hall--one" tabIndex={-1}>
          <Unreached error={error} onAgain={() => again(tries + 1)} />
        </main>
      </div>
    );
  if (error instanceof ApiError && error.status === 404)
    return <Nothing title={o("online.invalid-key")} text={o("spent-why")} href="/friend" label={o("friend.title")} />;
  if (error !== undefined)
    return <Nothing title={o("went-wrong")} text={wrong(error)} href="/games" label={o("games.title")} />;
  if (!live) return <Empty />;
  const sat = () => {
    router.replace(`/g/${id}`);
    again(tries + 1);
  };
  return <Open live={live} link={link} late={given.current !== ""} onSat={sat} />;
}
