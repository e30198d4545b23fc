/* Study: what is said of a position. */
import { expect, test } from "vitest";
import { wholePercents } from "../../src/study/value";

test("chances are whole percents that add up to a hundred", () => {
  expect(wholePercents([52.5, 47.5])).toEqual([53, 47]);
  expect(wholePercents([33.4, 33.3, 33.3])).toEqual([34, 33, 33]);
  expect(wholePercents([100, 0])).toEqual([100, 0]);
  expect(wholePercents([24.6, 25.4, 24.6, 25.4])).toEqual([25, 25, 25, 25]);
});
