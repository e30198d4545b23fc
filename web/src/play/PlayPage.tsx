/* /play/ID: a match that is kept. /play?game=SPEC&position=P&moves=M opens a position for people at this screen,
   /play#game=… a whole game (game/link.ts), and a record is opened at /play; all of them are kept, and have an address, once somebody moves. /play without anything on the table
   is the match that was played last. */
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { useStore } from "../app/store";
import { linkedRecord, linkIn, movesIn } from "../game/link";
import { t } from "../i18n/texts";
import { keeper } from "../keep/keeper";
import { desk, type Found } from "../match/desk";
import { Session } from "../match/session";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { Empty, later, reading } from "../ui/later";
import { Play } from "./Play";

const ASK = 3000; /* milliseconds between two looks at a match that is open elsewhere */

const BadLink = later(async () => (await import("./BadLink")).BadLink);
const Elsewhere = reading(async () => (await import("./Elsewhere")).Elsewhere);
const Spoiled = later(async () => (await import("./Elsewhere")).Spoiled);

/** What is on the table without being kept: the game or the position of a link, null if that cannot be had, or a record. */
function loose(): Session | null | undefined {
  const whole = linkIn(location.hash);
  const { query } = router;
  const game = query.get("game");
  try {
    if (whole) desk.put(linked(whole));
    else if (game !== null) desk.put(Session.open(game, query.get("position") ?? "", movesIn(query)));
    else if (desk.session?.kept !== false || desk.session.lost) return undefined;
    return desk.session;
  } catch {
    return null;
  }
}

/** A game that somebody has sent. */
function linked(link: URLSearchParams): Session {
  const session = Session.fromRecord(linkedRecord(link));
  if (!session.game.over) session.narrator.note = { tone: "neutral", text: () => t("note.link") };
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

/** A match on the screen. It is seen at once, and begins when it is known that this page may write it. */
function OnTable({ session, held }: { session: Session; held: boolean }) {
  useEffect(() => {
    if (!held) return;
    session.enter();
    let claimed = session.kept;
    const ends = [
      keeper.subscribe(() => keeper.trouble === "full" && session.warn("keep.full")),
      session.subscribe(() => {
        if (!session.kept || claimed) return;
        claimed = true;
        router.replace(`/play/${session.id}`);
        void desk.claim(session);
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [session, held]);
  return <Play session={session} />;
}

function Kept({ id }: { id: string }) {
  useStore(desk);
  const [found, setFound] = useState<Found | undefined>(() =>
    desk.session?.id === id && desk.session.kept ? { kind: "match", session: desk.session } : undefined,
  );
  const [held, setHeld] = useState(false);
  const open = async (take: boolean) => {
    setFound(await desk.open(id, take));
    setHeld(true);
  };
  useEffect(() => void open(false), [id]);
  /* The other page may go, without a word if it was killed. */
  const elsewhere = found?.kind === "elsewhere" || (found?.kind === "match" && found.session.lost);
  useEffect(() => {
    if (!elsewhere) return;
    const timer = setInterval(() => void open(false), ASK);
    return () => clearInterval(timer);
  }, [elsewhere]);
  if (found === undefined) return <Empty />;
  if (found.kind === "match" && !found.session.lost) return <OnTable session={found.session} held={held} />;
  const kept = found.kind === "elsewhere" || found.kind === "spoiled" ? found.kept : keeper.match(id);
  if (!kept) return <Nothing />;
  return found.kind === "spoiled" ? <Spoiled kept={kept} /> : <Elsewhere kept={kept} onTake={() => void open(true)} />;
}

function Latest() {
  const latest = keeper.matches.find((kept) => !kept.over) ?? keeper.matches[0];
  useEffect(() => {
    if (latest) router.replace(`/play/${latest.id}`);
  }, []);
  return latest ? <Empty /> : <Nothing />;
}

export function PlayPage() {
  useStore(desk);
  const [, id] = useStore(router).parts;
  const [session, open] = useState(() => (id === undefined ? loose() : undefined));
  useEffect(() => () => desk.leave(), []);
  useEffect(() => {
    const another = () => linkIn(location.hash) && open(loose());
    addEventListener("hashchange", another);
    return () => removeEventListener("hashchange", another);
  }, []);
  /* The first move gives it an address: it stays as it is. */
  if (session && !session.lost && (id === undefined || id === session.id)) return <OnTable session={session} held />;
  if (id !== undefined) return <Kept key={id} id={id} />;
  return session === null ? <BadLink link={linkIn(location.hash) ?? router.query} /> : <Latest />;
}
