/* What is sent to a friend: the link and its QR code, which make the game when they are first wanted; and who sits already. */
import { useRef, useState } from "preact/hooks";
import { useStore } from "../../app/store";
import { isolated } from "../../i18n/isolate";
import { Icon } from "../../ui/Icon";
import { Segments } from "../../ui/Segments";
import { keysOf, linkOf, type SeatLink } from "./links";
import { person } from "../line/me";
import type { LiveGame } from "../live/live";
import { beingOf, Disc, wordOf } from "../live/Presence";
import { Qr } from "../common/Qr";
import { canShare, copyFrom, share, toClipboard } from "../common/share";
import { o } from "../common/words";

const STANDS = 2000;

/** A button that says for two seconds that it was done. The text may have to be made first; `field` has it then. */
function CopyButton({ text, field }: { text(): Promise<string>; field(): HTMLInputElement | null }) {
  const [done, setDone] = useState<"" | "copied" | "selected">("");
  const act = async () => {
    const wanted = text();
    try {
      const copied = (await toClipboard(wanted)) || (await copyFrom(await wanted, field()));
      setDone(copied ? "copied" : "selected");
      setTimeout(() => setDone(""), STANDS);
    } catch {
      /* there is no link; the page says why */
    }
  };
  return (
    <>
      <button class="btn" type="button" onClick={() => void act()}>
        <Icon name="copy" />
        {done === "copied" ? o("copied") : o("copy")}
      </button>
      <span class="sr" role="status">
        {done !== "" && o(done)}
      </span>
    </>
  );
}

function Row({ live, seat }: { live: LiveGame; seat: number }) {
  const { person: taken, level, name } = live.info.seats[seat - 1]!;
  const you = seat === live.you;
  const being = beingOf(live, seat);
  const who = you
    ? o("you")
    : level !== undefined
      ? o("program-level", { level })
      : taken !== undefined
        ? name
          ? isolated(name)
          : o("somebody")
        : o(live.you > 0 ? "your-friend" : "free-seat");
  return (
    <li class="seatline">
      {you ? <b>{who}</b> : <span>{who}</span>}
      <span class="presence">
        <Disc being={being ?? "gone"} />
        {being === undefined ? live.you > 0 && o("not-yet") : wordOf(live, seat, being)}
      </span>
    </li>
  );
}

/** Who sits already. */
export function SeatLines({ live }: { live: LiveGame }) {
  useStore(live);
  return (
    <ul class="seatlines">
      {live.info.seats.map((_, index) => (
        <Row key={index} live={live} seat={index + 1} />
      ))}
    </ul>
  );
}

/** Why the server refused what was asked of it here. */
export function Refused({ live }: { live: LiveGame }) {
  const { refusal } = useStore(live);
  return refusal === "" ? null : (
    <p class="msg msg--bad" role="alert">
      {refusal}
    </p>
  );
}

interface Props {
  /** undefined: the game is made when its link is first wanted. */
  id: string | undefined;
  /** Of each seat that waits for somebody. */
  links: SeatLink[];
  live: LiveGame | undefined;
  busy: boolean;
  /** Makes the game if need be, and has its id. */
  onMake(): Promise<string>;
  /** Another link in place of the one for this seat. */
  onRenew(slot: number): void;
}

export function SendCard({ id, links, live, busy, onMake, onRenew }: Props) {
  const [wanted, choose] = useState(0); /* a slot */
  const field = useRef<HTMLInputElement>(null);
  const { alone } = useStore(person);
  const shown = links.find(({ slot }) => slot === wanted) ?? links[0];
  if (!shown) return live ? <SeatLines live={live} /> : null;
  const { slot, key } = shown;
  const link = id !== undefined && key !== "" ? linkOf(id, key) : "";
  const make = async () => {
    const made = await onMake();
    return linkOf(made, keysOf(made)[slot - 1] ?? "");
  };
  const send = () => make().then((made) => share(o("friend.share"), made));
  const lost = id !== undefined && link === "";
  return (
    <>
      {links.length > 1 && (
        <Segments
          label={o("which-link")}
          value={String(slot)}
          choices={links.map((each) => ({ value: String(each.slot), label: o("link-number", { number: each.slot }) }))}
          onChoose={(value) => choose(Number(value))}
        />
      )}
      {link !== "" && <Qr text={link} label={o("qr")} />}
      {lost ? (
        <p>{o("link-unknown")}</p>
      ) : (
        <div class="linkrow" aria-busy={busy || undefined}>
          {link === "" ? (
            <button class="btn" type="button" disabled={busy} onClick={() => void make().catch(() => undefined)}>
              {o("show-qr")}
            </button>
          ) : (
            <>
              <label class="sr" for="link">
                {o("link-label")}
              </label>
              <input
                class="field"
                id="link"
                ref={field}
                value={link}
                readOnly
                onFocus={(event) => event.currentTarget.select()}
              />
            </>
          )}
          <CopyButton text={make} field={() => field.current} />
        </div>
      )}
      {!lost && canShare() && (
        <button class="btn btn--go btn--big" type="button" onClick={() => void send().catch(() => undefined)}>
          <Icon name="share" />
          {o("share")}
        </button>
      )}
      {id !== undefined && (
        <button class="btn btn--quiet" type="button" disabled={busy} onClick={() => onRenew(slot)}>
          {o("new-link")}
        </button>
      )}
      {alone && link !== "" && (
        <p class="msg" role="note">
          <Icon name="info" />
          <span>{o("link-alone")}</span>
        </p>
      )}
      {live && <SeatLines live={live} />}
    </>
  );
}
