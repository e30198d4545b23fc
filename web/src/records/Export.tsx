/* Exporting a game: as a record, as JSON, as a position, a link or a picture, and on paper. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { gameLink } from "../game/link";
import { t } from "../i18n/texts";
import type { Session } from "../match/session";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { Alert, LiveRegion } from "../ui/Status";
import { useModel } from "../ui/useScope";
import { copy, download, textFile } from "./files";
import { pixels } from "./picture";
import { fileName, positionLink, sessionSource, type Source } from "./source";
import "../styles/records.css";

const CONFIRMED = 2500; /* ms; so long a button says that it is done */

/** The name of the last action, for a moment; and the text to copy by hand if the browser refuses. */
function useDone() {
  const scope = useModel((own) => own);
  const [done, setDone] = useState("");
  const [byHand, setByHand] = useState<string>();
  const cancel = useRef(() => {});
  const markDone = (name: string) => {
    setDone(name);
    cancel.current();
    cancel.current = scope.timeout(CONFIRMED, () => setDone(""));
  };
  const copyAs = async (name: string, text: string) => {
    const copied = await copy(text);
    setByHand(copied ? undefined : text);
    if (copied) markDone(name);
  };
  return { done, byHand, markDone, copyAs };
}

interface ActProps {
  name: string;
  done: string;
  label: string;
  /** The subject of the label, for screen readers. */
  of: string;
  after: string;
  onClick: () => void;
}

function Act({ name, done, label, of, after, onClick }: ActProps) {
  const now = done === name;
  const said = now ? after : label;
  return (
    <button type="button" class={now ? "btn is-done" : "btn"} aria-label={`${said}: ${of}`} onClick={onClick}>
      {now && <Icon name="good" />}
      <span>{said}</span>
    </button>
  );
}

function Row({ title, why, children }: { title: string; why: string; children: ComponentChildren }) {
  return (
    <li class="export-row">
      <p>
        <b>{title}</b>
        <small>{why}</small>
      </p>
      <div class="export-acts">{children}</div>
    </li>
  );
}

function ByHand({ text }: { text: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current!.focus();
    field.current!.select();
  }, [text]);
  return (
    <label class="by-hand">
      <span>{t("export.by-hand")}</span>
      <textarea ref={field} class="field not" readOnly rows={4} value={text} />
    </label>
  );
}

export function ExportList({ source }: { source: Source }) {
  const { done, byHand, markDone, copyAs } = useDone();
  const [failed, fail] = useState(false);
  const copying = (name: string, of: string, text: () => string) => (
    <Act
      {...{ name, done, of }}
      label={t("export.copy")}
      after={t("export.copied")}
      onClick={() => void copyAs(name, text())}
    />
  );
  const saving = (name: string, label: string, of: string, file: () => Promise<Blob> | Blob, ending: string) => {
    const save = async () => {
      fail(false);
      try {
        download(fileName(source, ending), await file());
        markDone(name);
      } catch {
        fail(true);
      }
    };
    return <Act {...{ name, done, label, of }} after={t("export.saved")} onClick={() => void save()} />;
  };
  const save = t("export.save");
  const text = t("export.record");
  const json = t("export.json");
  const picture = t("export.picture");
  const link = useMemo(() => gameLink(source.whole, location.origin), [source]);
  const saveHere = source.save;
  return (
    <div class="export">
      <ul>
        {saveHere && (
          <Row title={t("records.title")} why={t("export.keep-why")}>
            <Act
              {...{ name: "save-here", done, label: t("export.keep"), of: t("records.title"), after: t("export.kept") }}
              onClick={() => {
                saveHere();
                markDone("save-here");
              }}
            />
          </Row>
        )}
        <Row title={text} why={t("export.record-why")}>
          {copying("copy-text", text, () => source.record("text"))}
          {saving("save-text", save, text, () => textFile(source.record("text")), "txt")}
        </Row>
        <Row title={json} why={t("export.json-why")}>
          {copying("copy-json", json, () => source.record("json"))}
          {saving("save-json", save, json, () => textFile(source.record("json"), "application/json"), "json")}
        </Row>
        <Row title={t("export.game-link")} why={t(link ? "export.game-link-why" : "export.game-link-long")}>
          {link && copying("copy-game-link", t("export.game-link"), () => link)}
        </Row>
        <Row title={t("export.link")} why={t("export.link-why")}>
          {copying("copy-link", t("export.link"), () => positionLink(source, location.origin))}
        </Row>
        <Row title={t("export.position")} why={t("export.position-why")}>
          {copying("copy-position", t("export.position"), () => source.position)}
        </Row>
        <Row title={picture} why={t("export.picture-why")}>
          {saving("save-svg", "SVG", picture, () => textFile(source.picture(), "image/svg+xml"), "svg")}
          {saving("save-png", "PNG", picture, () => pixels(source.picture()), "png")}
        </Row>
        <Row title={t("export.sheet")} why={t("export.sheet-why")}>
          <Link class="btn" href={source.sheet}>
            {t("export.print")}
          </Link>
        </Row>
      </ul>
      {byHand !== undefined && <ByHand text={byHand} />}
      {failed && (
        <Alert>
          <Icon name="bad" />
          <p>{t("export.failed")}</p>
        </Alert>
      )}
      <LiveRegion>
        {done === ""
          ? ""
          : t(done === "save-here" ? "export.kept" : done.startsWith("copy") ? "export.copied" : "export.saved")}
      </LiveRegion>
    </div>
  );
}

export function ExportPanel({ session }: { session: Session }) {
  const [source] = useState(() => sessionSource(session)); /* a dialog: the game does not go on */
  return <ExportList source={source} />;
}
