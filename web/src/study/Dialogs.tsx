/* The dialogs of a study: the menu, a comment, sharing, the keys. */
import { useEffect, useState } from "preact/hooks";
import { overlay } from "../app/overlay";
import { pageScope } from "../app/scope";
import { t } from "../i18n/texts";
import { editorPath } from "../editor/address";
import { copy, download, textFile } from "../records/files";
import { Dialog } from "../ui/Dialog";
import { Icon, type IconName } from "../ui/Icon";
import { Link } from "../ui/Link";
import { studyLink } from "./address";
import { EmbedCode } from "./EmbedCode";
import { refocus } from "./focus";
import { Status } from "../ui/Status";
import type { Study } from "./study";
import { studyText } from "./words";

const PRINT_DELAY = 300; /* ms until the dialog is gone */

const close = () => overlay.show(undefined);

function More({ study }: { study: Study }) {
  const { here, at } = study;
  const then = (does: () => void) => () => {
    close();
    does();
  };
  const isMain = study.path.every(({ node, parent }) => study.childrenOf(parent)[0]?.node === node);
  const item = (icon: IconName, label: string, does: () => void, off = false) => (
    <li>
      <button class="btn btn--quiet" type="button" disabled={off} onClick={does}>
        <Icon name={icon} />
        <span>{label}</span>
      </button>
    </li>
  );
  return (
    <Dialog title={at === 0 ? studyText("more") : studyText("more.move", { move: here.move })} onClose={close}>
      <ul class="menu-list">
        {item(
          "eye",
          studyText(study.threats.isOn ? "threats.off" : "threats.on"),
          then(() => study.threats.turn(!study.threats.isOn)),
          !study.showsAnalysis,
        )}
        {item("say", studyText("comment"), () => overlay.show("comment"))}
        {item(
          "ring",
          studyText("mark"),
          then(() => study.startMarking()),
        )}
        {item(
          "next",
          studyText("tree.promote"),
          then(() => study.promote(at)),
          isMain,
        )}
        {item(
          "close",
          studyText("tree.delete"),
          then(() => {
            study.cut(at);
            refocus();
          }),
          at === 0,
        )}
        {item(
          "flip",
          t("play.flip"),
          then(() => study.flip()),
        )}
        {item("share", studyText("share"), () => overlay.show("share"))}
        {item("settings", t("settings.title"), () => overlay.show("settings"))}
        {item("keys", studyText("keys"), () => overlay.show("keys"))}
        <li>
          <Link class="btn btn--quiet" href="/study/review">
            <Icon name="list" />
            {studyText("review.open")}
          </Link>
        </li>
        <li>
          <Link class="btn btn--quiet" href={editorPath(study.spec, study.now.position)}>
            <Icon name="edit" />
            {studyText("edit")}
          </Link>
        </li>
        <li>
          <Link class="btn btn--quiet" href="/study/new">
            <Icon name="plus" />
            {studyText("new")}
          </Link>
        </li>
        <li>
          <Link class="btn btn--quiet" href={`/rules/${study.id}`}>
            <Icon name="book" />
            {t("nav.rules")}
          </Link>
        </li>
      </ul>
    </Dialog>
  );
}

function CommentDialog({ study }: { study: Study }) {
  const { here, at } = study;
  const [text, write] = useState(here.comment);
  return (
    <Dialog
      title={at === 0 ? studyText("comment.start") : studyText("comment.of", { move: here.move })}
      onClose={close}
    >
      <form
        class="comment"
        onSubmit={(event) => {
          event.preventDefault();
          study.comment(at, text);
          close();
        }}
      >
        <label>
          <span class="sr">{studyText("comment")}</span>
          <textarea
            class="field"
            rows={5}
            data-first
            onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
            value={text}
            onInput={(event) => write(event.currentTarget.value)}
          />
        </label>
        <div class="acts">
          <button class="btn btn--go" type="submit">
            {studyText("comment.keep")}
          </button>
          <button class="btn" type="button" onClick={close}>
            {studyText("cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/* The link has everything in it. If it is too long, the dialog says so, and offers the file. */
function Share({ study }: { study: Study }) {
  const text = study.record();
  const [link, found] = useState<string | undefined | null>(null);
  const [done, tell] = useState<"share.copied" | "share.not-copied">();
  useEffect(() => void studyLink(text, location.origin).then(found), [text]);
  const put = async (what: string) => tell((await copy(what)) ? "share.copied" : "share.not-copied");
  const name = `${study.id}-study`;
  return (
    <Dialog title={studyText("share")} onClose={close}>
      <div class="share">
        {link === undefined ? (
          <p class="msg">{studyText("share.too-long")}</p>
        ) : (
          <label>
            <span>{studyText("share.link")}</span>
            <input class="field not" readOnly value={link ?? ""} onFocus={(event) => event.currentTarget.select()} />
          </label>
        )}
        <div class="acts">
          {link !== undefined && (
            <button class="btn btn--go" type="button" onClick={() => void put(link ?? "")}>
              <Icon name="copy" />
              {studyText("share.copy-link")}
            </button>
          )}
          <button class="btn" type="button" onClick={() => void put(study.now.position)}>
            {studyText("share.copy-position")}
          </button>
          <button class="btn" type="button" onClick={() => void put(text)}>
            {studyText("share.copy-text")}
          </button>
          <button class="btn" type="button" onClick={() => download(`${name}.txt`, textFile(text))}>
            {studyText("share.save-text")}
          </button>
          <button class="btn" type="button" onClick={() => download(`${name}.json`, textFile(study.record("json")))}>
            {studyText("share.save-json")}
          </button>
          <button
            class="btn"
            type="button"
            onClick={() => {
              close();
              pageScope.timeout(PRINT_DELAY, () => print());
            }}
          >
            {studyText("share.print")}
          </button>
        </div>
        <Status class="">{done && <p>{studyText(done)}</p>}</Status>
        {link && <EmbedCode study={study} text={text} />}
      </div>
    </Dialog>
  );
}

const KEYS = [
  "steps",
  "ends",
  "across",
  "lines",
  "engine",
  "explorer",
  "threats",
  "comment",
  "flip",
  "turning",
  "escape",
  "board",
] as const;

function Keys() {
  return (
    <Dialog title={studyText("keys")} onClose={close}>
      <p>{studyText("keys.where")}</p>
      <dl class="keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{studyText(`keys.${key}.key`)}</kbd>
            </dt>
            <dd>{studyText(`keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Those that each page of a study has: how a page leads to the settings depends on its bar. */
export function StudyDialogs({ study }: { study: Study }) {
  switch (overlay.open) {
    case "menu":
      return <More key="menu" study={study} />;
    case "comment":
      return <CommentDialog key="comment" study={study} />;
    case "share":
      return <Share key="share" study={study} />;
    case "keys":
      return <Keys key="keys" />;
    default:
      return null;
  }
}
