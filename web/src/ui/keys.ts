/* Which key was pressed, whatever the layout: one that types another alphabet means what the same key means in Latin. */

const MARKS: Record<string, [string, string]> = {
  BracketLeft: ["[", "{"],
  BracketRight: ["]", "}"],
  Slash: ["/", "?"],
  Equal: ["=", "+"],
  Minus: ["-", "_"],
};

export function keyOf(event: KeyboardEvent): string {
  const { key, code, shiftKey } = event;
  if (key.length !== 1 || key.charCodeAt(0) < 0x80) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter?.toLowerCase() ?? MARKS[code]?.[shiftKey ? 1 : 0] ?? key;
}

/** A key with a modifier belongs to the browser; AltGr only types. */
export function isShortcut(event: KeyboardEvent): boolean {
  return !event.getModifierState("AltGraph") && (event.ctrlKey || event.altKey || event.metaKey);
}
