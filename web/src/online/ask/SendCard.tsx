/* The link for a friend and its QR code, which create the game when they are first needed; and the players of the seats. */
import { useRef, useState } from "preact/hooks";
import { isolated } from "../../i18n/isolate";
import { Icon } from "../../ui/Icon";
import { Segments } from "../../ui/Segments";
import { Alert, Status } from "../../ui/Status";
import { useModel } from "../../ui/useScope";
import { keysOf, linkOf, type SeatLink } from "./links";
import { person } from "../line/me";
import type { LiveGame } from "../live/live";
import { beingOf, Disc, wordOf } from "../live/Presence";
import { Qr } from "../common/Qr";
import { canShare, copyFrom, share, toClipboard } from "../common/share";
import { onlineText } from "../common/words";

const SHOWN = 2000; /* ms */

/** A button that says for two seconds that it was done. The text may have to be made first; then `field` has it. */
function CopyButton({ text, field }: { text(): Promise<string>; field(): HTMLInputElement | null }) {
  const [done, setDone] = useState<"" | "copied" | "selected">("");
  const scope = useModel((own) => own);
  const act = async () => {
    const wanted = text();
    try {
      const copied = (await toClipboard(wanted)) || (await copyFrom(await wanted, field()));
      setDone(copied ? "copied" : "selected");
      scope.timeout(SHOWN, () => setDone(""));
    } catch {
      /* there is no link; the page says why */
    }
  };
  return (
    <>
      <button class="btn" type="button" onClick={() => void act()}>
        <Icon name="copy" />
        {done === "copied" ? onlineText("copied") : onlineText("copy")}
      </button>
      <Status as="span">{done !== "" && onlineText(done)}</Status>
    </>
  );
}

function Row({ live, seat }: { live: LiveGame; seat: number }) {
  const { person: taken, level, name } = live.info.seats[seat - 1]!;
  const you = seat === live.you;
  const being = beingOf(live, seat);
  const who = you
    ? onlineText("you")
    : level !== undefined
      ? onlineText("program-level", { level })
      : taken !== undefined
        ? name
          ? isolated(name)
          : onlineText("somebody")
        : onlineText(live.you > 0 ? "your-friend" : "free-seat");
  return (
    <li class="seatline">
      {you ? <b>{who}</b> : <span>{who}</span>}
      <span class="presence">
        <Disc being={being ?? "gone"} />
        {being === undefined ? live.you > 0 && onlineText("not-yet") : wordOf(live, seat, being)}
      </span>
    </li>
  );
}

/** The players of the seats. */
export function SeatLines({ live }: { live: LiveGame }) {
  return (
    <ul class="seatlines">
      {live.info.seats.map((_, index) => (
        <Row key={index} live={live} seat={index + 1} />
      ))}
    </ul>
  );
}

/** Why the server rejected a command of this page. */
export function Refused({ live }: { live: LiveGame }) {
  const { refusal } = live;
  return refusal === undefined ? null : <Alert as="p">{refusal()}</Alert>;
}

interface Props {
  /** Undefined until the game is created. */
  id: string | undefined;
  /** Of each free seat. */
  links: SeatLink[];
  live: LiveGame | undefined;
  isBusy: boolean;
  /** Returns the id of the game, which is created if necessary. */
  onMake(): Promise<string>;
  /** Makes another link for this seat. */
  onRenew(slot: number): void;
}

export function SendCard({ id, links, live, isBusy, onMake, onRenew }: Props) {
  const [wanted, choose] = useState(0); /* a slot */
  const field = useRef<HTMLInputElement>(null);
  const { isOnlyLocal } = person;
  const shown = links.find(({ slot }) => slot === wanted) ?? links[0];
  if (!shown) return live ? <SeatLines live={live} /> : null;
  const { slot, key } = shown;
  const link = id !== undefined && key !== "" ? linkOf(id, key) : "";
  const make = async () => {
    const made = await onMake();
    return linkOf(made, keysOf(made)[slot - 1] ?? "");
  };
  const send = () => make().then((made) => share(onlineText("friend.share"), made));
  const lost = id !== undefined && link === "";
  return (
    <>
      {links.length > 1 && (
        <Segments
          label={onlineText("which-link")}
          value={String(slot)}
          choices={links.map((each) => ({
            value: String(each.slot),
            label: onlineText("link-number", { number: each.slot }),
          }))}
          onChoose={(value) => choose(Number(value))}
        />
      )}
      {link !== "" && <Qr text={link} label={onlineText("qr")} />}
      {lost ? (
        <p>{onlineText("link-unknown")}</p>
      ) : (
        <div class="linkrow" aria-busy={isBusy || undefined}>
          {link === "" ? (
            <button class="btn" type="button" disabled={isBusy} onClick={() => void make().catch(() => undefined)}>
              {onlineText("show-qr")}
            </button>
          ) : (
            <>
              <label class="sr" for="link">
                {onlineText("link-label")}
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
          {onlineText("share")}
        </button>
      )}
      {id !== undefined && (
        <button class="btn btn--quiet" type="button" disabled={isBusy} onClick={() => onRenew(slot)}>
          {onlineText("new-link")}
        </button>
      )}
      {isOnlyLocal && link !== "" && (
        <p class="msg" role="note">
          <Icon name="info" />
          <span>{onlineText("link-alone")}</span>
        </p>
      )}
      {live && <SeatLines live={live} />}
    </>
  );
}
