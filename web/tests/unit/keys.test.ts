/* Keys mean the same on every layout. */
import { expect, test } from "vitest";
import { keyOf } from "../../src/ui/keys";

const press = (key: string, code: string, shiftKey = false) => keyOf({ key, code, shiftKey } as KeyboardEvent);

test("Latin letters, marks and named keys are what they say", () => {
  expect([press("u", "KeyU"), press("a", "KeyQ"), press("[", "BracketLeft"), press("ArrowUp", "ArrowUp")]).toEqual([
    "u",
    "a",
    "[",
    "ArrowUp",
  ]);
});

test("Russian letters mean the Latin ones of their keys", () => {
  expect([press("г", "KeyU"), press("х", "BracketLeft"), press("Ъ", "BracketRight", true)]).toEqual(["u", "[", "}"]);
});

test("what has no Latin twin stays", () => expect(press("ß", "IntlBackslash")).toBe("ß"));
