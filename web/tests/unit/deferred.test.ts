/* Drawing in parts: once for many changes, and never after the component is gone. */
import { signal } from "@preact/signals";
import { h, render } from "preact";
import { useState } from "preact/hooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nextFrame, useSoon } from "../../src/ui/deferred";

const count = signal(0);
const other = signal(0);
let drawn: string[];
let setOwn: (own: number) => void;

function draw(kind: string): string {
  const text = `${kind} ${count.value} ${other.value}`;
  drawn.push(text);
  return text;
}

const Soon = () =>
  h(
    "p",
    null,
    useSoon(() => draw("soon")),
  );
const Frame = nextFrame(function Frame({ kind = "frame" }: { kind?: string }) {
  const [own, set] = useState(0);
  setOwn = set;
  return h("p", null, draw(`${kind} ${own}`));
});

beforeEach(() => {
  drawn = [];
  count.value = other.value = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  render(null, document.body);
  vi.useRealTimers();
});

/** Three changes at once, each of which would redraw. */
function burst(): void {
  for (let times = 0; times < 3; times++) {
    count.value++;
    other.value++;
  }
}

describe.each([
  ["soon", Soon, "soon", 0],
  ["after the next frame", Frame, "frame 0", 50],
] as const)("%s", (_, Component, name, wait) => {
  const settle = () => vi.advanceTimersByTimeAsync(wait);

  test("it is drawn at once, then once for all changes together, again and again", async () => {
    render(h(Component, null), document.body);
    expect(drawn).toEqual([`${name} 0 0`]);
    for (const value of [3, 6]) {
      drawn = [];
      burst();
      expect(drawn).toEqual([]);
      await settle();
      expect(drawn).toEqual([`${name} ${value} ${value}`]);
      expect(document.body.textContent).toBe(`${name} ${value} ${value}`);
    }
    await vi.advanceTimersByTimeAsync(1000);
    expect(drawn).toHaveLength(1);
  });

  test("nothing is drawn after it is gone, neither for a change before nor after that", async () => {
    render(h(Component, null), document.body);
    drawn = [];
    burst();
    render(null, document.body);
    expect(vi.getTimerCount()).toBe(0);
    burst();
    await vi.advanceTimersByTimeAsync(1000);
    expect(drawn).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("what is gone waits for no frame", async () => {
  render(h(Frame, null), document.body);
  burst();
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(2); /* a frame, and a timer for a page that has none */
  render(null, document.body);
  expect(vi.getTimerCount()).toBe(0);
});

test("the board is drawn before what stands around it", async () => {
  render([h(Soon, null), h(Frame, null)], document.body);
  drawn = [];
  burst();
  await vi.advanceTimersByTimeAsync(0);
  expect(drawn).toEqual(["soon 3 3"]);
  await vi.advanceTimersByTimeAsync(50);
  expect(drawn).toEqual(["soon 3 3", "frame 0 3 3"]);
});

test("a hidden page has no frames, and is drawn all the same", async () => {
  vi.stubGlobal("requestAnimationFrame", () => 1);
  render(h(Frame, null), document.body);
  burst();
  await vi.advanceTimersByTimeAsync(200);
  vi.unstubAllGlobals();
  expect(drawn).toEqual(["frame 0 0 0", "frame 0 3 3"]);
});

test("other props and a state of its own are shown at once, with what was still to be drawn", async () => {
  render(h(Frame, { kind: "one" }), document.body);
  burst();
  render(h(Frame, { kind: "two" }), document.body);
  expect(drawn).toEqual(["one 0 0 0", "two 0 3 3"]);
  setOwn(7);
  await vi.advanceTimersByTimeAsync(1000);
  expect(drawn).toEqual(["one 0 0 0", "two 0 3 3", "two 7 3 3"]);
});
