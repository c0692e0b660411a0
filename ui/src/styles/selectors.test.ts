import { expect, test } from "vitest";

const sheets = import.meta.glob<string>(["../**/*.svelte", "./*.css"], { query: "?raw", import: "default", eager: true });

// One such rule, of a list of columns that was not even open, cost every view 50 ms with each button that came or went.
test("no rule uses :has, which restyles the page", () => {
  const rules = Object.entries(sheets).filter(([, text]) => /:has\(/u.test(text));
  expect(Object.keys(sheets).length).toBeGreaterThan(100);
  expect(rules.map(([file]) => file)).toEqual([]);
});
