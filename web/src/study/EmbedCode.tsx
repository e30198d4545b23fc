/* The code that shows the study on a page of another site: a frame with the whole study in its address. */
import { useEffect, useState } from "preact/hooks";
import { copy } from "../records/files";
import { Icon } from "../ui/Icon";
import { titleOf } from "../ui/titles";
import { studyLink } from "./address";
import { Status } from "../ui/Status";
import type { Study } from "./study";
import { studyText } from "./words";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/* Beside the main line there is no ply to start at: then the frame starts at its end. */
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
  const [done, tell] = useState<"share.copied" | "share.not-copied">();
  const put = async () => tell((await copy(code)) ? "share.copied" : "share.not-copied");
  const title = studyText("embed.shows", { game: titleOf(study.id) });
  useEffect(
    () =>
      void studyLink(text, location.origin, "/embed").then((link) => link && write(frame(link + plyOf(study), title))),
    [text, title, study],
  );
  return (
    <details class="embed-code">
      <summary class="btn">{studyText("embed")}</summary>
      <p>{studyText("embed.lead")}</p>
      <label>
        <span>{studyText("embed.code")}</span>
        <textarea class="field not" readOnly rows={4} value={code} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button class="btn btn--go" type="button" onClick={() => void put()}>
        <Icon name="copy" />
        {studyText("embed.copy")}
      </button>
      <Status class="">{done && <p>{studyText(done)}</p>}</Status>
    </details>
  );
}
