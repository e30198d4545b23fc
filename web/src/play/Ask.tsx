/* Questions before what cannot be undone: the safe answer first, and the text says what follows. */
import { t } from "../i18n/texts";
import { Dialog } from "../ui/Dialog";
import type { Session } from "../match/session";
import { overlay } from "../app/overlay";

interface Props {
  title: string;
  text: string;
  safe: string;
  sure: string;
  danger?: boolean;
  onSure(): void;
}

function Question({ title, text, safe, sure, danger = false, onSure }: Props) {
  const close = () => overlay.show(undefined);
  return (
    <Dialog title={title} question onClose={close}>
      <p>{text}</p>
      <div class="row">
        <button class="btn" type="button" data-first onClick={close}>
          {safe}
        </button>
        <button
          class={`btn${danger ? " btn--danger" : ""}`}
          type="button"
          onClick={() => {
            close();
            onSure();
          }}
        >
          {sure}
        </button>
      </div>
    </Dialog>
  );
}

/** Who would score what: the core says so on a copy of the game. */
function resignText(session: Session, seat: number): string {
  const points = session.match.pointsAfterResigning(seat);
  if (!points) return t("resign.others");
  const most = Math.max(...points);
  const winner = points.indexOf(most) + 1;
  if (most <= 0 || winner === seat) return t("resign.lost");
  return t("resign.scores", { who: session.match.nameAt(winner), points: most });
}

export function AskResign({ session }: { session: Session }) {
  const seat = session.match.self;
  const title =
    session.match.alone > 0 ? t("resign.title") : t("resign.title-who", { who: session.match.nameAt(seat) });
  return (
    <Question
      title={title}
      text={resignText(session, seat)}
      safe={t("resign.no")}
      sure={t("resign.yes")}
      danger
      onSure={() => session.resign(seat)}
    />
  );
}

export function AskDraw({ session }: { session: Session }) {
  const engines = session.match.plan.sides.some((side) => side.kind === "engine");
  if (engines) {
    return (
      <Question
        title={t("draw.title")}
        text={t("draw.engine")}
        safe={t("resign.no")}
        sure={t("draw.offer")}
        onSure={() => void session.offerDraw()}
      />
    );
  }
  return (
    <Question
      title={t("draw.title-people")}
      text={t("draw.people")}
      safe={t("resign.no")}
      sure={t("draw.agree")}
      onSure={() => session.offerDraw()}
    />
  );
}
