/* A link to a position or a game that cannot be opened: which part of it, as it was read, and why. */
import { CoreError, type Fault } from "../core/module";
import { gameFacts, gameOf, Table } from "../core/table";
import { movesIn } from "../game/link";
import { t } from "../i18n/texts";
import { Wrong } from "../records/Wrong";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { useTitle } from "../ui/useTitle";

/** The fault, with the move it is about or the position. */
function faultOf(link: URLSearchParams): Fault {
  const spec = link.get("game") ?? "";
  const position = link.get("position") ?? "";
  const moves = movesIn(link);
  const game = gameOf(spec);
  const about = (error: unknown, where: Partial<Fault>): Fault => {
    if (!(error instanceof CoreError)) throw error;
    return { ...error.fault, line: 0, game, ...where };
  };
  let table: Table;
  try {
    table = Table.open(spec, position);
  } catch (error) {
    return about(error, { token: gameFacts(game) ? position || spec : spec });
  }
  let ply = 0;
  try {
    while (ply < moves.length) table.play(moves[ply++]!);
    return { code: 0, reason: "" };
  } catch (error) {
    return about(error, { ply, token: moves[ply - 1]! });
  } finally {
    table.close();
  }
}

export function BadLink({ link }: { link: URLSearchParams }) {
  useTitle(t("link.bad"));
  return (
    <>
      <Bar />
      <main id="main" class="empty">
        <h1>{t("link.bad")}</h1>
        <Wrong fault={faultOf(link)} />
        <Link class="btn btn--go" href="/">
          {t("play.choose")}
        </Link>
      </main>
    </>
  );
}
