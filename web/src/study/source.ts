/* What a study begins with: the address, what was kept, or something that was pasted. All of it becomes a record, which
   the core reads. */
import { router } from "../app/router";
import { putStudy, studied } from "../keep/studied";
import { CoreError } from "../core/module";
import { games, pickRecord, Table } from "../core/table";
import { LINK_MAX, linkedRecord, linkIn } from "../game/link";
import { keeper } from "../keep/keeper";

const MARK = "#study=";

const quoted = (value: string) => `"${value.replace(/[\\"]/g, "\\$&")}"`;

/** The record of a game that has only just begun. */
export function beginning(spec: string, position = ""): string {
  const tags = [`[Game ${quoted(spec)}]`, ...(position === "" ? [] : [`[Position ${quoted(position)}]`])];
  return `${tags.join("\n")}\n\n\n`;
}

/* Packed, and in letters that an address has. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: ReadableWritablePair): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** The address that opens the whole study anywhere; undefined: it is too long for that. */
export async function studyLink(text: string, origin: string): Promise<string | undefined> {
  const link = `${origin}/study${MARK}${await pack(text)}`;
  return link.length > LINK_MAX ? undefined : link;
}

/** The record that an address names; undefined: none. */
async function addressed(): Promise<string | undefined> {
  const { hash } = location;
  if (hash.startsWith(MARK)) return unpack(hash.slice(MARK.length));
  const link = linkIn(hash);
  if (link) return linkedRecord(link);
  const { query } = router;
  const id = query.get("record");
  if (id !== null) return (await keeper.record(id))?.text;
  const spec = query.get("game");
  if (spec === null) return undefined;
  return query.has("moves") ? linkedRecord(query) : beginning(spec, query.get("position") ?? "");
}

/** What is to be studied: what the address names, which is then kept, or what was kept. */
export async function toStudy(): Promise<string | undefined> {
  const named = await addressed();
  if (named === undefined) return studied()?.text;
  putStudy(named);
  router.replace(router.path);
  return named;
}

/** A record of what was pasted: a game, or the text of a position of any game. Throws what the core says of it. */
export function readPasted(text: string, spec: string | undefined): string {
  const given = text.trim();
  try {
    return pickRecord(given, 0);
  } catch (error) {
    if (/^[[{]/.test(given) || given.includes("\n")) throw error;
    const specs = [...(spec === undefined ? [] : [spec]), ...games().map(({ id }) => id)];
    const found = specs.find((each) => isPosition(each, given));
    if (found === undefined) throw error;
    return beginning(found, given);
  }
}

function isPosition(spec: string, position: string): boolean {
  try {
    Table.open(spec, position).close();
    return true;
  } catch (error) {
    if (error instanceof CoreError) return false;
    throw error;
  }
}
