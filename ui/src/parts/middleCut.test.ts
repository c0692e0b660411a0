import { expect, test } from "vitest";

import { splitForCut } from "./middleCut";

test.each([
  ["Spring launch, DE", "Spring launch, DE", ""],
  ["Always-on brand campaign Nordics 2026 phase 2", "Always-on brand campaign Nordics 20", "26 phase 2"],
  ["", "", ""],
])("%j keeps both of its ends", (text, start, end) => {
  const parts = splitForCut(text);
  expect(parts.start + parts.end).toBe(text);
  expect([parts.start, parts.end]).toEqual([start, end]);
});

test("a letter of several characters is not split", () => {
  const family = "👩‍👩‍👧‍👦";
  const { start, end } = splitForCut(family.repeat(20));
  expect([start.length % family.length, end]).toEqual([0, family.repeat(10)]);
});
