/* Where a position is set up: /editor/GAME?options=…&position=P. */

export function editorPath(spec: string, position: string): string {
  const [game, options] = spec.split(":");
  const parts = [
    ...(options === undefined ? [] : [`options=${encodeURIComponent(options)}`]),
    ...(position === "" ? [] : [`position=${encodeURIComponent(position)}`]),
  ];
  return `/editor/${game}${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
}
