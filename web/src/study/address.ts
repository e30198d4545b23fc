/* A study in an address: a game, a position, or a whole study packed. The address is all that it takes to open it. */
import { LINK_MAX, linkedRecord, linkIn } from "../game/link";

const MARK = "#study=";
const UNPACKED_MAX = 8 << 20; /* letters; as ASC_RECORD_MAX of the core, in bytes */

const quoted = (value: string) => `"${value.replace(/[\\"]/g, "\\$&")}"`;

/** The record of a game without moves. */
export function beginning(spec: string, position = ""): string {
  const tags = [`[Game ${quoted(spec)}]`, ...(position === "" ? [] : [`[Position ${quoted(position)}]`])];
  return `${tags.join("\n")}\n\n\n`;
}

/* Packed, and in letters that an address has. */
export async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/* No further than a record may be long: somebody may have packed much more. */
export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    if (text.length > UNPACKED_MAX) {
      await reader.cancel();
      throw new Error("too long");
    }
  }
  return text;
}

/** The address that opens the whole study anywhere; undefined: it is too long for that. */
export async function studyLink(text: string, origin: string, path = "/study"): Promise<string | undefined> {
  const link = `${origin}${path}${MARK}${await pack(text)}`;
  return link.length > LINK_MAX ? undefined : link;
}

/** An address that is not whole: programs that pass it on may have cut it. */
export class Damaged extends Error {}

/** The record that an address names; undefined: none. */
export async function addressedRecord(hash: string, query: URLSearchParams): Promise<string | undefined> {
  if (hash.startsWith(MARK))
    return unpack(hash.slice(MARK.length).split("&")[0]!).catch((error: unknown) => {
      throw new Damaged(String(error));
    });
  const link = linkIn(hash);
  if (link) return linkedRecord(link);
  const spec = query.get("game");
  if (spec === null) return undefined;
  return query.has("moves") ? linkedRecord(query) : beginning(spec, query.get("position") ?? "");
}
