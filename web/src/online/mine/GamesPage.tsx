/* Your games: where it is your turn, where others are to move, invitations, and games that have just ended. */
import { Empty } from "../../ui/later";
import { Link } from "../../ui/Link";
import { Alert } from "../../ui/Status";
import { useScope } from "../../ui/useScope";
import { useTitle } from "../../ui/useTitle";
import { t } from "../../i18n/texts";
import { Unreachable } from "../line/api";
import { OnlineBar, Unreached } from "../common/frame";
import { GameRows } from "./GameRows";
import { myGames } from "./games";
import type { Lists, Row } from "./list";
import { NoticeSwitch } from "./NoticeSwitch";
import { onlineText, wrong } from "../common/words";
import { person } from "../line/me";

/** The lists, while they are visible. */
export function useMyGames() {
  useScope((scope) => myGames.watch(scope), []);
  return myGames;
}

function Section({ name, rows, turn, timed }: { name: keyof Lists; rows: Row[]; turn?: boolean; timed?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={`list-${name}`}>
      <div class="head">
        <h2 id={`list-${name}`}>{onlineText(`games.${name}`)}</h2>
        <span>{onlineText("games.count", { count: rows.length })}</span>
        {name === "ended" && <Link href="/records">{t("home.records")}</Link>}
      </div>
      <GameRows rows={rows} turn={turn ?? false} timed={timed ?? true} />
    </section>
  );
}

export function GamesPage() {
  const { lists, error } = useMyGames();
  const { isSignedOut, isKnown } = person;
  useTitle(onlineText("games.title"));
  if (lists === undefined && error === undefined) return <Empty />;
  const none = lists === null || (lists && Object.values(lists).every((rows: Row[]) => rows.length === 0));
  return (
    <div class="page">
      <OnlineBar title={onlineText("games.title")} />
      <main id="main" class={isKnown ? "hall" : "hall hall--one"} tabIndex={-1}>
        <div class="col">
          {error instanceof Unreachable && <Unreached error={error} onAgain={() => void myGames.load()} />}
          {error !== undefined && !(error instanceof Unreachable) && <Alert as="p">{wrong(error)}</Alert>}
          {lists && (
            <>
              <Section name="yours" rows={lists.yours} turn />
              <Section name="waiting" rows={lists.waiting} />
              <Section name="asked" rows={lists.asked} timed={false} />
              <Section name="ended" rows={lists.ended} timed={false} />
            </>
          )}
          {none && (
            <section class="card unreached">
              <p>{onlineText(isSignedOut ? "put-out" : "games.none")}</p>
            </section>
          )}
          {!(error instanceof Unreachable) && (
            <div class="acts">
              <Link class={none ? "btn btn--go" : "btn"} href="/friend">
                {onlineText("friend.title")}
              </Link>
              <Link class="btn btn--quiet" href="/you">
                {onlineText("games.move")}
              </Link>
            </div>
          )}
        </div>
        {isKnown && (
          <div class="col">
            <NoticeSwitch />
          </div>
        )}
      </main>
    </div>
  );
}
