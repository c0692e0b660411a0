import { expect, test } from "vitest";

import { pieces } from "./pieces";

const shown = (text: string, sought: string) =>
  pieces(text, sought)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join("");

test("search hits are marked in any letter case", () => {
  expect(shown("Bad gateway, BAD day", "bad")).toBe("[Bad] gateway, [BAD] day");
  expect(shown("aaa", "a")).toBe("[a][a][a]");
  expect(shown("plain", "")).toBe("plain");
  expect(shown("plain", "x")).toBe("plain");
  expect(pieces("", "x")).toEqual([]);
});

test("hits are numbered up to a limit", () => {
  expect(pieces("b a b", "b").map(({ nth }) => nth)).toEqual([0, -1, 1]);
  const many = pieces("a".repeat(2000), "a");
  expect(many.length).toBe(501);
  expect(many.map(({ text }) => text).join("")).toHaveLength(2000);
});

test("letters that change length with case are unmarked", () => {
  expect(shown("İstanbul", "i")).toBe("İstanbul");
});
