/* /editor/GAME?options=…&position=P: a position is set up by hand, then played from, analysed or sent. */
import { useLayoutEffect } from "preact/hooks";
import { router } from "../app/router";
import type { Scope } from "../app/scope";
import { CoreError } from "../core/module";
import { gameFacts } from "../core/table";
import { Bar } from "../ui/Bar";
import { Loading } from "../ui/later";
import { NoSuchGame } from "../ui/NoSuchGame";
import { RulesLink } from "../ui/RulesLink";
import { titleOf } from "../ui/titles";
import { useModel } from "../ui/useScope";
import { useTitle } from "../ui/useTitle";
import { editorPath } from "./address";
import { Editing } from "./editing";
import { EditBoard } from "./EditBoard";
import { Actions, Fields, EditorMessage, Palette, PositionText } from "./Panel";
import { canEdit, editorText, needEditorWords } from "./words";
import "../styles/later.css";
import "../styles/editor.css";

/** Options that the game does not have are ignored. */
function opened(scope: Scope, game: string): Editing {
  const { query } = router;
  const options = query.get("options");
  const position = query.get("position") ?? "";
  try {
    return new Editing(scope, options === null ? game : `${game}:${options}`, position);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return new Editing(scope, game, position);
  }
}

/* So that Back and a reload find it again; the start needs no words. */
function saveInAddress({ spec, text, start }: Editing): void {
  const path = editorPath(spec, text === start ? "" : text);
  if (path !== location.pathname + location.search) router.replace(path);
}

function Editor({ game }: { game: string }) {
  const editing = useModel((scope) => opened(scope, game));
  const { text } = editing;
  useLayoutEffect(() => saveInAddress(editing), [editing, text]);
  const title = titleOf(game);
  useTitle(title, editorText("title"));
  return (
    <div class="page editorpage">
      <Bar title={title} detail={editorText("title")}>
        <div class="tools">
          <RulesLink game={game} />
        </div>
      </Bar>
      <main id="main" class="editor" tabIndex={-1}>
        <EditBoard editing={editing} />
        <div class="edit-panel">
          {editing.sheet.possible ? <Palette editing={editing} /> : <p>{editorText("none")}</p>}
          <Fields editing={editing} />
          <EditorMessage editing={editing} />
          <PositionText editing={editing} />
          <Actions editing={editing} />
        </div>
      </main>
    </div>
  );
}

export function EditorPage({ game }: { game: string }) {
  if (!gameFacts(game)) return <NoSuchGame />;
  return canEdit() ? <Editor game={game} /> : <Loading load={needEditorWords} onReady={() => {}} />;
}
