/* Beside the board of the editor: the tools, the other fields of a position, one message, the text, and the actions. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { router } from "../app/router";
import { Man } from "../board/Man";
import type { EditFault, EditField } from "../core/types";
import { currentMatch } from "../match/current";
import { Session } from "../match/session";
import { reason, t } from "../i18n/texts";
import { canShare, copyFrom, share } from "../online/common/share";
import { Icon, type IconName } from "../ui/Icon";
import { useReasons } from "../ui/Reason";
import { Segments } from "../ui/Segments";
import { Select } from "../ui/Select";
import { Status } from "../ui/Status";
import { Stepper } from "../ui/Stepper";
import { titleOf } from "../ui/titles";
import { useModel } from "../ui/useScope";
import { LIFT, type Editing } from "./editing";
import { editorText, editorSays } from "./words";

interface Props {
  editing: Editing;
}

const ICONS: Record<string, IconName> = { card: "now", turn: "turn", last: "ring", before: "now" };

export function Palette({ editing }: Props) {
  const { tools } = editing.sheet;
  const game = editing.state.id;
  const box = useRef<HTMLDivElement>(null);
  const choices = [...tools.keys(), LIFT];
  const go = (by: number) => {
    const at = choices.indexOf(editing.tool);
    const to = (at + by + choices.length) % choices.length;
    editing.choose(choices[to]!);
    box.current!.querySelectorAll<HTMLElement>("[role=radio]")[to]!.focus();
  };
  const tool = (index: number, name: string, picture: ComponentChildren, count = "", over = false) => (
    <button
      key={index}
      type="button"
      role="radio"
      class={over ? "tool is-over" : "tool"}
      aria-checked={editing.tool === index}
      tabIndex={editing.tool === index ? 0 : -1}
      onClick={() => editing.choose(index)}
    >
      {picture}
      <span>{name}</span>
      <small class="num">{count}</small>
    </button>
  );
  return (
    <div
      ref={box}
      class="palette"
      role="radiogroup"
      aria-label={editorText("palette")}
      aria-description={editorText("keys")}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        go(by);
      }}
    >
      {tools.map(({ id, kind, count, most, name }, index) =>
        tool(
          index,
          name ? editorSays(game, name) : id,
          kind === null || id in ICONS ? <Icon name={ICONS[id] ?? "ring"} /> : <Man game={editing.spec} kind={kind} />,
          most > 0 ? editorText("count", { count, most }) : kind === null ? "" : String(count),
          most > 0 && count > most,
        ),
      )}
      {tool(LIFT, editorText("lift"), <Icon name="share" />)}
    </div>
  );
}

interface Row {
  key: string;
  name: string;
  fields: { field: EditField; index: number }[];
}

function rowsOf(editing: Editing): Row[] {
  const rows: Row[] = [];
  for (const [index, field] of editing.sheet.fields.entries()) {
    const key = JSON.stringify(field.row); /* the same in every language */
    const last = rows.at(-1);
    if (last?.key === key) last.fields.push({ field, index });
    else rows.push({ key, name: editorSays(editing.state.id, field.row), fields: [{ field, index }] });
  }
  return rows;
}

function Field({ editing, name, field, index }: Props & { name: string; field: EditField; index: number }) {
  const { kind, type, value, least, most, choices } = field;
  const seat = editing.state.view.seats.find((each) => each.kind === kind);
  const label = seat ? editorText("of", { what: name, who: editorSays(editing.state.id, seat.name) }) : name;
  const man = kind !== null && <Man game={editing.spec} kind={kind} />;
  if (type === "number")
    return (
      <span class="pair">
        {man}
        <Stepper {...{ label, value, least, most }} onChoose={(to) => editing.set(index, to)} />
      </span>
    );
  if (type === "switch")
    return (
      <label class="pair check">
        {man}
        <input
          type="checkbox"
          aria-label={label}
          checked={value === 1}
          onChange={() => editing.set(index, 1 - value)}
        />
      </label>
    );
  const all = choices.map((choice, at) => ({ value: String(at), label: editorSays(editing.state.id, choice) }));
  const choose = (to: string) => editing.set(index, Number(to));
  return all.length > 2 ? (
    <Select label={label} value={String(value)} choices={all} onChoose={choose} />
  ) : (
    <Segments label={label} value={String(value)} choices={all} onChoose={choose} />
  );
}

export function Fields({ editing }: Props) {
  const wrong = editing.wrong ? [] : (editing.sheet.faults[0]?.fields ?? []);
  return (
    <section class="rows card" aria-label={editorText("rest")}>
      {rowsOf(editing).map(({ key, name, fields }) => (
        <div key={key} class={fields.some(({ field }) => wrong.includes(field.id)) ? "is-wrong" : ""}>
          <span>{name}</span>
          <span class="pairs">
            {fields.map(({ field, index }) => (
              <Field key={field.id} {...{ editing, name, field, index }} />
            ))}
          </span>
        </div>
      ))}
      <div>
        <span>{editorText("actions")}</span>
        <span class="pairs">
          {editing.sheet.possible && (
            <button class="btn" type="button" onClick={() => editing.empty()}>
              {editorText("empty")}
            </button>
          )}
          <button class="btn" type="button" onClick={() => editing.read("")}>
            {editorText("start")}
          </button>
          <button class="btn" type="button" onClick={() => editing.flip()}>
            {editorText("flip")}
          </button>
        </span>
      </div>
    </section>
  );
}

const whole = (english: string) => {
  const { text } = reason(english);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

const sentence = (editing: Editing, fault: EditFault) =>
  fault.message ? editorSays(editing.state.id, fault.message) : whole(fault.reason);

/** The state of the position: one message at a time. */
function standing(editing: Editing): { tone: "good" | "why" | "neutral"; text: string } {
  const { wrong, refused, sheet, state, over } = editing;
  if (wrong)
    return {
      tone: "why",
      text: `${editorText("column", { column: wrong.fault.column ?? 1 })} ${whole(wrong.fault.reason)}`,
    };
  if (refused) return { tone: "why", text: editorText("no-room") };
  const [first, ...others] = sheet.faults;
  if (first) {
    const more = others.length > 0 ? ` ${editorText("more", { more: others.length })}` : "";
    return { tone: "why", text: sentence(editing, first) + more };
  }
  const prompt = state.view.prompt ? ` ${editorSays(state.id, state.view.prompt)}` : "";
  return over
    ? { tone: "neutral", text: editorText("over") + prompt }
    : { tone: "good", text: editorText("good") + prompt };
}

export function EditorMessage({ editing }: Props) {
  useReasons();
  const { tone, text } = standing(editing);
  const [, lead, rest] = /^(.*?[.?!])(\s.*)?$/s.exec(text) ?? [text, text, ""];
  return (
    <Status class={`msg msg--${tone}`} id="fault">
      <Icon name={tone === "neutral" ? "info" : tone} />
      <p>
        <b>{lead}</b>
        {rest}
      </p>
    </Status>
  );
}

const COPIED = 2000; /* ms; so long the button says so */

export function PositionText({ editing }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const scope = useModel((own) => own);
  const [typed, type] = useState<string>();
  const [copied, setCopied] = useState(false);
  const { wrong, state } = editing;
  useEffect(() => type(undefined), [state, wrong]);
  /* The place where reading stopped is selected, and so underlined by the field. */
  useEffect(() => {
    if (!wrong || !field.current) return;
    const at = (wrong.fault.column ?? 1) - 1;
    field.current.focus();
    field.current.setSelectionRange(at, Math.max(at + 1, at + (wrong.fault.token ?? "").length));
  }, [wrong]);
  const paste = async () => {
    try {
      editing.read((await navigator.clipboard.readText()).trim());
    } catch {
      field.current?.focus(); /* the browser does not allow it: the player pastes into the field */
      field.current?.select();
    }
  };
  return (
    <form
      class="postext"
      onSubmit={(event) => {
        event.preventDefault();
        editing.read((typed ?? editing.text).trim());
      }}
    >
      <input
        ref={field}
        class="field"
        aria-label={editorText("text")}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong ? "fault" : undefined}
        value={typed ?? editing.text}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => type(event.currentTarget.value)}
        onPaste={(event) => {
          event.preventDefault();
          editing.read(event.clipboardData?.getData("text").trim() ?? "");
        }}
      />
      <button
        class="btn"
        type="button"
        onClick={async () => {
          if (!(await copyFrom(editing.text, field.current))) return;
          setCopied(true);
          scope.timeout(COPIED, () => setCopied(false));
        }}
      >
        <Icon name={copied ? "good" : "copy"} />
        {editorText("copy")}
      </button>
      <button class="btn wide-only" type="button" onClick={() => void paste()}>
        {editorText("paste")}
      </button>
      <Status as="span">{copied && editorText("copied")}</Status>
    </form>
  );
}

const PERSON = "person";
const LEVELS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

/** The player to move is a person; all others are engines of that level, or people at this screen. */
function begin(editing: Editing, level: string): void {
  const { spec, state } = editing;
  if (level === PERSON) {
    router.go(`/play?game=${encodeURIComponent(spec)}&position=${encodeURIComponent(state.position)}`);
    return;
  }
  const person = { kind: "person", name: "", level: 0, you: true } as const;
  const sides = Array.from({ length: state.players }, (_, seat) =>
    seat + 1 === state.seat ? person : ({ kind: "engine", name: "", level: Number(level) } as const),
  );
  const session = Session.begin({ spec, position: state.position, sides, begins: 0, games: 1 });
  currentMatch.set(session);
  router.go(`/play/${session.id}`);
}

export function Actions({ editing }: Props) {
  const [level, choose] = useState("3");
  const [link, setLink] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { playable, over, spec, state } = editing;
  const off = playable ? {} : ({ "aria-disabled": true, "aria-describedby": "fault" } as const);
  const ended = playable && !over ? {} : ({ "aria-disabled": true, "aria-describedby": "fault" } as const);
  const query = `game=${encodeURIComponent(spec)}&position=${encodeURIComponent(state.position)}`;
  useEffect(() => setLink(""), [state]);
  const send = async () => {
    const url = `${location.origin}/study?${query}`;
    if (canShare() && (await share(titleOf(state.id), url))) return;
    setLink(url);
  };
  useEffect(() => {
    if (link !== "") void copyFrom(link, field.current);
  }, [link]);
  const people = { value: PERSON, label: t("setup.person") };
  const against = (
    <div class="against">
      <span>{editorText("against")}</span>
      <Select
        label={editorText("against")}
        value={level}
        choices={[people, ...LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))]}
        onChoose={choose}
      />
    </div>
  );
  const does = (
    <div class="edit-actions">
      <div class={link === "" ? "sr" : "postext"}>
        {link !== "" && <input ref={field} class="field" aria-label={editorText("link")} value={link} readOnly />}
        <Status as="span" class="">
          {link !== "" && editorText("shared")}
        </Status>
      </div>
      <div class="go3">
        <button class="btn btn--go" type="button" {...ended} onClick={() => playable && !over && begin(editing, level)}>
          {editorText("play")}
        </button>
        <button class="btn" type="button" {...off} onClick={() => playable && router.go(`/study?${query}`)}>
          {editorText("analyse")}
        </button>
        <button class="btn" type="button" {...off} onClick={() => playable && void send()}>
          {editorText("share")}
        </button>
      </div>
    </div>
  );
  return (
    <>
      {against}
      {does}
    </>
  );
}
