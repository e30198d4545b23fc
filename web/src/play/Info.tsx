/* The left column of a very wide screen: the match, the marks on the board, the aim. Nothing one needs to play. */
import { gameText, has, t } from "../i18n/texts";
import { MatchTable } from "./MatchTable";
import type { Session } from "./session";

const marks: [string, string][] = [
  ["target", "M16 16m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M16 16m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0"],
  ["hand", "M16 16m-11 0a11 11 0 1 0 22 0a11 11 0 1 0-22 0"],
  ["from", "M16 16m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0"],
  ["put", "M16 16m-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0"],
  ["refused", "M5 5h22v22H5z"],
];

export function Info({ session }: { session: Session }) {
  const { id } = session.now;
  return (
    <aside class="info" aria-label={t("info.name")}>
      {session.plan.games > 1 && (
        <section>
          <h2>{t("info.match")}</h2>
          <MatchTable session={session} />
        </section>
      )}
      {has("summary", id) && (
        <section>
          <h2>{t("info.aim")}</h2>
          <p>{gameText(id, "summary")}</p>
        </section>
      )}
      <section>
        <h2>{t("info.marks")}</h2>
        <ul>
          {marks.map(([name, path]) => (
            <li key={name}>
              <svg class={`mark mark--${name}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
                <path class="halo" d={path} />
                <path d={path} />
              </svg>
              <span>{t(`info.mark-${name}`)}</span>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}
