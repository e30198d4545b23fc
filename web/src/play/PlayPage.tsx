/* /play: the match on the table, or the one the browser kept. /play?game=SPEC&position=P&moves=M opens a position for
   people at this screen; once somebody moves it is the match on the table. */
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { later } from "../ui/later";
import { Play } from "./Play";
import { Session } from "../match/session";
import { currentSession, setSession } from "../match/desk";

const BadLink = later(async () => (await import("./BadLink")).BadLink);

/** The moves of a link. */
const asked = (): string[] => (router.query.get("moves") ?? "").split(/[\s,]+/).filter((move) => move !== "");

/** What the address asks for; null: that cannot be had. */
function fromAddress(): Session | undefined | null {
  const { query } = router;
  const game = query.get("game");
  if (game === null) return currentSession();
  try {
    const session = Session.open(game, query.get("position") ?? "", asked());
    setSession(session);
    return session;
  } catch {
    return null;
  }
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

export function PlayPage() {
  const [found] = useState(fromAddress);
  const session = found ?? undefined;
  useEffect(() => {
    if (!session) return;
    session.enter();
    const moved = session.moved;
    /* From the first move on, the address means the match on the table. */
    const end = session.subscribe(() => {
      if (session.moved > moved && router.query.has("game")) router.replace("/play");
    });
    return () => {
      end();
      session.leave();
    };
  }, [session]);
  if (session) return <Play session={session} />;
  return found === null ? <BadLink moves={asked()} /> : <Nothing />;
}
