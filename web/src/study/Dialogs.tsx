/* What does not fit beside the board: more to do, a comment, taking the study along, the keys. */
import { useEffect, useState } from "preact/hooks";
import { screen } from "../app/screen";
import { useStore } from "../app/store";
import { t } from "../i18n/texts";
import { editorPath } from "../editor/address";
import { copy, download, textFile } from "../records/files";
import { Settings } from "../settings/Settings";
import { Dialog } from "../ui/Dialog";
import { Icon, type IconName } from "../ui/Icon";
import { Link } from "../ui/Link";
import { studyLink } from "./address";
import { EmbedCode } from "./EmbedCode";
import { refocus } from "./focus";
import type { Study } from "./study";
import { s } from "./words";

const close = () => screen.show(undefined);

function More({ study }: { study: Study }) {
  const { here, at } = study;
  const then = (does: () => void) => () => {
    close();
    does();
  };
  const first = study.childrenOf(here.parent)[0]?.node === at;
  const isMain =
    at === 0 || (first && study.path.every(({ node, parent }) => study.childrenOf(parent)[0]?.node === node));
  const item = (icon: IconName, label: string, does: () => void, off = false) => (
    <li>
      <button class="btn btn--quiet" type="button" disabled={off} onClick={does}>
        <Icon name={icon} />
        <span>{label}</span>
      </button>
    </li>
  );
  return (
    <Dialog title={at === 0 ? s("more") : s("more.move", { move: here.move })} onClose={close}>
      <ul class="menu-list">
        {item(
          "eye",
          s(study.threats.on ? "threats.off" : "threats.on"),
          then(() => study.threaten(!study.threats.on)),
          study.threats.muted,
        )}
        {item("say", s("comment"), () => screen.show("comment"))}
        {item(
          "ring",
          s("mark"),
          then(() => study.beginMark()),
        )}
        {item(
          "next",
          s("tree.promote"),
          then(() => study.promote(at)),
          isMain,
        )}
        {item(
          "close",
          s("tree.delete"),
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
        {item("share", s("share"), () => screen.show("share"))}
        {item("settings", t("settings.title"), () => screen.show("settings"))}
        {item("keys", s("keys"), () => screen.show("keys"))}
        <li>
          <Link class="btn btn--quiet" href="/study/review">
            <Icon name="list" />
            {s("review.open")}
          </Link>
        </li>
        <li>
          <Link class="btn btn--quiet" href={editorPath(study.now.game, study.now.position)}>
            <Icon name="edit" />
            {s("edit")}
          </Link>
        </li>
        <li>
          <Link class="btn btn--quiet" href="/study/new">
            <Icon name="plus" />
            {s("new")}
          </Link>
        </li>
        <li>
          <Link class="btn btn--quiet" href={`/rules/${study.now.id}`}>
            <Icon name="book" />
            {t("nav.rules")}
          </Link>
        </li>
      </ul>
    </Dialog>
  );
}

function Comment({ study }: { study: Study }) {
  const { here, at } = study;
  const [text, write] = useState(here.comment);
  return (
    <Dialog title={at === 0 ? s("comment.start") : s("comment.of", { move: here.move })} onClose={close}>
      <form
        class="comment"
        onSubmit={(event) => {
          event.preventDefault();
          study.comment(at, text);
          close();
        }}
      >
        <label>
          <span class="sr">{s("comment")}</span>
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
            {s("comment.keep")}
          </button>
          <button class="btn" type="button" onClick={close}>
            {s("cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/* The link has everything in it; where that is too long, it says so and the file is the way. */
function Share({ study }: { study: Study }) {
  const text = study.record();
  const [link, found] = useState<string | undefined | null>(null);
  const [done, tell] = useState("");
  useEffect(() => void studyLink(text, location.origin).then(found), [text]);
  const put = async (what: string, label: string) => tell((await copy(what)) ? label : s("share.not-copied"));
  const name = `${study.now.id}-study`;
  return (
    <Dialog title={s("share")} onClose={close}>
      <div class="share">
        {link === undefined ? (
          <p class="msg">{s("share.too-long")}</p>
        ) : (
          <label>
            <span>{s("share.link")}</span>
            <input class="field not" readOnly value={link ?? ""} onFocus={(event) => event.currentTarget.select()} />
          </label>
        )}
        <div class="acts">
          {link !== undefined && (
            <button class="btn btn--go" type="button" onClick={() => void put(link ?? "", s("share.copied"))}>
              <Icon name="copy" />
              {s("share.copy-link")}
            </button>
          )}
          <button class="btn" type="button" onClick={() => void put(study.now.position, s("share.copied"))}>
            {s("share.copy-position")}
          </button>
          <button class="btn" type="button" onClick={() => void put(text, s("share.copied"))}>
            {s("share.copy-text")}
          </button>
          <button class="btn" type="button" onClick={() => download(`${name}.txt`, textFile(text))}>
            {s("share.save-text")}
          </button>
          <button class="btn" type="button" onClick={() => download(`${name}.json`, textFile(study.record("json")))}>
            {s("share.save-json")}
          </button>
          <button
            class="btn"
            type="button"
            onClick={() => {
              close();
              setTimeout(() => print(), 300);
            }}
          >
            {s("share.print")}
          </button>
        </div>
        <p role="status">{done}</p>
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
    <Dialog title={s("keys")} onClose={close}>
      <p>{s("keys.where")}</p>
      <dl class="keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{s(`keys.${key}.key`)}</kbd>
            </dt>
            <dd>{s(`keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

export function StudyDialogs({ study }: { study: Study }) {
  switch (useStore(screen).open) {
    case "menu":
      return <More key="menu" study={study} />;
    case "comment":
      return <Comment key="comment" study={study} />;
    case "share":
      return <Share key="share" study={study} />;
    case "settings":
      return <Settings key="settings" />;
    case "keys":
      return <Keys key="keys" />;
    default:
      return null;
  }
}
