/* /play/ID is a saved match. /play?game=SPEC&position=P&moves=M opens a position for people at this screen, /play#game=… a
   whole game (game/link.ts), and a record is opened at /play. They are saved, and get an address, with the first move. /play
   alone is the match that was played last. */
import { untracked } from "@preact/signals";
import { useCallback, useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { linkedRecord, linkIn, movesIn } from "../game/link";
import { t } from "../i18n/texts";
import { gameStorage } from "../storage/games";
import { currentMatch, type Found } from "../match/current";
import { Session } from "../match/session";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { Empty, later, Loading, reading } from "../ui/later";
import { useScope } from "../ui/useScope";
import { Play } from "./Play";

const ASK = 3000; /* milliseconds between two looks at a match that is open elsewhere */

const BadLink = later(async () => (await import("./BadLink")).BadLink);
const Elsewhere = reading(async () => (await import("./Elsewhere")).Elsewhere);
const Damaged = later(async () => (await import("./Elsewhere")).DamagedMatch);

/** A match that is not saved: the game or the position of a link, null if it can't be opened, or a record. */
function loose(): Session | null | undefined {
  const whole = linkIn(location.hash);
  const { query } = router;
  const game = query.get("game");
  try {
    if (whole) currentMatch.set(linked(whole));
    else if (game !== null) currentMatch.set(Session.open(game, query.get("position") ?? "", movesIn(query)));
    else if (currentMatch.session?.isSaved !== false || currentMatch.session.isLost) return undefined;
    return currentMatch.session;
  } catch {
    return null;
  }
}

/** A game that somebody has sent. */
function linked(link: URLSearchParams): Session {
  const session = Session.fromRecord(linkedRecord(link));
  if (!session.game.over) session.narrator.show("neutral", () => t("note.link"));
  return session;
}

function Nothing() {
  return (
    <>
      <Bar title={t("play.title")} />
      <main id="main" class="empty">
        <p>{t("play.none")}</p>
        <Link class="btn btn--go" href="/">
          {t("play.choose")}
        </Link>
      </main>
    </>
  );
}

/** A match on the screen. It is seen at once, and begins when it is known that this page may save it. */
function OnScreen({ session, locked }: { session: Session; locked: boolean }) {
  useScope(
    (scope) => {
      if (!locked) return;
      currentMatch.enter();
      scope.effect(() => {
        if (gameStorage.trouble === "full") session.warn("keep.full");
      });
      /* Its first move gives it an address. */
      scope.watch(
        () => session.isSaved,
        (isSaved) => {
          if (!isSaved || session.isLost) return;
          router.replace(`/play/${session.id}`);
          void currentMatch.claim(session);
        },
      );
    },
    [session, locked],
  );
  return <Play session={session} />;
}

function Saved({ id }: { id: string }) {
  const [known] = useState<Found | undefined>(() => {
    const { session } = currentMatch;
    return session?.id === id && session.isSaved ? { kind: "match", session } : undefined;
  });
  const [found, setFound] = useState(known);
  const [locked, setLocked] = useState(false);
  const open = useCallback(
    async (take: boolean) => {
      setFound(await currentMatch.open(id, take));
      setLocked(true);
    },
    [id],
  );
  /* If that fails, <Loading> tries again, and says so if it fails, too. */
  const reopen = useCallback((take: boolean) => void open(take).catch(() => setFound(undefined)), [open]);
  const isElsewhere = found?.kind === "elsewhere" || (found?.kind === "match" && found.session.isLost);
  useScope(() => known && reopen(false), [known, reopen]);
  /* The other page may go, without a word if it was killed. */
  useScope((scope) => isElsewhere && scope.interval(ASK, () => reopen(false)), [isElsewhere, reopen]);
  if (found === undefined) return <Loading load={() => open(false)} onReady={() => undefined} />;
  if (found.kind === "match" && !found.session.isLost) return <OnScreen session={found.session} locked={locked} />;
  const saved = found.kind === "elsewhere" || found.kind === "damaged" ? found.saved : gameStorage.match(id);
  if (!saved) return <Nothing />;
  return found.kind === "damaged" ? <Damaged saved={saved} /> : <Elsewhere saved={saved} onTake={() => reopen(true)} />;
}

function Latest() {
  const { id } = gameStorage.matches.find(({ over }) => !over) ?? gameStorage.matches[0] ?? {};
  useEffect(() => {
    if (id !== undefined) router.replace(`/play/${id}`);
  }, [id]);
  return id === undefined ? <Nothing /> : <Empty />;
}

export function PlayPage() {
  const [, id] = router.parts;
  const [session, open] = useState(() => (id === undefined ? untracked(loose) : undefined));
  useScope((scope) => {
    scope.onEnd(() => currentMatch.leave());
    scope.listen(window, "hashchange", () => linkIn(location.hash) && open(loose()));
  }, []);
  /* The first move gives it an address: it stays as it is. */
  if (session && !session.isLost && (id === undefined || id === session.id))
    return <OnScreen session={session} locked />;
  if (id !== undefined) return <Saved key={id} id={id} />;
  return session === null ? <BadLink link={linkIn(location.hash) ?? router.query} /> : <Latest />;
}
