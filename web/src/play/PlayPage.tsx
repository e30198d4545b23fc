/* /play: the match on the table, or the one the browser kept. /play?game=SPEC&position=P&moves=M opens a position for
   people at this screen; once somebody moves it is the match on the table. */
import { useEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { CoreError } from "../core/module";
import { gameOf } from "../core/table";
import { say, t } from "../i18n/texts";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { Reason } from "../ui/Reason";
import { Play } from "./Play";
import { Session } from "./session";
import { currentSession, setSession } from "./table";

/** What was wrong with a link: what the game says, else the core's reason. */
interface Fault {
  told?: string;
  reason: string;
}

function faultOf(game: string, error: unknown): Fault {
  const why = error instanceof CoreError ? error.fault.why : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  return why ? { told: say(gameOf(game), why), reason } : { reason };
}

/** What the address asks for, or why that cannot be had. */
function fromAddress(): Session | Fault | undefined {
  const { query } = router;
  const game = query.get("game");
  if (game === null) return currentSession();
  try {
    const moves = (query.get("moves") ?? "").split(/[\s,]+/).filter((move) => move !== "");
    const session = Session.open(game, query.get("position") ?? "", moves);
    setSession(session);
    return session;
  } catch (error) {
    return faultOf(game, error);
  }
}

function Nothing({ fault }: { fault?: Fault | undefined }) {
  return (
    <>
      <Bar title={t("play.title")} />
      <main id="main" class="empty">
        <p>{fault === undefined ? t("play.none") : t("play.bad-link")}</p>
        {fault !== undefined && <p>{fault.told ?? <Reason english={fault.reason} />}</p>}
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
  return <Nothing fault={found instanceof Session ? undefined : found} />;
}
