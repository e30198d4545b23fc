/* The message beside the board, in a live region that is always there. */
import type { ComponentChildren } from "preact";
import { say } from "../i18n/texts";
import { Icon } from "../ui/Icon";
import { threatWords } from "./marks";
import { Status } from "../ui/Status";
import type { Study } from "./study";
import { studyText } from "./words";

/* A message, and how it looks. */
interface Said {
  look: string;
  content: ComponentChildren;
}

function lineSaid(study: Study): Said | undefined {
  if (!study.preview) return undefined;
  const { rank, step, line } = study.preview;
  const content = (
    <>
      <p>
        {step === 0
          ? studyText("line.shown", { rank })
          : studyText("line.at", { rank, move: step, moves: line.line.length })}
      </p>
      <span class="msg-acts">
        <button class="btn" type="button" onClick={() => study.back()}>
          {studyText("line.back")}
        </button>
        <button class="btn" type="button" onClick={() => study.addLine()}>
          {studyText("line.keep")}
        </button>
      </span>
    </>
  );
  return { look: "msg msg--line", content };
}

function noteSaid({ note }: Study): Said | undefined {
  if (!note) return undefined;
  const { tone, text, act } = note;
  const content = (
    <>
      <Icon name={tone} />
      <p>{text()}</p>
      {act && (
        <button class="btn" type="button" onClick={() => act.does()}>
          {act.label()}
        </button>
      )}
    </>
  );
  return { look: `msg msg--${tone}`, content };
}

function threatSaid(study: Study): Said | undefined {
  const words = threatWords(study);
  if (words === "") return undefined;
  const content = (
    <>
      <Icon name="eye" />
      <p>{words}</p>
    </>
  );
  return { look: study.threats.threat?.moves.length ? "msg msg--threat" : "msg", content };
}

/* In mid-move, the next question of the game. */
function askSaid({ id, selection: { ask } }: Study): Said | undefined {
  return ask ? { look: "msg", content: <p>{say(id, ask)}</p> } : undefined;
}

const Message = ({ said }: { said: Said | undefined }) => <Status class={said?.look}>{said?.content}</Status>;

/** The one message of the analysis. */
export const StudyMessage = ({ study }: { study: Study }) => (
  <Message said={lineSaid(study) ?? noteSaid(study) ?? threatSaid(study)} />
);

/** The message about the last action. */
export const NoteMessage = ({ study }: { study: Study }) => <Message said={noteSaid(study)} />;

/** The same, or the question of the game in mid-move; `isOff`: neither. */
export const MoveMessage = ({ study, isOff }: { study: Study; isOff: boolean }) => (
  <Message said={isOff ? undefined : (noteSaid(study) ?? askSaid(study))} />
);
