import { expect, test } from "vitest";

import { findingCounts, formatCount, exactTime, joinNames, plural, relativeTime } from "./wording";

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T11:59:59Z", "just now"],
  ["2026-11-21T11:59:57Z", "3 s ago"],
  ["2026-11-21T11:58:00Z", "2 min ago"],
  ["2026-11-21T09:00:00Z", "3 h ago"],
  ["2026-11-18T09:00:00Z", "18 Nov 2026"],
  ["2026-11-21T12:00:05Z", "just now"],
  // The clock was set back.
  ["2026-11-21T15:00:00Z", "21 Nov 2026"],
  ["soon", "soon"],
])("%s reads %s", (at, words) => expect(relativeTime(at, now)).toBe(words));

test("an exact time names its zone", () => {
  expect(exactTime("2026-11-21T12:00:00Z", "Europe/Berlin")).toBe("21 Nov 2026, 13:00:00 (Europe/Berlin)");
});

test("numbers and their words", () => {
  expect([formatCount(12480), plural(1, "change"), plural(2, "change")]).toEqual(["12,480", "1 change", "2 changes"]);
});

test.each([
  [["A"], "“A”"],
  [["A", "B"], "“A” and “B”"],
  [["A", "B", "C", "D"], "“A”, “B”, “C” and “D”"],
  [["A", "B", "C", "D", "E"], "“A”, “B”, “C” and 2 more"],
])("%j are named %s", (names, words) => {
  expect(joinNames(names)).toBe(words);
});

test("only counts that are not zero are named", () => {
  const texts = [
    { errors: 1, warnings: 0 },
    { errors: 0, warnings: 2 },
    { errors: 2, warnings: 1 },
  ].map(findingCounts);
  expect(texts).toEqual(["1 error", "2 warnings", "2 errors, 1 warning"]);
});
