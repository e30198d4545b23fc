/* What is sent to a friend: the link, its QR code, and who sits already. */
import { useRef, useState } from "preact/hooks";
import { useStore } from "../../app/store";
import { Icon } from "../../ui/Icon";
import { Segments } from "../../ui/Segments";
import { linkOf } from "./friend";
import { person } from "../line/me";
import type { LiveGame } from "../live/live";
import { beingOf, Disc, wordOf } from "../live/Presence";
import { Qr } from "../common/Qr";
import { canShare, copyFrom, share } from "../common/share";
import { o } from "../common/words";

const STANDS = 2000;

/** A button that says for two seconds that it was done. */
export function CopyButton({ text, field }: { text: string; field(): HTMLInputElement | null }) {
  const [done, setDone] = useState<"" | "copied" | "selected">("");
  const act = async () => {
    setDone((await copyFrom(text, field())) ? "copied" : "selected");
    setTimeout(() => setDone(""), STANDS);
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
        ? name || o("somebody")
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

interface Props {
  id: string;
  /** One for each seat that waits for somebody. */
  keys: string[];
  live: LiveGame | undefined;
  busy: boolean;
}

export function SendCard({ id, keys, live, busy }: Props) {
  const [wanted, choose] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const which = Math.min(wanted, keys.length - 1);
  const { alone } = useStore(person);
  const link = linkOf(id, keys[which] ?? "");
  return (
    <>
      {keys.length > 1 && (
        <Segments
          label={o("which-link")}
          value={String(which)}
          choices={keys.map((_, index) => ({ value: String(index), label: o("link-number", { number: index + 1 }) }))}
          onChoose={(value) => choose(Number(value))}
        />
      )}
      <Qr text={link} label={o("qr")} />
      <div class="linkrow" aria-busy={busy || undefined}>
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
        <CopyButton text={link} field={() => field.current} />
      </div>
      {canShare() && (
        <button class="btn btn--go btn--big" type="button" onClick={() => void share(o("friend.share"), link)}>
          <Icon name="share" />
          {o("share")}
        </button>
      )}
      {alone && (
        <p class="msg" role="note">
          <Icon name="info" />
          <span>{o("link-alone")}</span>
        </p>
      )}
      {live && <SeatLines live={live} />}
    </>
  );
}
