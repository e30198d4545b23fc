/* A scope ends what belongs to it, once. */
import { batch, signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Scope } from "../../src/app/scope";

let scope: Scope;
let happened: unknown[];
const note = (what: unknown) => void happened.push(what);

beforeEach(() => {
  scope = new Scope();
  happened = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("an effect runs now, after each change of what it read, and not after the end", () => {
  const count = signal(1);
  const other = signal("");
  scope.effect(() => {
    note(count.value + other.peek());
    return () => note("cleaned");
  });
  other.value = "x";
  count.value = 2;
  expect(happened).toEqual(["1", "cleaned", "2x"]);
  scope.end();
  count.value = 3;
  expect(happened).toEqual(["1", "cleaned", "2x", "cleaned"]);
});

test("a watcher is told the value and the one before, and nothing at first", () => {
  const [one, two] = [signal(1), signal(1)];
  scope.watch(
    () => one.value + two.value,
    (value, before) => note([before, value, two.value]),
  );
  batch(() => {
    one.value = 2;
    two.value = 0;
  });
  expect(happened).toEqual([]); /* the sum is the same */
  one.value = 5;
  scope.end();
  one.value = 6;
  expect(happened).toEqual([[2, 5, 0]]);
});

test("what a watcher reads while it is told is not watched", () => {
  const [one, two] = [signal(1), signal(1)];
  scope.watch(
    () => {
      note("read");
      return one.value;
    },
    () => note(two.value),
  );
  one.value = 2;
  two.value = 2;
  expect(happened).toEqual(["read", "read", 1]);
});

test("listeners hear every kind until the end", () => {
  scope.listen(window, ["online", "offline"], ({ type }) => note(type));
  for (const type of ["online", "offline", "focus"]) window.dispatchEvent(new Event(type));
  scope.end();
  window.dispatchEvent(new Event("online"));
  expect(happened).toEqual(["online", "offline"]);
});

test("timers: one that has run, one that is cancelled, one that the end cancels, and an interval", () => {
  scope.timeout(10, () => note("first"));
  const cancel = scope.timeout(20, () => note("cancelled"));
  scope.timeout(1000, () => note("late"));
  scope.interval(400, () => note("again"));
  cancel();
  vi.advanceTimersByTime(900);
  expect(happened).toEqual(["first", "again", "again"]);
  scope.end();
  vi.advanceTimersByTime(5000);
  expect(happened).toEqual(["first", "again", "again"]);
  expect(vi.getTimerCount()).toBe(0);
});

describe("the end", () => {
  test("comes once, and does everything in order", () => {
    scope.onEnd(() => note("one"));
    scope.onEnd(() => note("two"));
    expect([scope.hasEnded, scope.signal.aborted]).toEqual([false, false]);
    scope.end();
    scope.end();
    expect(happened).toEqual(["one", "two"]);
    expect([scope.hasEnded, scope.signal.aborted]).toEqual([true, true]);
  });

  test("of a parent is that of its children, not the other way round", () => {
    const [child, sibling] = [new Scope(scope), new Scope(scope)];
    const grandchild = new Scope(child);
    grandchild.onEnd(() => note("grandchild"));
    child.onEnd(() => note("child"));
    child.end();
    expect([scope.hasEnded, sibling.hasEnded, grandchild.hasEnded]).toEqual([false, false, true]);
    scope.end();
    expect(sibling.hasEnded).toBe(true);
    expect(happened.sort()).toEqual(["child", "grandchild"]);
  });

  test("is known to what comes too late", () => {
    scope.end();
    expect(new Scope(scope).hasEnded).toBe(true);
    scope.effect(() => note("effect"));
    scope.timeout(1, () => note("timeout"))();
    scope.interval(1, () => note("interval"));
    vi.advanceTimersByTime(100);
    expect(happened).toEqual([]);
    scope.onEnd(() => note("ended"));
    expect(happened).toEqual(["ended"]);
  });

  test("can come from within an effect or a timer", () => {
    const count = signal(0);
    scope.effect(() => {
      note(count.value);
      if (count.value === 1) scope.end();
    });
    scope.timeout(5, () => note("late"));
    count.value = 1;
    count.value = 2;
    vi.advanceTimersByTime(10);
    expect(happened).toEqual([0, 1]);
  });

  test("can come from the first run of an effect", () => {
    const count = signal(0);
    scope.effect(() => {
      note(count.value);
      scope.end();
    });
    count.value = 1;
    expect(happened).toEqual([0]);
  });
});
