import { expect, test } from "vitest";

import { answers } from "./fuzzy";

// The order of crates/adwright-desk/src/palette/score.rs, on the same scale.
test.each([
  ["new", "New", "New campaign"],
  ["new", "New campaign", "Newest campaign"],
  ["camp", "Campaigns", "New campaign"],
  ["camp", "New campaign", "Decampaign"],
  ["sale", "Spring sale", "Salesman"],
  ["send", "Resend", "Sound trend"],
  ["cmpgn", "Campaigns", "Come in, pay again"],
])("%s is answered better by “%s” than by “%s”", (typed, better, worse) => {
  expect(answers(typed, better) ?? 0).toBeGreaterThan(answers(typed, worse) ?? 0);
});

test.each([
  ["spr", "Make the workspace read-only", "protect send nothing"],
  ["aut", "Pause the practice service", "outage offline stop train"],
  ["ne", "Pause the practice service", "train offline"],
  ["mwr", "Make the workspace read-only", ""],
])("%s does not answer to “%s”", (typed, title, more) => {
  expect(answers(typed, title, more)).toBeNull();
});

test("every word matches the title or an alias", () => {
  expect(answers("dark theme", "Dark theme")).not.toBeNull();
  expect(answers("dark colours", "Dark theme", "colours")).not.toBeNull();
  expect(answers("dark sent", "Dark theme")).toBeNull();
});

test("title words count more than aliases", () => {
  expect(answers("light", "Light theme", "dark") ?? 0).toBeGreaterThan(answers("light", "Dark theme", "light") ?? 0);
});
