/* /play: the match on the table, or the one the browser kept. /play?game=SPEC&position=P&moves=M opens a position for
   people at this screen; once somebody moves it is the match on the table. */
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { Play } from "./Play";
import { Session } from "./session";
import { currentSession, setSession } from "./table";

/** What the address asks for; a fault in it as text. */
function fromAddress(): Session | string | undefined {
  const { query } = router;
  const game = query.get("game");
  if (game === null) return currentSession();
  try {
    const moves = (query.get("moves") ?? "").split(/[\s,]+/).filter((move) => move !== "");
    const session = Session.open(game, query.get("position") ?? "", moves);
    setSession(session);
    return session;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function Nothing({ fault }: { fault?: string }) {
  return (
    <>
      <Bar title={t("play.title")} />
      <main id="main" class="empty">
        <p>{fault === undefined ? t("play.none") : t("play.bad-link")}</p>
        {fault !== undefined && (
          <p class="not-wrapped" lang="en">
            {fault}
          </p>
        )}
        <Link class="btn btn--go" href="/">
          {t("play.choose")}
        </Link>
      </main>
    </>
  );
}

export function PlayPage() {
  const [found] = useState(fromAddress);
  const session = found instanceof Session ? found : undefined;
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
  return typeof found === "string" ? <Nothing fault={found} /> : <Nothing />;
}
