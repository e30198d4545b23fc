/* /g/ID: a game between people. With a key in the fragment it is an invitation to a seat. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { gameOf } from "../core/table";
import { needGames, t } from "../i18n/texts";
import { Empty } from "../ui/later";
import { Link } from "../ui/Link";
import { useScope } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { ApiError, Unreachable } from "./line/api";
import { OnlineBar, Unreached } from "./common/frame";
import { Invitation, Waiting } from "./ask/Invitation";
import { keysOf } from "./ask/links";
import { LiveGame } from "./live/live";
import { LivePlay } from "./live/LivePlay";
import { person } from "./line/me";
import { onlineText, wrong } from "./common/words";

/** A page instead of the game. */
function Nothing({ title, text, href, label }: { title: string; text: string; href: string; label: string }) {
  useTitle(title);
  return (
    <div class="page">
      <OnlineBar title={onlineText("people")} />
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

/** Whether another player took the seat of the link. `late`: perhaps before it was opened. */
function useSeatLost(live: LiveGame, link: string, late: boolean): boolean {
  const wanted = useRef(late);
  const { state, you } = live.info;
  if (state === "invited") wanted.current = you === 0 && link !== "";
  const lost = wanted.current && you === 0;
  useEffect(() => {
    if (lost && live.isRunning) live.remark(() => `${onlineText("seat-lost")} ${onlineText("watching-now")}`);
  }, [live, live.session, lost]);
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
  const { state, you, cause } = live.info;
  const lost = useSeatLost(live, link, late);
  if (live.session) return <LivePlay key={live.id} live={live} session={live.session} />;
  if (live.isGone && lost)
    return (
      <Nothing
        title={onlineText("seat-lost")}
        text={onlineText("seat-lost-why")}
        href="/games"
        label={onlineText("games.title")}
      />
    );
  if (live.isGone)
    return (
      <Nothing
        title={onlineText("online.not-found")}
        text={onlineText("gone-private")}
        href="/games"
        label={onlineText("games.title")}
      />
    );
  if (state === "damaged" || live.isDamaged)
    return (
      <Nothing
        title={onlineText("broken-title")}
        text={onlineText("online.damaged")}
        href="/games"
        label={onlineText("games.title")}
      />
    );
  if (state === "ended")
    return (
      <Nothing
        title={onlineText("aborted-title")}
        text={onlineText(cause === "aborted" ? "called-off" : "over")}
        href={`/friend/${gameOf(live.info.game)}`}
        label={onlineText("friend.title")}
      />
    );
  if (state !== "invited") return <Empty />;
  if (you > 0) return <Waiting live={live} />;
  if (link !== "") return <Invitation live={live} link={link} onSat={onSat} />;
  return (
    <Nothing
      title={onlineText("not-begun-title")}
      text={onlineText("not-begun")}
      href={`/g/${live.id}`}
      label={onlineText("try-again")}
    />
  );
}

export function GamePage({ id }: { id: string }) {
  const [live, setLive] = useState<LiveGame>();
  const [error, setError] = useState<unknown>();
  const [tries, again] = useState(0);
  const given = useRef("");
  void router.path; /* another link to the same game may be opened here */
  given.current = location.hash.slice(1) || given.current;
  const used = useMemo(() => keysOf(id)[0] ?? "", [id]); /* the key that this browser used before */
  const link = given.current || used;
  useScope(
    (scope) => {
      const arrive = async () => {
        if (person.isKnown) await person.look();
        const game = await LiveGame.open(scope, id, link);
        const { you, state } = game.info;
        await needGames([gameOf(game.info.game)]);
        if (scope.hasEnded) return;
        setError(undefined);
        setLive(game);
        /* The key is used up, or was for another player: the address does not need it. */
        if (you > 0 || state !== "invited") router.replace(`/g/${id}`);
      };
      arrive().catch((fault: unknown) => scope.hasEnded || setError(fault));
    },
    [id, link, tries],
  );
  if (error instanceof Unreachable)
    return (
      <div class="page">
        <OnlineBar title={onlineText("people")} />
        <main id="main" class="hall hall--one" tabIndex={-1}>
          <Unreached error={error} onAgain={() => again(tries + 1)} />
        </main>
      </div>
    );
  if (error instanceof ApiError && error.status === 404)
    return (
      <Nothing
        title={onlineText("online.invalid-key")}
        text={onlineText("spent-why")}
        href="/friend"
        label={onlineText("friend.title")}
      />
    );
  if (error !== undefined)
    return (
      <Nothing title={onlineText("went-wrong")} text={wrong(error)} href="/games" label={onlineText("games.title")} />
    );
  if (!live) return <Empty />;
  const sat = () => {
    router.replace(`/g/${id}`);
    again(tries + 1);
  };
  return <Open live={live} link={link} late={given.current !== ""} onSat={sat} />;
}
