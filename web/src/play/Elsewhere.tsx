/* A match that cannot be played here: another page has it open, or it cannot be read. It is never lost: it can be taken
   over, or saved. */
import { useMemo } from "preact/hooks";
import { PositionBoard } from "../board/StillBoard";
import { currentLanguage, t } from "../i18n/texts";
import type { SavedMatch } from "../storage/games";
import { summaryOf } from "../storage/summary";
import { saveSpoiled } from "../records/files";
import { Bar } from "../ui/Bar";
import { Link } from "../ui/Link";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";

export function Elsewhere({ saved, onTake }: { saved: SavedMatch; onTake: () => void }) {
  const standing = useMemo(() => {
    try {
      return summaryOf(saved);
    } catch {
      return undefined;
    }
  }, [saved, currentLanguage()]);
  const title = t("elsewhere.title");
  useTitle(title);
  return (
    <div class="page">
      <Bar {...(standing && { title: titleOf(standing.game) })} />
      <main id="main" class="elsewhere" tabIndex={-1}>
        {standing && (
          <div class="pic">
            <PositionBoard spec={standing.spec} position={standing.position} flipped={saved.flipped} />
          </div>
        )}
        <div class="txt">
          <h2>{title}</h2>
          {standing && (
            <p>
              <b>{t("home.resume.title", { game: titleOf(standing.game), players: standing.players })}</b>
              <span>{standing.turn}</span>
            </p>
          )}
          <p>{t("elsewhere.why")}</p>
          <div class="acts">
            <button type="button" class="btn btn--go btn--big" onClick={onTake}>
              {t("elsewhere.take")}
            </button>
            <Link class="btn btn--big" href="/">
              {t("play.other-games")}
            </Link>
          </div>
        </div>
      </main>
    </div>
  );
}

export function DamagedMatch({ saved }: { saved: SavedMatch }) {
  useTitle(t("spoiled.title"));
  return (
    <div class="page">
      <Bar title={t("play.title")} />
      <main id="main" class="empty" tabIndex={-1}>
        <h1>{t("spoiled.title")}</h1>
        <p>{t("spoiled.why")}</p>
        <div class="acts">
          <button type="button" class="btn btn--go" onClick={() => saveSpoiled(saved)}>
            {t("spoiled.save")}
          </button>
          <Link class="btn" href="/">
            {t("play.other-games")}
          </Link>
        </div>
      </main>
    </div>
  );
}
