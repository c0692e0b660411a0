import { expect, test } from "vitest";

const sheets = import.meta.glob<string>(["../**/*.svelte", "./*.css"], { query: "?raw", import: "default", eager: true });

// One such rule, for a closed list of columns, cost every view 50 ms for each added or removed button.
test("no rule uses :has, which restyles the page", () => {
  const rules = Object.entries(sheets).filter(([, text]) => /:has\(/u.test(text));
  expect(Object.keys(sheets).length).toBeGreaterThan(100);
  expect(rules.map(([file]) => file)).toEqual([]);
});

// With large text WebKitGTK enlarges the page, and measures a container in enlarged pixels against plain ones.
test("no container is measured in pixels", () => {
  const rules = Object.entries(sheets).filter(([, text]) => /@container[^{]*\dpx/u.test(text));
  expect(rules.map(([file]) => file)).toEqual([]);
});
