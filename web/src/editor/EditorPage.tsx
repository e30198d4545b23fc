/* /editor/GAME?options=…&position=P: a position is set up by hand, then played from, analysed or sent. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { router } from "../app/router";
import { useStore } from "../app/store";
import { CoreError } from "../core/module";
import { gameFacts } from "../core/table";
import { Bar } from "../ui/Bar";
import { NoSuchGame } from "../ui/NoSuchGame";
import { SettingsButton } from "../settings/SettingsButton";
import { RulesLink } from "../ui/RulesLink";
import { titleOf } from "../ui/titles";
import { useTitle } from "../ui/useTitle";
import { editorPath } from "./address";
import { Editing } from "./editing";
import { EditBoard } from "./EditBoard";
import { Actions, Fields, EditorMessage, Palette, PositionText } from "./Panel";
import { e, needEditorWords } from "./words";
import "../styles/later.css";
import "../styles/editor.css";

/** Options that cannot be are those of the game as it is. */
function opened(game: string): Editing {
  const { query } = router;
  const options = query.get("options");
  const position = query.get("position") ?? "";
  try {
    return new Editing(options === null ? game : `${game}:${options}`, position);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return new Editing(game, position);
  }
}

/* So that Back and a reload find it again; the start needs no words. */
function keepInAddress({ spec, text, begins }: Editing): void {
  const path = editorPath(spec, text === begins ? "" : text);
  if (path !== location.pathname + location.search) router.replace(path);
}

function Editor({ game }: { game: string }) {
  const [editing] = useState(() => opened(game));
  const [flipped, flip] = useState(false);
  useStore(editing);
  useEffect(() => () => editing.close(), []);
  useLayoutEffect(() => keepInAddress(editing), [editing.text]);
  const title = titleOf(game);
  useTitle(title, e("title"));
  return (
    <div class="page editorpage">
      <Bar title={title} detail={e("title")}>
        <div class="tools">
          <RulesLink game={game} />
          <SettingsButton class="wide-only" />
        </div>
      </Bar>
      <main id="main" class="editor" tabIndex={-1}>
        <EditBoard editing={editing} flipped={flipped} label={e("board", { game: title })} />
        <div class="edit-panel">
          {editing.sheet.possible ? <Palette editing={editing} /> : <p>{e("none")}</p>}
          <Fields editing={editing} onFlip={() => flip(!flipped)} />
          <EditorMessage editing={editing} />
          <PositionText editing={editing} />
          <Actions editing={editing} />
        </div>
      </main>
    </div>
  );
}

export function EditorPage({ game }: { game: string }) {
  const [ready, set] = useState(false);
  useEffect(() => void needEditorWords().then(() => set(true)), []);
  if (!gameFacts(game)) return <NoSuchGame />;
  return ready ? <Editor game={game} /> : <main id="main" class="later" aria-busy="true" />;
}
