/* A study packed into an address comes back, and nobody can make the page unpack without end. */
import { expect, test } from "vitest";
import { pack, unpack } from "../../src/study/address";

test("what is packed comes back", async () => {
  const text = '[Game "delta"]\n\n1. c3 {é, 🎲} b3 none\n';
  expect(await unpack(await pack(text))).toBe(text);
});

test("what is longer than any record is not unpacked to its end", async () => {
  await expect(unpack(await pack("x".repeat(20_000_000)))).rejects.toThrow("too long");
});
