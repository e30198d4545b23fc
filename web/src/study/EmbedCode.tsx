/* What shows the study on a page of another site: a frame with the whole of it in its address. */
import { useEffect, useState } from "preact/hooks";
import { copy } from "../records/files";
import { Icon } from "../ui/Icon";
import { titleOf } from "../ui/titles";
import { studyLink } from "./address";
import type { Study } from "./study";
import { s } from "./words";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/* Where the main line is left there is no ply to begin at; the frame then begins at its end. */
function plyOf({ path, mainLine }: Study): string {
  const last = path.at(-1);
  return !last || mainLine.includes(last) ? `&ply=${path.length}` : "";
}

function frame(link: string, title: string): string {
  const address = escaped(link);
  return `<iframe src="${address}" title="${escaped(title)}" width="480" height="620" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}

export function EmbedCode({ study, text }: { study: Study; text: string }) {
  const [code, write] = useState("");
  const [done, tell] = useState("");
  const title = s("embed.shows", { game: titleOf(study.now.id) });
  useEffect(
    () =>
      void studyLink(text, location.origin, "/embed").then((link) => link && write(frame(link + plyOf(study), title))),
    [text],
  );
  return (
    <details class="embed-code">
      <summary class="btn">{s("embed")}</summary>
      <p>{s("embed.lead")}</p>
      <label>
        <span>{s("embed.code")}</span>
        <textarea class="field not" readOnly rows={4} value={code} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button
        class="btn btn--go"
        type="button"
        onClick={async () => tell(s((await copy(code)) ? "share.copied" : "share.not-copied"))}
      >
        <Icon name="copy" />
        {s("embed.copy")}
      </button>
      <p role="status">{done}</p>
    </details>
  );
}
