/* The error in a record or a link. */
import type { Fault } from "../core/module";
import { say, t } from "../i18n/texts";
import { Reason } from "../ui/Reason";

/** The error, its place and its reason, each as a whole sentence. */
export function Wrong({ fault }: { fault: Fault }) {
  const { line = 0, column = 0, token = "", ply, game, why, reason } = fault;
  const told = why !== undefined && game !== undefined;
  const what =
    ply !== undefined && token !== ""
      ? t("records.bad-ply", { ply, token })
      : token !== ""
        ? t("records.bad-token", { token })
        : "";
  return (
    <>
      {what !== "" && <p>{what}</p>}
      <p>{told ? say(game, why) : <Reason english={reason} />}</p>
      {line > 0 && <p class="where-at">{t("records.bad-place", { line, column })}</p>}
    </>
  );
}
