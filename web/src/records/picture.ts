/* A position as a picture of its own: the core's drawing as a file, and the same in pixels. */
import type { Table } from "../core/table";
import { say } from "../i18n/texts";

const PIXELS = 2048;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The drawing with its description in the language of the page; the module has none. */
export function pictureOf(table: Table, at = -1): string {
  const state = table.state(at);
  const words = state.view.seats.map((seat) => `${say(state.id, seat.name)}: ${seat.points}.`);
  if (state.view.prompt) words.unshift(say(state.id, state.view.prompt));
  return table.svg(at).replace(/(<desc[^>]*>)[^<]*/, (_, tag: string) => tag + escaped(words.join(" ")));
}

/** Its light colours alone, and a size in pixels: the longer side has 2048. */
export function lightPicture(svg: string): { svg: string; width: number; height: number } {
  const [, , wide = 1, high = 1] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "0 0 1 1").split(" ").map(Number);
  const scale = PIXELS / Math.max(wide, high);
  const width = Math.round(wide * scale);
  const height = Math.round(high * scale);
  const light = svg.replace(/@media screen and \(prefers-color-scheme:dark\)\{:where\(:root\)\{[^}]*\}\}/, "");
  return { svg: light.replace("<svg ", `<svg width="${width}" height="${height}" `), width, height };
}

export async function pixels(picture: string): Promise<Blob> {
  const { svg, width, height } = lightPicture(picture);
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")!.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
