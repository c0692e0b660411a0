import { expect, test } from "vitest";

import { keepEqual } from "./keepEqual";

const before = {
  name: "Spring",
  fields: [
    { path: "a", parts: [] },
    { path: "b", parts: [1, null] },
  ],
  note: null,
};

test("an equal value is the old one", () => {
  expect(keepEqual(before, structuredClone(before))).toBe(before);
});

test("equal parts are the old ones, all else is new", () => {
  const after = { ...structuredClone(before), name: "Summer" };
  after.fields[0]!.path = "c";
  const kept = keepEqual(before, structuredClone(after));
  expect(kept).toEqual(after);
  expect(kept.fields[1]).toBe(before.fields[1]);
  expect(kept.fields[0]).not.toBe(before.fields[0]);
});

test.each([
  ["a member more", { a: 1 }, { a: 1, b: undefined }],
  ["a member fewer", { a: 1, b: 2 }, { a: 1 }],
  ["another name", { a: undefined }, { b: undefined }],
  ["an item more", [1], [1, 2]],
  ["an item fewer", [1, 2], [1]],
  ["a list for an object", { 0: 1 }, [1]],
  ["an object for a list", [], {}],
  ["a value for none", null, {}],
  ["none for a value", {}, null],
  ["a number for a text", "1", 1],
])("%s is a change", (_, one, other) => {
  expect(keepEqual(one, structuredClone(other))).toEqual(other);
  expect(keepEqual(one, structuredClone(other))).not.toBe(one);
});
